// Evaluates positions with a weights file. Usage: evaluate WEIGHTS < positions
// Input, one line per position: 26 counts of the side on roll (off, points 1 to 24, bar), then 26 of the other side from
// its own view. Output: one line with five chances.
#include "net.h"
static net_t net;
static char *read_side(char *text, unsigned char *counts) {
  for (int p = 0; p < 26; p++) counts[p] = strtol(text, &text, 10);
  return text;
}
int main(int count, char **v) {
  if (count < 2 || !netload(&net, v[1])) return fprintf(stderr, "usage: evaluate WEIGHTS\n"), 2;
  plays_init();
  inputs_init();
  bearoff_init();
  char line[1024];
  while (fgets(line, sizeof line, stdin)) {
    board_t b = {0};
    float y[8];
    read_side(read_side(line, b.x), b.y);
    value(&net, &b, y);
    printf("%.7f %.7f %.7f %.7f %.7f\n", y[0], y[1], y[2], y[3], y[4]);
  }
  return 0;
}
