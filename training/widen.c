// Add zero rows for new inputs to a weight file. usage: widen old.w oldNIN new.w
#include "net.h"
static net_t N;
int main(int c, char **v) {
  int o = atoi(v[2]);
  FILE *f = fopen(v[1], "rb");
  if (!f) return 1;
  memset(&N, 0, sizeof N);
  fread(N.w1, 4, o * H, f);
  fread(N.b1, 4, H, f);
  fread(N.w2, 4, 5 * H, f);
  fread(N.b2, 4, 5, f);
  fread(N.pad1, 4, 11, f);
  fread(N.r1, 4, o * HR, f);
  fread(N.rb1, 4, HR, f);
  fread(N.r2, 4, 5 * HR, f);
  fread(N.rb2, 4, 5, f);
  netsave(&N, v[3]);
  return 0;
}
