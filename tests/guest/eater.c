/* Holds memory as a GPU driver does: in no process's RSS, and where the kernel looks for a process
 * to kill it does not find this one. It writes into a memfd that is never mapped.
 *
 * usage: eater MIB_PER_SECOND MOST_MIB      SIGTERM ends it, and it says when it came
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { kPiece = 256 * 1024 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void say_when(int signal) {
  (void)signal;
  char text[64];
  const int length = snprintf(text, sizeof text, "eater: SIGTERM at %.4f\n", seconds());
  if (write(1, text, (size_t)length) < 0) _exit(1);
  _exit(0);
}

int main(int argc, char** argv) {
  static char piece[kPiece];
  if (argc != 3) return 2;
  const double speed = atof(argv[1]);
  const long most = atol(argv[2]) * (1024 * 1024 / kPiece);
  const int score = open("/proc/self/oom_score_adj", O_WRONLY);
  if (score < 0 || write(score, "-1000", 5) != 5) return 3;
  close(score);
  const int file = memfd_create("eaten", 0);
  if (file < 0) return 4;
  signal(SIGTERM, say_when);
  memset(piece, 1, sizeof piece);
  const double begun = seconds();
  printf("eater: begins at %.4f\n", begun);
  fflush(stdout);
  for (long i = 0; i < most; ++i) {
    const double ahead = begun + (double)i * kPiece / (speed * 1024 * 1024) - seconds();
    if (ahead > 0) usleep((useconds_t)(ahead * 1e6));
    if (write(file, piece, sizeof piece) != (ssize_t)sizeof piece) {
      printf("eater: the kernel gives no more at %.4f\n", seconds());
      fflush(stdout);
      pause();
    }
  }
  printf("eater: holds all at %.4f\n", seconds());
  fflush(stdout);
  while (1) pause();
}
