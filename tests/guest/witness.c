/* Tells, from outside the guard, what time it is in the guest and how much memory is available.
 *
 * usage: witness MILLISECONDS      a line each: "tick BOOT_SECONDS WALL_SECONDS AVAILABLE_KIB"
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static long available(int file) {
  char text[2048];
  const ssize_t n = pread(file, text, sizeof text - 1, 0);
  if (n <= 0) return -1;
  text[n] = 0;
  const char* const at = strstr(text, "MemAvailable:");
  return at ? atol(at + 13) : -1;
}

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int score = open("/proc/self/oom_score_adj", O_WRONLY);
  if (score < 0 || write(score, "-1000", 5) != 5) return 3;
  close(score);
  mlockall(MCL_CURRENT | MCL_FUTURE);
  setpriority(PRIO_PROCESS, 0, -20);
  const int file = open("/proc/meminfo", O_RDONLY);
  while (1) {
    char text[96];
    const int length = snprintf(text, sizeof text, "tick %.3f %.3f %ld\n", now(CLOCK_BOOTTIME),
                                now(CLOCK_REALTIME), available(file));
    if (write(1, text, (size_t)length) < 0) return 4;
    usleep((useconds_t)atol(argv[1]) * 1000);
  }
}
