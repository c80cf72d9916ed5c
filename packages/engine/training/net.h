// The nets for contact and for races: inputs, hidden units, outputs, with a sigmoid after each layer; evaluation and learning step.
// Outputs, for the side on roll: win, win gammon+, win backgammon, lose gammon+, lose backgammon. Needs AVX2.
#include "bearoff.h"
#include "inputs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef H
#define H 256 // hidden units, contact net
#endif
#ifndef HR
#define HR 64 // hidden units, race net
#endif
typedef struct {
  float w1[NIN][H], b1[H], w2[5][H], b2[5], pad1[11];
  float r1[NIN][HR], rb1[HR], r2[5][HR], rb2[5], pad2[11];
} net_t;
typedef float v16 __attribute__((vector_size(64), aligned(64)));
typedef int i16 __attribute__((vector_size(64)));
typedef float v16u __attribute__((vector_size(64), aligned(4)));
static inline v16 vsig(v16 x) { // 1/(1+exp(-x)); exp by 2^k * polynomial, relative error about 2e-7
  v16 t = x * -1.44269504f;
  v16 hi = (v16){} + 126.f, lo = (v16){} - 126.f;
  i16 m = t > hi;
  t = (v16)(((i16)hi & m) | ((i16)t & ~m));
  m = t < lo;
  t = (v16)(((i16)lo & m) | ((i16)t & ~m));
  v16 r = t + 12582912.f;
  i16 k = (i16)r;
  r -= 12582912.f;
  v16 f = t - r;
  v16 p = ((((((v16){} + 1.5403530e-4f) * f + 1.3333558e-3f) * f + 9.6181291e-3f) * f + 5.5504109e-2f) * f +
           2.4022651e-1f) *
              f +
          6.9314718e-1f;
  p = p * f + 1.f;
  i16 e = (i16)p + (k << 23);
  return 1.f / (1.f + (v16)e);
}
#define LAYER(NAME, HH)                                                                                                \
  static inline void NAME(const float *restrict w1, const float *b1, const float *w2, const float *b2,                 \
                          const feat_t *f, float *restrict h, float *restrict y) {                                     \
    v16 s[5] = {};                                                                                                     \
    for (int j = 0; j < HH; j += 64) {                                                                                 \
      const v16u *b = (const v16u *)(b1 + j);                                                                          \
      v16 a0 = b[0], a1 = b[1], a2 = b[2], a3 = b[3];                                                                  \
      for (int k = 0; k < f->n; k++) {                                                                                 \
        const v16u *w = (const v16u *)(w1 + f->i[k] * HH + j);                                                         \
        float v = f->v[k];                                                                                             \
        a0 += w[0] * v;                                                                                                \
        a1 += w[1] * v;                                                                                                \
        a2 += w[2] * v;                                                                                                \
        a3 += w[3] * v;                                                                                                \
      }                                                                                                                \
      a0 = vsig(a0);                                                                                                   \
      a1 = vsig(a1);                                                                                                   \
      a2 = vsig(a2);                                                                                                   \
      a3 = vsig(a3);                                                                                                   \
      v16u *hh = (v16u *)(h + j);                                                                                      \
      hh[0] = a0;                                                                                                      \
      hh[1] = a1;                                                                                                      \
      hh[2] = a2;                                                                                                      \
      hh[3] = a3;                                                                                                      \
      for (int o = 0; o < 5; o++) {                                                                                    \
        const v16u *u = (const v16u *)(w2 + o * HH + j);                                                               \
        s[o] += u[0] * a0 + u[1] * a1 + u[2] * a2 + u[3] * a3;                                                         \
      }                                                                                                                \
    }                                                                                                                  \
    for (int o = 0; o < 5; o++) {                                                                                      \
      float t = 0;                                                                                                     \
      for (int q = 0; q < 16; q++) t += s[o][q];                                                                       \
      y[o] = t + b2[o];                                                                                                \
    }                                                                                                                  \
  }
LAYER(layc, H)
LAYER(layr, HR)
static inline void fwd(const net_t *N, const feat_t *f, float *restrict h, float *restrict y) {
  if (!f->race)
    layc((const float *)N->w1, N->b1, (const float *)N->w2, N->b2, f, h, y);
  else
    layr((const float *)N->r1, N->rb1, (const float *)N->r2, N->rb2, f, h, y);
  v16 e = {y[0], y[1], y[2], y[3], y[4]};
  e = vsig(e);
  for (int o = 0; o < 5; o++) y[o] = e[o];
  if (f->offy > 0) y[1] = y[2] = 0;
  if (f->offx > 0) y[3] = y[4] = 0; // a side with a checker off cannot be gammoned
  if (y[1] > y[0]) y[1] = y[0];
  if (y[2] > y[1]) y[2] = y[1];
  float l = 1 - y[0];
  if (y[3] > l) y[3] = l;
  if (y[4] > y[3]) y[4] = y[3];
}
// One of the two nets, as pointers into a net_t.
typedef struct {
  float *w1, *b1, *w2, *b2;
  int hidden;
} part_t;
static inline part_t part_of(net_t *N, int race) {
  if (race) return (part_t){(float *)N->r1, N->rb1, (float *)N->r2, N->rb2, HR};
  return (part_t){(float *)N->w1, N->b1, (float *)N->w2, N->b2, H};
}
#define MOST_HIDDEN (H > HR ? H : HR)
// Propagates the errors of the outputs back to the sums of the hidden units.
static inline void back_to_hidden(part_t part, const float *h, const float *d, float *g) {
  for (int j = 0; j < part.hidden; j++) {
    float s = 0;
    for (int o = 0; o < 5; o++) s += d[o] * part.w2[o * part.hidden + j];
    g[j] = s * h[j] * (1 - h[j]);
  }
}
static void learn(net_t *N, const feat_t *f, const float *t, float al) {
  float h[MOST_HIDDEN] __attribute__((aligned(64))), g[MOST_HIDDEN] __attribute__((aligned(64))), y[8], d[5];
  part_t part = part_of(N, f->race);
  fwd(N, f, h, y);
  for (int o = 0; o < 5; o++) d[o] = al * (t[o] - y[o]);
  if (f->offy > 0) d[1] = d[2] = 0;
  if (f->offx > 0) d[3] = d[4] = 0;
  back_to_hidden(part, h, d, g);
  for (int o = 0; o < 5; o++) {
    for (int j = 0; j < part.hidden; j++) part.w2[o * part.hidden + j] += d[o] * h[j];
    part.b2[o] += d[o];
  }
  for (int j = 0; j < part.hidden; j++) part.b1[j] += g[j];
  for (int k = 0; k < f->n; k++) {
    float *w = part.w1 + f->i[k] * part.hidden;
    for (int j = 0; j < part.hidden; j++) w[j] += f->v[k] * g[j];
  }
}
static inline float eq5(const float *y) {
  return 2 * y[0] - 1 + y[1] + y[2] - y[3] - y[4];
}
static inline void flip(const float *a, float *b) {
  b[0] = 1 - a[0];
  b[1] = a[3];
  b[2] = a[4];
  b[3] = a[1];
  b[4] = a[2];
}
// 0 = not over, else points won by Y (mover); fills y = X's view
static inline int over(const board_t *b, float *y) {
  if (b->y[0] < 15) return 0;
  int g = 1;
  if (b->x[0] == 0) {
    g = 2;
    for (int p = 19; p <= 25; p++)
      if (b->x[p]) g = 3;
  }
  y[0] = y[1] = y[2] = 0;
  y[3] = g >= 2;
  y[4] = g >= 3;
  return g;
}
// Evaluates a position: the result of a finished game, exact chances in a bear-off (after bearoff_init), otherwise the net's.
static inline void value(const net_t *N, const board_t *b, float *y) {
  if (over(b, y) || bear_off(b->x, b->y, y)) return;
  feat_t f;
  float h[H] __attribute__((aligned(64)));
  inputs(b, &f);
  fwd(N, &f, h, y);
}
static int netload(net_t *N, const char *fn) {
  FILE *f = fopen(fn, "rb");
  if (!f) return 0;
  int r = fread(N, sizeof *N, 1, f);
  fclose(f);
  return r;
}
static void netsave(const net_t *N, const char *fn) {
  char t[600];
  snprintf(t, sizeof t, "%s.tmp", fn);
  FILE *f = fopen(t, "wb");
  fwrite(N, sizeof *N, 1, f);
  fclose(f);
  rename(t, fn);
}
