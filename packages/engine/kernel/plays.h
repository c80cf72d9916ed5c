// The plays of a roll, each resulting position once and in the same order as packages/rules/src/kernel.ts, which explains the
// algorithm. A packed position has 26 counts of four bits for the mover, then 26 for the opponent, on the mover's places.
#pragma once
#include <stdint.h>
#include <wasm_simd128.h>

typedef int32_t words __attribute__((vector_size(16)));
typedef struct {
  words mine, theirs;
} packed;

#define BAR 25
#define MOST_PLAYS 3060
#define TOP(set) (31 - __builtin_clz(set))
#define EACH_DOWN(place, set) for (uint32_t left = (set), place; left && (place = TOP(left), left ^= 1u << place, 1);)

static packed plays[MOST_PLAYS];
static packed *written;
static packed steps[7][26][2]; // what a hop changes: by die, source, and 1 if it hits
static packed boards[5];       // the loaded position, and the positions after the hops of a play
static uint32_t own, blocked, blots;
static int outside;

static inline int count_at(words w, int place) {
  return ((uint32_t)w[place >> 3] >> ((place & 7) * 4)) & 15;
}
static void add_at(words *w, int place, int checkers) {
  (*w)[place >> 3] += (int32_t)((uint32_t)checkers << ((place & 7) * 4));
}
static void fill_steps(void) {
  for (int die = 1; die <= 6; die++)
    for (int source = 1; source <= BAR; source++)
      for (int hit = 0; hit < 2; hit++) {
        int target = source > die ? source - die : 0;
        packed *step = &steps[die][source][hit];
        add_at(&step->mine, source, -1);
        add_at(&step->mine, target, 1);
        if (!hit || !target) continue;
        add_at(&step->theirs, target, -1);
        add_at(&step->theirs, 0, 1);
      }
}
// Spreads the counts of one side over bytes.
static inline void spread(words w, uint8_t *bytes) {
  v128_t low = wasm_v128_and((v128_t)w, wasm_i8x16_splat(15)), high = wasm_u8x16_shr((v128_t)w, 4);
  wasm_v128_store(bytes, wasm_i8x16_shuffle(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
  wasm_v128_store(bytes + 16, wasm_i8x16_shuffle(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
}
// Returns the places with exactly that many checkers.
static inline uint32_t places_with(const uint8_t *bytes, int count) {
  v128_t wanted = wasm_i8x16_splat(count);
  return wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(bytes), wanted)) |
         wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(bytes + 16), wanted)) << 16;
}
static void load(const packed *position) {
  uint8_t mine[32], theirs[32];
  spread(position->mine, mine);
  spread(position->theirs, theirs);
  boards[0] = *position;
  own = ~places_with(mine, 0) & 0x3fffffe;
  blots = places_with(theirs, 1) & 0x1fffffe;
  blocked = ~places_with(theirs, 0) & ~blots & 0x1fffffe;
  outside = 0;
  EACH_DOWN(place, own & ~0x7fu) outside += mine[place];
}
// ---- single hops ----
static inline uint32_t sources_of(int die, uint32_t men) {
  if (men >> BAR) return blocked >> (BAR - die) & 1 ? 0 : 1u << BAR;
  uint32_t moving = men & ~(blocked << die) & (~0u << (die + 1));
  if (men >> 7) return moving;
  return moving | (men & 1u << die) | (men && TOP(men) < die ? 1u << TOP(men) : 0);
}
static inline const packed *step_of(int die, int source, uint32_t singles) {
  return &steps[die][source][source > die && singles >> (source - die) & 1];
}
static inline void descend(int level, const packed *step) {
  boards[level + 1].mine = boards[level].mine + step->mine;
  boards[level + 1].theirs = boards[level].theirs + step->theirs;
}
static void emit_each(int level, uint32_t sources, int die, uint32_t singles) {
  packed board = boards[level];
  EACH_DOWN(source, sources) {
    const packed *step = step_of(die, source, singles);
    written->mine = board.mine + step->mine;
    written->theirs = board.theirs + step->theirs;
    written++;
  }
}
static inline uint32_t men_after(int level, uint32_t men, int source, int die) {
  if (count_at(boards[level].mine, source) == 1) men ^= 1u << source;
  return source > die ? men | 1u << (source - die) : men;
}
static inline uint32_t blots_after(uint32_t singles, int target) {
  return target > 0 ? singles & ~(1u << target) : singles;
}
// ---- doubles ----
static int hops_wanted, hops_reached;
static void descend_double(int die, int level, int highest, uint32_t men, uint32_t singles) {
  uint32_t sources = sources_of(die, men) & ((2u << highest) - 1);
  if (!sources) return;
  if (level >= hops_reached) hops_reached = level + 1;
  if (level + 1 == hops_wanted) {
    emit_each(level, sources, die, singles);
    return;
  }
  EACH_DOWN(source, sources) {
    descend(level, step_of(die, source, singles));
    descend_double(die, level + 1, source, men_after(level, men, source, die), blots_after(singles, (int)source - die));
  }
}
static void play_double(int die) {
  hops_reached = 0;
  hops_wanted = 4;
  descend_double(die, 0, BAR, own, blots);
  if (!hops_reached || hops_reached == 4) return;
  hops_wanted = hops_reached;
  descend_double(die, 0, BAR, own, blots);
}
// ---- one die of two ----
static void play_one_die(int larger, int smaller) {
  emit_each(0, sources_of(larger, own), larger, blots);
  if (written == plays) emit_each(0, sources_of(smaller, own), smaller, blots);
}
// ---- two different dice, bearing off out of reach ----
static void emit_pairs(int first, int die, int other_die, uint32_t seconds) {
  if (!seconds) return;
  descend(0, step_of(die, first, blots));
  emit_each(1, seconds, other_die, blots_after(blots, first - die));
}
static void pair_in_field(int larger, int smaller) {
  uint32_t seconds = sources_of(smaller, own);
  EACH_DOWN(first, sources_of(larger, own)) {
    uint32_t vacated = count_at(boards[0].mine, first) == 1 ? 1u << first : 0;
    uint32_t met = first + smaller < 32 ? 1u << (first + smaller) : 0;
    emit_pairs(first, larger, smaller, seconds & ~vacated & ~(1u << (first - larger)) & ~met);
  }
}
static void enter_and_move(int entering, int moving) {
  if (blocked >> (BAR - entering) & 1) return;
  emit_pairs(BAR, entering, moving, sources_of(moving, own ^ 1u << BAR) & ~(1u << (BAR - entering)));
}
static void run(int source, int larger, int smaller) {
  if (blocked >> (source - larger - smaller) & 1) return;
  uint32_t over_larger = 1u << (source - larger), over_smaller = 1u << (source - smaller);
  int larger_free = !(blocked & over_larger);
  if (larger_free) emit_pairs(source, larger, smaller, over_larger);
  int seen_already = larger_free && !(blots & (over_larger | over_smaller));
  if (!(blocked & over_smaller) && !seen_already) emit_pairs(source, smaller, larger, over_smaller);
}
static void play_in_field(int larger, int smaller) {
  int on_bar = count_at(boards[0].mine, BAR);
  if (on_bar == 0) {
    pair_in_field(larger, smaller);
    EACH_DOWN(source, own & (~0u << (larger + smaller + 1))) run(source, larger, smaller);
  } else if (on_bar == 1) {
    enter_and_move(larger, smaller);
    enter_and_move(smaller, larger);
    run(BAR, larger, smaller);
  } else if (!(blocked >> (BAR - larger) & 1) && !(blocked >> (BAR - smaller) & 1))
    emit_pairs(BAR, larger, smaller, 1u << BAR);
  if (written == plays) play_one_die(larger, smaller);
}
// ---- two different dice, bearing off within reach ----
static int is_repeat(const packed *play) {
  for (const packed *before = plays; before < play; before++) {
    v128_t differs = wasm_v128_or(wasm_v128_xor((v128_t)before->mine, (v128_t)play->mine),
                                  wasm_v128_xor((v128_t)before->theirs, (v128_t)play->theirs));
    if (!wasm_v128_any_true(differs)) return 1;
  }
  return 0;
}
static void play_in_order(int die, int other_die) {
  EACH_DOWN(source, sources_of(die, own)) {
    packed *begun = written;
    descend(0, step_of(die, source, blots));
    emit_each(1, sources_of(other_die, men_after(0, own, source, die)), other_die, blots_after(blots, (int)source - die));
    packed *end = written;
    written = begun;
    for (packed *play = begun; play < end; play++) {
      *written = *play;
      if (!is_repeat(written)) written++;
    }
  }
}
// Returns the number of plays of the loaded position.
static int generate(int larger, int smaller) {
  written = plays;
  if (larger == smaller)
    play_double(larger);
  else if (outside > 1)
    play_in_field(larger, smaller);
  else {
    play_in_order(larger, smaller);
    play_in_order(smaller, larger);
    if (written == plays) play_one_die(larger, smaller);
  }
  return written - plays;
}
