// The inputs of the net, as listed in docs/engine.md and in the same order as in packages/engine/src/inputs.ts.
// x is the side on roll, y the other; each counts from its own ace point 1 to 24, 25 is the bar and 0 off.
#include "plays.h"
#include <immintrin.h>
#include <string.h>
#define NRAW 204 // 2 * (24 * 4 for the points + 3 for the bar + 3 for those off)
#define NSIDE 14 // a side: standing
#define NX 6     // a side: tactics
#define NZ 4     // a side: plans
#define G (NRAW + 2 * NSIDE)
#define NIN (G + 3 + 2 * NX + 2 * NZ)
typedef struct {
  unsigned char x[32], y[32];
} board_t;
// The inputs that are not zero, by index and value.
typedef struct {
  short i[96];
  float v[96];
  int n;
  int race;       // no contact any more
  int offx, offy; // checkers off
} feat_t;
// One side as bit sets of its places, and the opponent's view of them.
typedef struct {
  const unsigned char *c;
  uint32_t any, made, blot, madeSeen, blotSeen;
  int pip, rear;
} side_t;

static unsigned char mob[4096], esc[10][4096];
static void inputs_init(void) {
  for (int m = 0; m < 4096; m++) {
    int n = 0;
#define BLK(k) ((k) <= 12 && (m >> (12 - (k)) & 1))
    for (int a = 1; a <= 6; a++)
      for (int b = 1; b <= a; b++) {
        if (a == b) {
          int k = 0;
          while (k < 4 && !BLK((k + 1) * a)) k++;
          if (k >= 2) n++;
        } else if (!BLK(a + b) && (!BLK(a) || !BLK(b)))
          n += 2;
      }
    mob[m] = n;
    for (int need = 1; need < 10; need++) {
      n = 0; // esc: rolls by which one checker gets at least `need` pips ahead onto an open point
      for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= a; b++) {
          int ok = 0;
          if (a == b) {
            for (int k = 1; k <= 4 && !BLK(k * a); k++)
              if (k * a >= need) ok = 1;
          } else {
            if ((!BLK(a) && a >= need) || (!BLK(b) && b >= need)) ok = 1;
            if (!BLK(a + b) && (!BLK(a) || !BLK(b)) && a + b >= need) ok = 1;
          }
          n += ok * (a == b ? 1 : 2);
        }
      esc[need][m] = n;
    }
  }
}
// rolls (of 36) by which a side with checkers M (own view, bit 25 = bar) can hit a blot in T, blocked points B;
// *risk += pips lost with the most valuable blot hit, *twice += rolls that reach two blots
static int shots(uint32_t M, int bar, uint32_t B, uint32_t T, int *risk, int *twice) {
  if (!T) return 0;
  uint32_t op = ~B, h;
  int n = 0, rk = 0, tw = 0;
#define HIT(w)                                                                                                         \
  if (h) {                                                                                                             \
    n += w;                                                                                                            \
    rk += w * TOP(h);                                                                                                  \
    if (h & (h - 1)) tw += w;                                                                                          \
  }
  if (bar == 0) {
    uint32_t s[7], D[7];
    for (int d = 1; d <= 6; d++) {
      s[d] = M >> d;
      D[d] = s[d] & T;
      s[d] &= op;
    }
    for (int a = 1; a <= 6; a++) {
      uint32_t m2 = (s[a] >> a) & op, m3 = (m2 >> a) & op;
      h = D[a] | ((s[a] >> a | m2 >> a | m3 >> a) & T);
      HIT(1)
      for (int b = 1; b < a; b++) {
        h = D[a] | D[b] | ((s[a] >> b | s[b] >> a) & T);
        HIT(2)
      }
    }
  } else {
    uint32_t R = M & ~(1u << 25);
    for (int a = 1; a <= 6; a++) {
      uint32_t ea = (1u << (25 - a)) & op;
      h = 0;
      if (ea) {
        h = ea & T;
        if (bar < 4) {
          uint32_t m = R | ea;
          for (int k = bar; k < 4; k++) {
            m = (m >> a) & op;
            h |= m & T;
          }
        }
      }
      HIT(1)
      for (int b = 1; b < a; b++) {
        uint32_t eb = (1u << (25 - b)) & op;
        h = (ea | eb) & T;
        if (bar == 1) {
          if (ea) h |= ((R | ea) >> b) & T;
          if (eb) h |= ((R | eb) >> a) & T;
        }
        HIT(2)
      }
    }
  }
  *risk += rk;
  *twice += tw;
  return n;
}
// rolls (of 36) that make a new point: S = checkers free to move, A = own blots, E = empty or enemy-blot points, W =
// where it counts
static int makers(uint32_t S, uint32_t A, uint32_t E, uint32_t W) {
  uint32_t s[7];
  int n = 0;
  A &= W;
  E &= W;
  for (int d = 1; d <= 6; d++) s[d] = S >> d;
  for (int a = 1; a <= 6; a++) {
    if ((s[a] & A) || ((s[a] >> a) & A)) n++;
    for (int b = 1; b < a; b++)
      if (((s[a] | s[b]) & A) || (s[a] & s[b] & E)) n += 2;
  }
  return n;
}
static inline int mobat(int p, uint32_t B) {
  return mob[(p >= 12 ? (B >> (p - 12)) : (B << (12 - p))) & 0xfff];
}
static inline int escat(int p, uint32_t B) {
  int need = p - 16;
  return esc[need < 1 ? 1 : need][(p >= 12 ? (B >> (p - 12)) : (B << (12 - p))) & 0xfff];
}
static inline uint32_t rev25(uint32_t v) {
  v = __builtin_bswap32(v);
  v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
  v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
  v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
  return v >> 6;
} // bit p -> bit 25-p
static inline void add(feat_t *f, int i, float v) {
  if (v != 0) {
    f->i[f->n] = i;
    f->v[f->n++] = v;
  }
}

static void unpack(const rec *r, board_t *b) { // mover of r becomes Y, opponent becomes X (on roll)
  __m128i m = (__m128i)r->m, o = (__m128i)r->o, k = _mm_set1_epi8(15);
  __m128i a = _mm_and_si128(m, k), c = _mm_and_si128(_mm_srli_epi16(m, 4), k);
  _mm_storeu_si128((__m128i *)b->y, _mm_unpacklo_epi8(a, c));
  _mm_storeu_si128((__m128i *)(b->y + 16), _mm_unpackhi_epi8(a, c));
  unsigned char t[32];
  a = _mm_and_si128(o, k);
  c = _mm_and_si128(_mm_srli_epi16(o, 4), k);
  _mm_storeu_si128((__m128i *)t, _mm_unpacklo_epi8(a, c));
  _mm_storeu_si128((__m128i *)(t + 16), _mm_unpackhi_epi8(a, c));
  int s = 0;
  for (int p = 1; p <= 25; p++) {
    b->x[p] = t[25 - p];
    s += t[25 - p];
  }
  b->x[0] = 15 - s;
}
static void pack(const board_t *b, int32_t p[8]) { // X to move -> movegen input
  memset(p, 0, 32);
  for (int k = 0; k <= 25; k++) {
    p[k >> 3] |= (uint32_t)b->x[k] << ((k & 7) * 4);
    if (k < 25) p[4 + (k >> 3)] |= (uint32_t)b->y[25 - k] << ((k & 7) * 4);
  }
}

static void put_checkers(feat_t *f, int base, side_t *s) {
  for (int p = 1; p <= 24; p++) {
    int n = s->c[p];
    if (!n) continue;
    add(f, base + (p - 1) * 4 + (n > 2 ? 2 : n - 1), 1);
    if (n > 3) add(f, base + (p - 1) * 4 + 3, (n - 3) / 2.f);
  }
  int bar = s->c[25], off = s->c[0];
  if (bar > 0) add(f, base + 96, 1);
  if (bar > 1) add(f, base + 97, 1);
  if (bar > 2) add(f, base + 98, (bar - 2) * .5f);
  for (int k = 0; k < 3; k++)
    if (off > 5 * k) add(f, base + 99 + k, (off - 5 * k > 5 ? 5 : off - 5 * k) / 5.f);
}
static void survey(side_t *s, const unsigned char *c) {
  __m256i w = _mm256_loadu_si256((const __m256i *)c);
  s->c = c;
  s->any = ~_mm256_movemask_epi8(_mm256_cmpeq_epi8(w, _mm256_setzero_si256())) & 0x3fffffe;
  s->blot = _mm256_movemask_epi8(_mm256_cmpeq_epi8(w, _mm256_set1_epi8(1))) & 0x1fffffe;
  s->made = s->any & ~s->blot & 0x1fffffe;
  s->madeSeen = rev25(s->made);
  s->blotSeen = rev25(s->blot);
  s->rear = s->any ? TOP(s->any) : 0;
  s->pip = 0;
  for (uint32_t q = s->any; q; q &= q - 1) s->pip += __builtin_ctz(q) * c[__builtin_ctz(q)];
}
static float clamp1(float v) {
  return v > 1 ? 1 : v < -1 ? -1 : v;
}
// Pips needed to bring all checkers home, and how they compare with the opponent's race.
static void put_gammon_race(feat_t *f, int at, const side_t *s, const side_t *o) {
  int outside = 0;
  for (uint32_t q = s->any & ~0x7fu; q; q &= q - 1) outside += s->c[__builtin_ctz(q)] * (__builtin_ctz(q) - 6);
  add(f, at, outside / 60.f);
  if (!s->c[0]) add(f, at + 1, clamp1((o->pip - outside - 8) / 40.f));
}
// Shots, and the mobility of the rearmost checker.
static void put_tactics(feat_t *f, int k, int x, const side_t *s, const side_t *o) {
  int risk = 0, twice = 0;
  add(f, k + 1, shots(s->any, s->c[25], o->madeSeen, o->blotSeen, &risk, &twice) / 36.f);
  add(f, x, risk / 400.f);
  add(f, x + 1, twice / 36.f);
  add(f, x + 2, escat(s->rear, o->madeSeen) / 36.f);
  add(f, k + 2, mobat(s->rear, o->madeSeen) / 36.f);
}
// Rolls that make a point from 3 to 8, or an anchor from 18 to 22.
static void put_point_making(feat_t *f, int at, const side_t *s, const side_t *o) {
  if (s->c[25]) return;
  uint32_t two = _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)s->c), _mm256_set1_epi8(2)));
  uint32_t spare = s->any & ~two, empty = ~(s->made | s->blot | o->madeSeen) & 0x1fffffe;
  add(f, at, makers(spare, s->blot, empty, 0x1f8) / 36.f);
  add(f, at + 1, makers(spare, s->blot, empty, 0x7c0000) / 36.f);
}
// How trapped and how hindered the back checkers are.
static void put_back_checkers(feat_t *f, int k, int x, const side_t *s, const side_t *o) {
  int trapped = 0, hindered = 0;
  for (uint32_t q = s->any & ~0x1fffu; q; q &= q - 1) {
    int p = __builtin_ctz(q);
    hindered += s->c[p] * (36 - mobat(p, o->madeSeen));
    if (p > 17) trapped += s->c[p] * (36 - escat(p, o->madeSeen));
  }
  add(f, x + 3, trapped / 108.f);
  add(f, k + 3, hindered / 108.f);
}
// Home points, primes, anchors, and how well the points hold the opponent's back checkers.
static void put_blockade(feat_t *f, int k, int x, const side_t *s, const side_t *o) {
  int ahead = __builtin_popcount(s->made >> (26 - o->rear) & 63), home = __builtin_popcount(s->made & 0x7e);
  int run = 0, least = 36;
  for (uint32_t q = s->made; q; q &= q << 1) run++;
  for (int p = 19; p <= 25; p++) least = mobat(p, s->madeSeen) < least ? mobat(p, s->madeSeen) : least;
  if (run > 6) run = 6;
  add(f, x + 4, ahead / 6.f);
  if (ahead > 3) add(f, x + 5, (ahead - 3) * (ahead - 3) / 9.f);
  add(f, k + 4, home / 6.f);
  add(f, k + 5, home * home / 36.f);
  if (o->c[25]) add(f, k + 6, home * home / 36.f);
  add(f, k + 7, run * run / 36.f);
  if (s->made & 0x1f80000) add(f, k + 11, 1);
  if (s->blot & 0x7e) add(f, k + 12, o->c[25] ? 1 : .3f);
  add(f, k + 13, 1 - least / 36.f);
}
// Checkers out of play, in reserve, and the farthest back.
static void put_spread(feat_t *f, int k, const side_t *s, const side_t *o) {
  int past = 0, spare = 0, lim = 25 - o->rear;
  if (lim > 0)
    for (uint32_t q = s->any & ((1u << lim) - 1); q; q &= q - 1) past += s->c[__builtin_ctz(q)];
  for (uint32_t q = s->any & 0x7ff80; q; q &= q - 1) spare += s->c[__builtin_ctz(q)] * (__builtin_ctz(q) - 6);
  add(f, k + 8, past / 15.f);
  add(f, k + 9, spare / 60.f);
  add(f, k + 10, s->rear / 25.f);
}
static void inputs(const board_t *b, feat_t *f) {
  side_t s[2];
  survey(&s[0], b->x);
  survey(&s[1], b->y);
  f->n = 0;
  f->offx = b->x[0];
  f->offy = b->y[0];
  f->race = s[0].rear + s[1].rear <= 25;
  for (int k = 0; k < 2; k++) put_checkers(f, 102 * k, &s[k]);
  add(f, G, clamp1((s[1].pip - s[0].pip + 4) / (float)(s[0].pip + s[1].pip + 10) * 4));
  for (int k = 0; k < 2; k++) add(f, NRAW + k * NSIDE, s[k].pip / 100.f);
  for (int k = 0; k < 2; k++) put_gammon_race(f, G + 3 + 2 * NX + k * NZ, &s[k], &s[1 - k]);
  if (f->race) return;
  add(f, G + 1, (s[0].rear + s[1].rear - 25) / 24.f);
  for (int k = 0; k < 2; k++) {
    int standing = NRAW + k * NSIDE, tactics = G + 3 + k * NX, plans = G + 3 + 2 * NX + k * NZ;
    put_tactics(f, standing, tactics, &s[k], &s[1 - k]);
    put_point_making(f, plans + 2, &s[k], &s[1 - k]);
    put_back_checkers(f, standing, tactics, &s[k], &s[1 - k]);
    put_blockade(f, standing, tactics, &s[k], &s[1 - k]);
    put_spread(f, standing, &s[k], &s[1 - k]);
  }
  add(f, G + 2, (s[0].any | s[1].any) >> 25);
}
