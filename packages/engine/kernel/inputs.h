// The inputs of the net as integers, in the order of src/inputs.ts, which explains them. x rolls next, y has just played.
#pragma once
#include "plays.h"

#define DENSE 48 // 45, and padding
#define PER_SIDE 21
#define PATTERNS 4096

typedef struct {
  uint8_t x[32], y[32];
} board;
// One side as sets of its places, and the opponent's view of them.
typedef struct {
  const uint8_t *counts;
  uint32_t any, made, blots, pairs, made_seen, blots_seen;
  int rear, pips;
} side;

static uint8_t playable[PATTERNS], escaping[10][PATTERNS];

static int is_open(int pattern, int pips) {
  return pips > 12 || !(pattern >> (12 - pips) & 1);
}
static int reach_of(int pattern, int a, int b) {
  if (a == b) {
    int hops = 0;
    while (hops < 4 && is_open(pattern, (hops + 1) * a)) hops++;
    return hops * a;
  }
  if (is_open(pattern, a + b) && (is_open(pattern, a) || is_open(pattern, b))) return a + b;
  return is_open(pattern, a) ? a : is_open(pattern, b) ? b : 0;
}
static void fill_mobility(void) {
  for (int pattern = 0; pattern < PATTERNS; pattern++)
    for (int a = 1; a <= 6; a++)
      for (int b = 1; b <= a; b++) {
        int ways = a == b ? 1 : 2, reach = reach_of(pattern, a, b);
        if (a == b ? reach >= 2 * a : reach == a + b) playable[pattern] += ways;
        for (int need = 1; need < 10 && need <= reach; need++) escaping[need][pattern] += ways;
      }
}
static inline int pattern_at(int place, uint32_t made) {
  return (place >= 12 ? made >> (place - 12) : made << (12 - place)) & (PATTERNS - 1);
}
static inline int playable_at(int place, uint32_t made) {
  return playable[pattern_at(place, made)];
}
static inline int escaping_at(int place, uint32_t made) {
  return escaping[place < 17 ? 1 : place - 16][pattern_at(place, made)];
}
static inline uint32_t mirrored(uint32_t set) { // place p to 25 - p
  set = __builtin_bswap32(set);
  set = (set >> 4 & 0x0f0f0f0f) | (set & 0x0f0f0f0f) << 4;
  set = (set >> 2 & 0x33333333) | (set & 0x33333333) << 2;
  set = (set >> 1 & 0x55555555) | (set & 0x55555555) << 1;
  return set >> 6;
}
static inline int sum_of(v128_t eight) {
  v128_t four = wasm_i32x4_extadd_pairwise_i16x8(eight);
  return wasm_i32x4_extract_lane(four, 0) + wasm_i32x4_extract_lane(four, 1) + wasm_i32x4_extract_lane(four, 2) +
         wasm_i32x4_extract_lane(four, 3);
}
static inline int pips_of(const uint8_t *counts) {
  v128_t low = wasm_v128_load(counts), high = wasm_v128_load(counts + 16);
  v128_t to15 = wasm_i8x16_make(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  v128_t to31 = wasm_i8x16_make(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 0, 0, 0, 0, 0, 0);
  return sum_of(wasm_i16x8_add(wasm_i16x8_add(wasm_u16x8_extmul_low_u8x16(low, to15), wasm_u16x8_extmul_high_u8x16(low, to15)),
                               wasm_i16x8_add(wasm_u16x8_extmul_low_u8x16(high, to31), wasm_u16x8_extmul_high_u8x16(high, to31))));
}
static inline void survey(side *s, const uint8_t *counts) {
  s->counts = counts;
  s->any = ~places_with(counts, 0) & 0x3fffffe;
  s->blots = places_with(counts, 1) & 0x1fffffe;
  s->pairs = places_with(counts, 2) & 0x1fffffe;
  s->made = s->any & ~s->blots & 0x1fffffe;
  s->made_seen = mirrored(s->made);
  s->blots_seen = mirrored(s->blots);
  s->rear = s->any ? TOP(s->any) : 0;
  s->pips = pips_of(counts);
}

// ---- rolls that hit ----
typedef struct {
  int rolls, pips, two_blots;
} shots;
static inline void note(shots *found, uint32_t hits, int ways) {
  if (!hits) return;
  found->rolls += ways;
  found->pips += ways * TOP(hits);
  if (hits & (hits - 1)) found->two_blots += ways;
}
static void from_field(uint32_t men, uint32_t open, uint32_t targets, shots *found) {
  uint32_t landing[7], hitting[7];
  for (int die = 1; die <= 6; die++) {
    landing[die] = men >> die & open;
    hitting[die] = men >> die & targets;
  }
  for (int a = 1; a <= 6; a++) {
    uint32_t one = landing[a], two = one >> a & open, three = two >> a & open;
    note(found, hitting[a] | ((one >> a | two >> a | three >> a) & targets), 1);
    for (int b = 1; b < a; b++) note(found, hitting[a] | hitting[b] | ((landing[a] >> b | landing[b] >> a) & targets), 2);
  }
}
static void from_bar(uint32_t men, int on_bar, uint32_t open, uint32_t targets, shots *found) {
  for (int a = 1; a <= 6; a++) {
    uint32_t entry = 1u << (25 - a) & open, hits = entry & targets, reached = men | entry;
    for (int hop = on_bar; entry && hop < 4; hop++) {
      reached = reached >> a & open;
      hits |= reached & targets;
    }
    note(found, hits, 1);
    for (int b = 1; b < a; b++) {
      uint32_t other = 1u << (25 - b) & open;
      hits = (entry | other) & targets;
      if (on_bar == 1 && entry) hits |= (men | entry) >> b & targets;
      if (on_bar == 1 && other) hits |= (men | other) >> a & targets;
      note(found, hits, 2);
    }
  }
}
static shots count_shots(const side *s, const side *o) {
  shots found = {0};
  if (!o->blots_seen) return found;
  if (s->counts[BAR])
    from_bar(s->any & ~(1u << BAR), s->counts[BAR], ~o->made_seen, o->blots_seen, &found);
  else
    from_field(s->any, ~o->made_seen, o->blots_seen, &found);
  return found;
}
// ---- rolls that make a point ----
static int making(uint32_t spare, uint32_t own_blots, uint32_t empty, uint32_t where) {
  uint32_t moved[7], cover = own_blots & where, fresh = empty & where;
  int rolls = 0;
  for (int die = 1; die <= 6; die++) moved[die] = spare >> die;
  for (int a = 1; a <= 6; a++) {
    rolls += ((moved[a] | moved[a] >> a) & cover) != 0;
    for (int b = 1; b < a; b++) rolls += (((moved[a] | moved[b]) & cover) | (moved[a] & moved[b] & fresh)) ? 2 : 0;
  }
  return rolls;
}

static inline int clamped(int value, int most) {
  return value > most ? most : value < -most ? -most : value;
}
static inline int gammon_race(const side *s, const side *o) {
  if (s->counts[0]) return 0;
  int pips = 0;
  EACH_DOWN(place, s->any & ~0x7fu) pips += s->counts[place] * (place - 6);
  return clamped(o->pips - pips - 8, 40);
}
static inline void put_contact(int16_t *d, const side *s, const side *o) {
  const uint8_t *c = s->counts;
  shots found = count_shots(s, o);
  int hindered = 0, trapped = 0;
  EACH_DOWN(place, s->any & ~0x1fffu) {
    hindered += c[place] * (36 - playable_at(place, o->made_seen));
    if (place > 17) trapped += c[place] * (36 - escaping_at(place, o->made_seen));
  }
  int home = __builtin_popcount(s->made & 0x7e), on_bar = o->counts[BAR] > 0, longest = 0, past = 0, least = 36;
  for (uint32_t run = s->made; run; run &= run << 1) longest++;
  if (longest > 6) longest = 6;
  EACH_DOWN(place, s->any & ((1u << (25 - o->rear)) - 1)) past += c[place];
  for (int place = 19; place <= BAR; place++) {
    int rolls = playable_at(place, s->made_seen);
    if (rolls < least) least = rolls;
  }
  int ahead = __builtin_popcount(s->made >> (26 - o->rear) & 63);
  d[0] = found.rolls;
  d[1] = playable_at(s->rear, o->made_seen);
  d[2] = hindered;
  d[3] = home;
  d[4] = home * home;
  d[5] = on_bar ? home * home : 0;
  d[6] = longest * longest;
  d[7] = past;
  d[8] = s->rear;
  d[9] = (s->made & 0x1f80000) != 0;
  d[10] = s->blots & 0x7e ? (on_bar ? 10 : 3) : 0;
  d[11] = 36 - least;
  d[12] = found.pips;
  d[13] = found.two_blots;
  d[14] = escaping_at(s->rear, o->made_seen);
  d[15] = trapped;
  d[16] = ahead;
  d[17] = ahead > 3 ? (ahead - 3) * (ahead - 3) : 0;
  if (c[BAR]) {
    d[19] = d[20] = 0;
    return;
  }
  uint32_t spare = s->any & ~s->pairs, empty = ~(s->made | s->blots | o->made_seen) & 0x1fffffe;
  d[19] = making(spare, s->blots, empty, 0x1f8);
  d[20] = making(spare, s->blots, empty, 0x7c0000);
}
// Writes the inputs other than the checkers. Returns 1 if only a race is left.
static int list_dense(const board *b, int16_t *d) {
  side x, y;
  survey(&x, b->x);
  survey(&y, b->y);
  d[42] = clamped(1024 * (y.pips - x.pips + 4) / (x.pips + y.pips + 10), 256);
  d[18] = gammon_race(&x, &y);
  d[PER_SIDE + 18] = gammon_race(&y, &x);
  if (x.rear + y.rear <= 25) return 1;
  put_contact(d, &x, &y);
  put_contact(d + PER_SIDE, &y, &x);
  d[43] = x.rear + y.rear - 25;
  d[44] = (x.any | y.any) >> BAR;
  return 0;
}
