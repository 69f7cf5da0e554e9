/* A process that holds some memory and harms nobody.
 *
 * usage: bystander MIB
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const size_t size = (size_t)atol(argv[1]) * 1024 * 1024;
  char* const memory = malloc(size);
  if (!memory) return 3;
  while (1) {
    memset(memory, 1, size);
    sleep(1);
  }
}
