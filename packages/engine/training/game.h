// Playing: random numbers (xoshiro256**, seeded by splitmix64), the starting position, the best play by the
// net, and the time.
#include "net.h"
#include <time.h>
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}
static uint64_t rs[4];
static inline uint64_t rnd(void) {
  uint64_t r = rs[1] * 5;
  r = (r << 7 | r >> 57) * 9;
  uint64_t t = rs[1] << 17;
  rs[2] ^= rs[0];
  rs[3] ^= rs[1];
  rs[1] ^= rs[2];
  rs[0] ^= rs[3];
  rs[2] ^= t;
  rs[3] = rs[3] << 45 | rs[3] >> 19;
  return r;
}
static void seed(uint64_t s) {
  for (int i = 0; i < 4; i++) {
    s += 0x9e3779b97f4a7c15ull;
    uint64_t z = s;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    rs[i] = z ^ z >> 31;
  }
}
static inline float urnd(void) {
  return (rnd() >> 40) / 16777216.f;
}
static inline int die1(void) {
  return 1 + (int)((rnd() >> 33) % 6);
}
static void startpos(board_t *b) {
  memset(b, 0, sizeof *b);
  for (int s = 0; s < 2; s++) {
    unsigned char *c = s ? b->y : b->x;
    c[24] = 2;
    c[13] = 5;
    c[8] = 3;
    c[6] = 5;
  }
}
static void swapb(board_t *b) {
  board_t t = *b;
  memcpy(b->x, t.y, 32);
  memcpy(b->y, t.x, 32);
}
typedef struct {
  board_t board; // from the opponent's view
  float equity;  // for the player who moves
} choice_t;
// Writes the plays of a roll for X, best first, at most `most`; writes the net's evaluation of the best for the opponent
// into y. Returns their number, at least one, because a dance counts as a play.
static int best_plays(const net_t *N, const board_t *b, int d1, int d2, choice_t *best, int most, float *y) {
  int32_t packed[8];
  pack(b, packed);
  load(packed);
  int count = gen(d1, d2), kept = 0;
  board_t t = *b;
  float u[8];
  for (int n = 0; n < (count ? count : 1); n++) {
    if (count)
      unpack(&out[n], &t);
    else
      swapb(&t);
    value(N, &t, u);
    float e = -eq5(u);
    if (kept == most && e <= best[kept - 1].equity) continue;
    int k = kept < most ? kept++ : kept - 1;
    for (; k > 0 && best[k - 1].equity < e; k--) best[k] = best[k - 1];
    best[k].board = t;
    best[k].equity = e;
    if (k == 0) memcpy(y, u, 5 * sizeof *y);
  }
  return kept;
}
// Writes the best of them into nb. Returns its equity for X.
static float bestplay(const net_t *N, const board_t *b, int d1, int d2, board_t *nb, float *y) {
  choice_t best;
  best_plays(N, b, d1, d2, &best, 1, y);
  *nb = best.board;
  return best.equity;
}
// Makes some random legal plays with random rolls. A dance passes the turn.
static void disturb(board_t *b) {
  int32_t packed[8];
  float y[8];
  for (int left = 1 + rnd() % 16; left > 0; left--) {
    pack(b, packed);
    load(packed);
    int d1 = die1(), d2 = die1(), count = gen(d1, d2);
    if (count)
      unpack(&out[rnd() % count], b);
    else
      swapb(b);
    if (over(b, y)) startpos(b);
  }
}
static void netrand(net_t *N) {
  float *f = (float *)N;
  memset(N, 0, sizeof *N);
  for (int i = 0; i < NIN; i++) {
    for (int j = 0; j < H; j++) N->w1[i][j] = (urnd() - .5f) * .3f;
    for (int j = 0; j < HR; j++) N->r1[i][j] = (urnd() - .5f) * .3f;
  }
  for (int o = 0; o < 5; o++) {
    for (int j = 0; j < H; j++) N->w2[o][j] = (urnd() - .5f) * .2f;
    for (int j = 0; j < HR; j++) N->r2[o][j] = (urnd() - .5f) * .2f;
  }
  (void)f;
}
