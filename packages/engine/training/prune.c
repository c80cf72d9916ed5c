// Trains the pruning net: it sees the checkers only (the first 204 inputs), has few hidden units and one output, the equity of the
// side on roll. The search keeps the plays that it likes best, and evaluates only those with the full net. It learns, while the
// full net plays with itself, what the full net says of all plays of each roll.
//   prune WEIGHTS OUT SECONDS SEED
// Prints how much equity is lost by keeping the best K plays, on rolls that it has not yet learned, for several K.
// OUT: float w1[204][HP], b1[HP], w2[HP], b2.
#include "game.h"
#ifndef HP
#define HP 32 // hidden units
#endif
#define MOST 3060
#define MEAN_COUNTS .1f // how much the error common to all plays of a roll counts, beside the errors of their differences
#define KEPT 12
#define WARM 300 // rolls that only show how large gradients are
typedef struct {
  float w1[NRAW][HP], b1[HP], w2[HP], b2;
} small_t;
static small_t small, squares, sum;
static net_t net;
static double steps = 1, lost[KEPT + 1], rolls_seen, averaged;
static long rolls;

typedef struct {
  short i[64];
  float v[64];
  int n;
} seen_t;
static void look(const board_t *b, seen_t *seen) {
  feat_t f;
  inputs(b, &f);
  seen->n = 0;
  for (int k = 0; k < f.n; k++)
    if (f.i[k] < NRAW) seen->i[seen->n] = f.i[k], seen->v[seen->n++] = f.v[k];
}
static float equity_of(const small_t *s, const seen_t *seen, float *h) {
  float y = s->b2;
  for (int j = 0; j < HP; j++) h[j] = s->b1[j];
  for (int k = 0; k < seen->n; k++)
    for (int j = 0; j < HP; j++) h[j] += seen->v[k] * s->w1[seen->i[k]][j];
  for (int j = 0; j < HP; j++) {
    h[j] = 1 / (1 + expf(-h[j]));
    y += h[j] * s->w2[j];
  }
  return y;
}
static inline void step(float *weight, float *square, float gradient, float rate) {
  *square += gradient * gradient;
  *weight += rate * gradient / sqrtf(*square / (float)steps + 1e-10f);
}
static void learn_small(const seen_t *seen, const float *h, float error, float rate) {
  steps++;
  for (int j = 0; j < HP; j++) {
    float back = error * small.w2[j] * h[j] * (1 - h[j]);
    step(&small.w2[j], &squares.w2[j], error * h[j], rate);
    step(&small.b1[j], &squares.b1[j], back, rate);
    for (int k = 0; k < seen->n; k++) step(&small.w1[seen->i[k]][j], &squares.w1[seen->i[k]][j], back * seen->v[k], rate);
  }
  step(&small.b2, &squares.b2, error, rate);
}
// Adds to lost[k] what the best play is worth more than the best of the k plays that the small net likes best.
static void count_losses(const float *said, const float *equity, int n) {
  static char used[MOST];
  float best = 1e9f, kept = 1e9f;
  memset(used, 0, n);
  for (int i = 0; i < n; i++) best = fminf(best, equity[i]);
  for (int k = 1; k <= KEPT; k++) {
    int least = -1;
    for (int i = 0; i < n; i++)
      if (!used[i] && (least < 0 || said[i] < said[least])) least = i;
    if (least >= 0) used[least] = 1, kept = fminf(kept, equity[least]);
    lost[k] += kept - best;
  }
  rolls_seen++;
}
// Learns all plays of a roll; makes the best of them.
static void play_roll(board_t *b, int d1, int d2, float rate) {
  static seen_t seen[MOST];
  static float h[MOST][HP], said[MOST], equity[MOST];
  static board_t next[MOST];
  int32_t packed[8];
  float y[8], mean = 0;
  pack(b, packed);
  load(packed);
  int count = gen(d1, d2), chosen = 0;
  if (!count) return swapb(b);
  for (int n = 0; n < count; n++) {
    unpack(&out[n], &next[n]);
    value(&net, &next[n], y);
    equity[n] = eq5(y);
    look(&next[n], &seen[n]);
    said[n] = equity_of(&small, &seen[n], h[n]);
    mean += (equity[n] - said[n]) / count;
    if (equity[n] < equity[chosen]) chosen = n;
  }
  rolls++;
  if (count > 1) count_losses(said, equity, count);
  for (int n = 0; n < count; n++)
    if (count <= 60 || rnd() % count < 60) learn_small(&seen[n], h[n], equity[n] - said[n] - (1 - MEAN_COUNTS) * mean, rate);
  if (urnd() < .1f) chosen = rnd() % count;
  *b = next[chosen];
}
static int has_contact(const board_t *b) {
  int x = 25, y = 25;
  while (x && !b->x[x]) x--;
  while (y && !b->y[y]) y--;
  return x + y > 25;
}
static void average(void) {
  const float *from = (const float *)&small;
  float *to = (float *)&sum;
  for (size_t n = 0; n < sizeof small / sizeof *from; n++) to[n] += from[n];
  averaged++;
}
static void write_small(const char *name) {
  small_t mean = sum;
  float *w = (float *)&mean;
  for (size_t n = 0; n < sizeof mean / sizeof *w; n++) w[n] /= averaged;
  FILE *f = fopen(name, "wb");
  fwrite(averaged ? &mean : &small, sizeof mean, 1, f);
  fclose(f);
}
int main(int count, char **v) {
  if (count < 5 || !netload(&net, v[1])) return fprintf(stderr, "usage: see prune.c\n"), 2;
  plays_init();
  inputs_init();
  seed(atol(v[4]));
  for (int j = 0; j < HP; j++) {
    small.w2[j] = urnd() - .5f;
    for (int i = 0; i < NRAW; i++) small.w1[i][j] = (urnd() - .5f) * .2f;
  }
  double begun = now(), seconds = atof(v[3]), told = begun;
  board_t b;
  startpos(&b);
  while (now() - begun < seconds) {
    double part = (now() - begun) / seconds;
    float y[8];
    play_roll(&b, die1(), die1(), rolls < WARM ? 0 : .0005f * powf(.02f, part));
    if (over(&b, y) || !has_contact(&b)) {
      startpos(&b);
      if (urnd() < .2f) disturb(&b);
      if (part > .8) average();
    }
    if (now() - told < seconds / 10) continue;
    printf("%.0f s, %.0f rolls, lost when keeping", now() - begun, rolls_seen);
    for (int k = 1; k <= KEPT; k++) printf(" %d: %.5f", k, lost[k] / rolls_seen), lost[k] = 0;
    printf("\n");
    fflush(stdout);
    rolls_seen = 0;
    told = now();
    write_small(v[2]);
  }
  write_small(v[2]);
  return 0;
}
