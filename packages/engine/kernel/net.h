// The nets in integers, as in src/net.ts, which explains the arithmetic. A net keeps the sums of its hidden units for the position
// that it evaluated last, and changes them by the inputs that differ.
#pragma once
#include "inputs.h"

#define RAW 204 // inputs for the checkers, 102 a side
#define OUTPUTS 5
#define LANES 8
#define RAW_SHIFT 4
#define SUM_SHIFT 4 // from a sum to a place in the table of activations
#define HALF_TABLE 8192

// A net of src/net.ts (its `image`), in the order of its arrays.
#define NET(HIDDEN)                                                                                                    \
  struct {                                                                                                             \
    int32_t bias[HIDDEN], out_bias[LANES];                                                                             \
    int16_t raw[RAW][HIDDEN], dense[DENSE][HIDDEN], out[HIDDEN / LANES][OUTPUTS][LANES], dense_shift[DENSE];           \
  }
#define STATE(HIDDEN)                                                                                                  \
  struct {                                                                                                             \
    int32_t sums[HIDDEN];                                                                                              \
    int16_t dense[DENSE];                                                                                              \
    board seen;                                                                                                        \
    int begun;                                                                                                         \
  }

// What changes between two positions: rows of weights, and how often each is added.
typedef struct {
  const int16_t *row[2 * 26 * 4 + DENSE + 1];
  int16_t by[2 * 26 * 4 + DENSE + 1];
  int count;
} changes;
static inline void note_change(changes *list, const int16_t *row, int by) {
  list->row[list->count] = row;
  list->by[list->count++] = by;
}

// The values of the up to four inputs of a place by the number of its checkers.
static int8_t on_point[16][4], on_bar[16][4], borne_off[16][4];
static void fill_places(void) {
  for (int n = 0; n < 16; n++) {
    if (n) on_point[n][n > 2 ? 2 : n - 1] = 1;
    on_point[n][3] = n > 3 ? n - 3 : 0;
    on_bar[n][0] = n > 0;
    on_bar[n][1] = n > 1;
    on_bar[n][2] = n > 2 ? n - 2 : 0;
    for (int fives = 0; fives < 3; fives++) borne_off[n][fives] = n > 5 * fives + 5 ? 5 : n > 5 * fives ? n - 5 * fives : 0;
  }
}
static inline void list_side(changes *list, const int16_t *rows, int hidden, const uint8_t *before, const uint8_t *after) {
  uint32_t same = wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(before), wasm_v128_load(after))) |
                  wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(before + 16), wasm_v128_load(after + 16))) << 16;
  for (uint32_t left = ~same & 0x3ffffff; left; left &= left - 1) {
    int place = __builtin_ctz(left), first = place == 0 ? 99 : 4 * (place - 1);
    int8_t(*values)[4] = place == 0 ? borne_off : place == BAR ? on_bar : on_point;
    const int8_t *from = values[before[place]], *to = values[after[place]];
    for (int n = 0; n < 4; n++) {
      if (from[n] == to[n]) continue;
      note_change(list, rows + (first + n) * hidden, (to[n] - from[n]) << RAW_SHIFT);
    }
  }
}
static inline void list_dense_changes(changes *list, const int16_t *rows, const int16_t *shifts, int hidden, const int16_t *before,
                                      const int16_t *after) {
  for (int part = 0; part < DENSE; part += LANES) {
    v128_t equal = wasm_i16x8_eq(wasm_v128_load(before + part), wasm_v128_load(after + part));
    for (uint32_t left = ~wasm_i16x8_bitmask(equal) & 0xff; left; left &= left - 1) {
      int n = part + __builtin_ctz(left);
      note_change(list, rows + n * hidden, (after[n] - before[n]) << shifts[n]);
    }
  }
}

static int16_t activated[2 * HALF_TABLE]; // of src/net.ts
static inline int32_t total(v128_t four) {
  v128_t two = wasm_i32x4_add(four, wasm_i32x4_shuffle(four, four, 2, 3, 0, 1));
  return wasm_i32x4_extract_lane(two, 0) + wasm_i32x4_extract_lane(two, 1);
}
#define BLOCK 4 // vectors of eight sums that stay in registers during a pass over the changes
// Changes the sums, and writes the outputs' sums of the activated units.
static inline __attribute__((always_inline)) void apply(const changes *list, int hidden, int outputs, int32_t *sums, const int16_t *out,
                                                        const int32_t *bias, int32_t *y) {
  int16_t places[256] __attribute__((aligned(16)));
  for (int at = 0; at < hidden; at += BLOCK * LANES) {
    v128_t low[BLOCK], high[BLOCK];
#pragma clang loop unroll(full)
    for (int k = 0; k < BLOCK; k++) low[k] = wasm_v128_load(sums + at + k * LANES), high[k] = wasm_v128_load(sums + at + k * LANES + 4);
    // Two rows at a time, whose weights for a unit stand side by side in the operands of the dot product.
    for (int n = 0; n < list->count; n += 2) {
      const int16_t *a = list->row[n] + at, *b = list->row[n + 1] + at;
      v128_t by = wasm_i32x4_splat((uint16_t)list->by[n] | (uint32_t)list->by[n + 1] << 16);
#pragma clang loop unroll(full)
      for (int k = 0; k < BLOCK; k++) {
        v128_t first = wasm_v128_load(a + k * LANES), second = wasm_v128_load(b + k * LANES);
        low[k] = wasm_i32x4_add(low[k], wasm_i32x4_dot_i16x8(by, wasm_i16x8_shuffle(first, second, 0, 8, 1, 9, 2, 10, 3, 11)));
        high[k] = wasm_i32x4_add(high[k], wasm_i32x4_dot_i16x8(by, wasm_i16x8_shuffle(first, second, 4, 12, 5, 13, 6, 14, 7, 15)));
      }
    }
#pragma clang loop unroll(full)
    for (int k = 0; k < BLOCK; k++) {
      wasm_v128_store(sums + at + k * LANES, low[k]);
      wasm_v128_store(sums + at + k * LANES + 4, high[k]);
      v128_t place = wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(low[k], SUM_SHIFT), wasm_i32x4_shr(high[k], SUM_SHIFT));
      place = wasm_i16x8_max(wasm_i16x8_min(place, wasm_i16x8_splat(HALF_TABLE - 1)), wasm_i16x8_splat(-HALF_TABLE));
      wasm_v128_store(places + at + k * LANES, place);
    }
  }
  for (int unit = 0; unit < hidden; unit++) places[unit] = activated[HALF_TABLE + places[unit]];
  v128_t logits[OUTPUTS];
  for (int o = 0; o < outputs; o++) logits[o] = wasm_i32x4_splat(0);
  for (int group = 0; group < hidden / LANES; group++) {
    v128_t h = wasm_v128_load(places + group * LANES);
    for (int o = 0; o < outputs; o++)
      logits[o] = wasm_i32x4_add(logits[o], wasm_i32x4_dot_i16x8(h, wasm_v128_load(out + (group * OUTPUTS + o) * LANES)));
  }
  for (int o = 0; o < outputs; o++) y[o] = (int32_t)((uint32_t)total(logits[o]) + (uint32_t)bias[o]);
}
#define RUN(NAME, HIDDEN, COUNT)                                                                                       \
  static NET(HIDDEN) NAME __attribute__((aligned(16)));                                                                \
  static STATE(HIDDEN) NAME##_state __attribute__((aligned(16)));                                                      \
  static void run_##NAME(const board *b, const int16_t *dense, int32_t *y) {                                           \
    changes list;                                                                                                      \
    list.count = 0;                                                                                                    \
    if (!NAME##_state.begun) {                                                                                         \
      NAME##_state.begun = 1;                                                                                          \
      for (int j = 0; j < HIDDEN; j++) NAME##_state.sums[j] = NAME.bias[j];                                            \
    }                                                                                                                  \
    list_side(&list, NAME.raw[0], HIDDEN, NAME##_state.seen.x, b->x);                                                  \
    list_side(&list, NAME.raw[RAW / 2], HIDDEN, NAME##_state.seen.y, b->y);                                            \
    NAME##_state.seen = *b;                                                                                            \
    if (dense) {                                                                                                       \
      list_dense_changes(&list, NAME.dense[0], NAME.dense_shift, HIDDEN, NAME##_state.dense, dense);                   \
      for (int n = 0; n < DENSE; n++) NAME##_state.dense[n] = dense[n];                                                \
    }                                                                                                                  \
    if (list.count & 1) note_change(&list, NAME.raw[0], 0);                                                            \
    apply(&list, HIDDEN, COUNT, NAME##_state.sums, NAME.out[0][0], NAME.out_bias, y);                                  \
  }
RUN(contact, 256, OUTPUTS)
RUN(race, 64, OUTPUTS)
RUN(pruning, 32, 1)
