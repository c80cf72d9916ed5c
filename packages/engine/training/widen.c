// Widens trained weights: new inputs get rows of zeros, and new hidden units of the contact net get small random input
// weights and zero output weights, so the net's results do not change and training can continue.
//   widen OLD OLD_INPUTS OLD_HIDDEN NEW [SEED]
#include "game.h"
static net_t net;
static void take(FILE *f, float *to, int count) {
  if (fread(to, sizeof *to, count, f) != (size_t)count) exit((fprintf(stderr, "too few weights\n"), 2));
}
int main(int count, char **v) {
  FILE *f = count > 4 ? fopen(v[1], "rb") : 0;
  if (!f) return fprintf(stderr, "usage: see widen.c\n"), 2;
  int inputs = atoi(v[2]), hidden = atoi(v[3]);
  float ignored[11];
  seed(count > 5 ? atol(v[5]) : 1);
  for (int k = 0; k < NIN; k++)
    for (int j = hidden; j < H; j++) net.w1[k][j] = (urnd() - .5f) * .3f;
  for (int k = 0; k < inputs; k++) take(f, net.w1[k], hidden);
  take(f, net.b1, hidden);
  for (int o = 0; o < 5; o++) take(f, net.w2[o], hidden);
  take(f, net.b2, 5);
  take(f, ignored, 11);
  take(f, (float *)net.r1, inputs * HR);
  take(f, net.rb1, HR);
  take(f, (float *)net.r2, 5 * HR);
  take(f, net.rb2, 5);
  netsave(&net, v[4]);
  return 0;
}
