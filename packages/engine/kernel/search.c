// The search of src/search.ts in WebAssembly, with the same results to the last bit. scripts/make-kernel.mjs compiles it.
#include "cube.h"
#include "net.h"

#define EXPORT(NAME) __attribute__((export_name(#NAME)))
#define CHECKERS 15

static int32_t words_in[8] __attribute__((aligned(16)));
static int evaluations;

// Exact chances of a bear-off, which the importing program computes: the addresses of both sides' counts and of five chances.
__attribute__((import_module("env"), import_name("bearOff"))) extern void bear_off(const uint8_t *x, const uint8_t *y, double *out);

static inline void spread_mirrored(words w, uint8_t *bytes) {
  uint8_t there[48];
  spread(w, there);
  v128_t low = wasm_v128_load(there), high = wasm_v128_load(there + 16);
  wasm_v128_store(bytes, wasm_i8x16_shuffle(low, high, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10));
  wasm_v128_store(bytes + 16, wasm_i8x16_shuffle(low, wasm_i8x16_splat(0), 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 16, 16, 16, 16, 16, 16));
}
static inline void before_roll(const packed *p, board *b) {
  spread(p->mine, b->x);
  spread_mirrored(p->theirs, b->y);
}
static inline void after_play(const packed *p, board *b) {
  spread(p->mine, b->y);
  spread_mirrored(p->theirs, b->x);
}
static words gathered(const uint8_t *bytes) {
  words w = {0};
  for (int place = 0; place <= BAR; place++) add_at(&w, place, bytes[place]);
  return w;
}
// Returns the packed position in which x is the mover.
static packed packed_from(const board *b) {
  board turned;
  packed p;
  for (int place = 0; place <= BAR; place++) turned.y[place] = b->y[BAR - place];
  p.mine = gathered(b->x);
  p.theirs = gathered(turned.y);
  return p;
}

static inline int rear_of(const uint8_t *counts) {
  uint32_t any = ~places_with(counts, 0) & 0x3fffffe;
  return any ? TOP(any) : 0;
}
static inline int is_home(const uint8_t *counts) {
  return rear_of(counts) <= 6;
}
static int kind_of(const board *b) {
  if (b->x[0] == CHECKERS || b->y[0] == CHECKERS) return OVER;
  return rear_of(b->x) + rear_of(b->y) > 25 ? CONTACT : RACE;
}

// src/sigmoid.ts: 1 / (1 + e^-x)
static double power_of_2(int n) {
  union {
    uint64_t bits;
    double value;
  } power = {(uint64_t)(n + 1023) << 52};
  return power.value;
}
static double sigmoid(double x) {
  double t = -x * 1.4426950408889634;
  if (t > 126)
    t = 126;
  else if (t < -126)
    t = -126;
  double whole = __builtin_floor(t + 0.5), f = t - whole;
  double p = ((((1.540353e-4 * f + 1.3333558e-3) * f + 9.6181291e-3) * f + 5.5504109e-2) * f + 0.24022651) * f;
  return 1 / (1 + ((p + 0.6931471805599453) * f + 1) * power_of_2((int)whole));
}
static void write_loss(const uint8_t *loser, double *c) {
  for (int n = 0; n < 5; n++) c[n] = 0;
  if (loser[0]) return;
  c[3] = 1;
  if (rear_of(loser) >= 19) c[4] = 1;
}
static inline double least(double a, double b) {
  return a < b ? a : b;
}
static void make_consistent(const board *b, double *c) {
  if (b->y[0]) c[1] = c[2] = 0;
  if (b->x[0]) c[3] = c[4] = 0;
  c[1] = least(c[1], c[0]);
  c[2] = least(c[2], c[1]);
  c[3] = least(c[3], 1 - c[0]);
  c[4] = least(c[4], c[3]);
}
// Writes the chances of the player who rolls next.
static void judge(const board *b, double *c) {
  evaluations++;
  if (b->y[0] == CHECKERS) {
    write_loss(b->x, c);
    return;
  }
  if (b->x[0] == CHECKERS) {
    double lost[5];
    write_loss(b->y, lost);
    c[0] = 1 - lost[0], c[1] = lost[3], c[2] = lost[4], c[3] = lost[1], c[4] = lost[2];
    return;
  }
  if (is_home(b->x) && is_home(b->y)) {
    bear_off(b->x, b->y, c);
    return;
  }
  int16_t dense[DENSE] = {0};
  int32_t sums[OUTPUTS];
  if (list_dense(b, dense))
    run_race(b, dense, sums);
  else
    run_contact(b, dense, sums);
  for (int n = 0; n < OUTPUTS; n++) c[n] = sigmoid(sums[n] * 0x1p-24);
  make_consistent(b, c);
}
static inline double equity_of(const double *c) {
  return 2 * c[0] - 1 + c[1] + c[2] - c[3] - c[4];
}

#define KEPT 6 // plays that the pruning net leaves for the full net
// Moves the plays that the pruning net likes best to the front of `plays`, in their order. Returns their number.
static int prune(int count) {
  int32_t values[KEPT], from[KEPT];
  int kept = 0;
  for (int n = 0; n < count; n++) {
    board b;
    int32_t value;
    after_play(&plays[n], &b);
    run_pruning(&b, 0, &value);
    if (kept == KEPT && value >= values[kept - 1]) continue;
    int k = kept < KEPT ? kept++ : kept - 1;
    for (; k && values[k - 1] > value; k--) values[k] = values[k - 1], from[k] = from[k - 1];
    values[k] = value;
    from[k] = n;
  }
  uint8_t is_kept[MOST_PLAYS];
  for (int n = 0; n < count; n++) is_kept[n] = 0;
  for (int k = 0; k < kept; k++) is_kept[from[k]] = 1;
  int next = 0;
  for (int n = 0; n < count; n++)
    if (is_kept[n]) plays[next++] = plays[n];
  return next;
}
// Finds the position after the play that the net likes best, with the other player to roll, and its chances.
static void best_reply(const packed *p, int kind, int larger, int smaller, board *best, double *chances) {
  load(p);
  int count = generate(larger, smaller);
  if (!count) {
    after_play(p, best);
    judge(best, chances);
    return;
  }
  if (kind == CONTACT && count > KEPT) count = prune(count);
  double lowest = 0;
  for (int n = 0; n < count; n++) {
    board b;
    double c[5];
    after_play(&plays[n], &b);
    judge(&b, c);
    double equity = equity_of(c);
    if (n && !(equity < lowest)) continue;
    lowest = equity;
    *best = b;
    for (int k = 0; k < 5; k++) chances[k] = c[k];
  }
}
static void search(const board *b, int kind, int ply, double *node) {
  packed p = packed_from(b);
  int size = ply == 1 ? FIELDS : FIELDS * 22;
  double *child = node + FIELDS;
  for (int larger = 1; larger <= 6; larger++)
    for (int smaller = 1; smaller <= larger; smaller++, child += size) {
      board reply;
      best_reply(&p, kind, larger, smaller, &reply, child + 1);
      int next = kind_of(&reply);
      child[0] = next;
      if (ply > 1 && next != OVER) search(&reply, next, ply - 1, child);
    }
}

EXPORT(addressOf) void *address_of(int what) {
  void *all[] = {&contact, &race, &pruning, activated, words_in, tree, &stakes};
  return all[what];
}
EXPORT(start) void start(void) {
  fill_steps();
  fill_mobility();
  fill_places();
}
// Searches `ply` rolls ahead from the packed position, whose mover rolls next. Returns the number of evaluations.
EXPORT(look) int look(int ply) {
  packed p = {*(words *)words_in, *(words *)(words_in + 4)};
  board b;
  before_roll(&p, &b);
  int kind = kind_of(&b);
  evaluations = 0;
  tree[0] = kind;
  if (ply == 0 || kind == OVER)
    judge(&b, tree + 1);
  else
    search(&b, kind, ply, tree);
  return evaluations;
}
// The value for the player on roll at the root of the last search, which was `ply` rolls deep: without a double, or with one if that is better.
EXPORT(worthOfRolling) double worth_of_rolling_now(int ply, int player, int level, int owner) {
  return worth_of_rolling(tree, ply, player, (cube){level, owner});
}
EXPORT(worthOnRoll) double worth_on_roll_now(int ply, int player, int level, int owner) {
  return worth_on_roll(tree, ply, player, (cube){level, owner});
}
