// Legal plays: the algorithm of packages/rules/src/kernel.ts, where it is explained, with compiler vectors instead of words.
//   plays_init() once; load(packed position); n = gen(die, die); the results are out[0 … n-1], from the mover's view.
// A packed position is 26 counts of four bits for the mover (own points 1 to 24, bar 25, off 0) and 26 for the opponent, on the
// mover's points (place 0 is the opponent's bar).
#include <stdint.h>
typedef int32_t v4 __attribute__((vector_size(16)));
typedef struct {
  v4 m, o;           // the mover's and the opponent's counts
  int32_t mv, pad[3]; // sources of the hops, six bits each
} rec;
static rec out[4096];
static rec *op;
static v4 DW[7 * 26], HW[26];
static int cnt[32];
static v4 rm, ro;
static uint32_t M, B, T;
static int outside;
static int S[2][32];
static v4 SD[2][32][2];
static v4 nibv(int i, int x) {
  v4 v = {0, 0, 0, 0};
  v[i >> 3] = (int32_t)((uint32_t)x << ((i & 7) * 4));
  return v;
}
static void plays_init(void) {
  for (int d = 1; d <= 6; d++)
    for (int s = 1; s <= 25; s++) {
      int t = s - d > 0 ? s - d : 0;
      DW[d * 26 + s] = nibv(t, 1) - nibv(s, 1);
    }
  for (int t = 1; t <= 24; t++) HW[t] = nibv(0, 1) - nibv(t, 1);
}
static void load(const int32_t *p) {
  rm = (v4){p[0], p[1], p[2], p[3]};
  ro = (v4){p[4], p[5], p[6], p[7]};
  uint32_t m = 0, b = 0, t = 0;
  int ou = 0;
  for (int k = 1; k <= 25; k++) {
    int c = ((uint32_t)p[k >> 3] >> ((k & 7) * 4)) & 15;
    cnt[k] = c;
    if (c) {
      m |= 1u << k;
      if (k >= 7) ou += c;
    }
    if (k < 25) {
      int q = ((uint32_t)p[4 + (k >> 3)] >> ((k & 7) * 4)) & 15;
      if (q == 1)
        t |= 1u << k;
      else if (q > 1)
        b |= 1u << k;
    }
  }
  M = m;
  B = b;
  T = t;
  outside = ou;
}
#define TOP(x) (31 - __builtin_clz(x))
static inline int prep(int k, int d) {
  uint32_t L = M & ~(B << d) & (~0u << (d + 1));
  int c = 0;
  while (L) {
    int s = TOP(L);
    L ^= 1u << s;
    S[k][c] = s;
    SD[k][c][0] = DW[d * 26 + s];
    int t = s - d;
    v4 z = {0, 0, 0, 0};
    SD[k][c][1] = (T >> t & 1) ? HW[t] : z;
    c++;
  }
  return c;
}
static inline void put(v4 m, v4 o, int mv) {
  op->m = m;
  op->o = o;
  op->mv = mv;
  op++;
}
static inline void emit2(int i, int j, int mv) {
  put(rm + SD[0][i][0] + SD[1][j][0], ro + SD[0][i][1] + SD[1][j][1], mv);
}
static inline void emitRun(int x, int d1, int d2, int h) {
  int f = x - d1 - d2;
  v4 q = ro;
  if (h) q += HW[h];
  if (T >> f & 1) q += HW[f];
  put(rm + DW[d1 * 26 + x] + DW[d2 * 26 + x - d1], q, x | (x - d1) << 6 | 0xfff000);
}
static inline void runs(int x, int d1, int d2) {
  int f = x - d1 - d2;
  if (f < 1 || (B >> f & 1)) return;
  int a = x - d1, b = x - d2, okA = !(B >> a & 1), okB = !(B >> b & 1), hA = T >> a & 1, hB = T >> b & 1;
  if (okA && !hA)
    emitRun(x, d1, d2, 0);
  else if (okB && !hB)
    emitRun(x, d2, d1, 0);
  if (okA && hA) emitRun(x, d1, d2, a);
  if (okB && hB) emitRun(x, d2, d1, b);
}
static void mixedFast(int d1, int d2) {
  int c1 = prep(0, d1), c2 = prep(1, d2);
  int bar = cnt[25];
  if (bar == 0) {
    for (int i = 0; i < c1; i++) {
      int a = S[0][i], k1 = a - d1, k2 = a + d2, n2 = cnt[a] < 2 ? a : -1, same = (T >> k1 & 1) ? k1 + d2 : -1;
      for (int j = 0; j < c2; j++) {
        int b = S[1][j];
        if (b == k1 || b == k2 || b == n2) continue;
        if (b == same)
          put(rm + SD[0][i][0] + SD[1][j][0], ro + SD[0][i][1], a | b << 6 | 0xfff000);
        else
          emit2(i, j, a | b << 6 | 0xfff000);
      }
    }
    for (uint32_t L = M; L;) {
      int x = TOP(L);
      L ^= 1u << x;
      if (x <= d1 + d2) break;
      runs(x, d1, d2);
    }
  } else if (bar == 1) {
    if (c1 && S[0][0] == 25)
      for (int j = 0; j < c2; j++) {
        int b = S[1][j];
        if (b == 25 || b == 25 - d1) continue;
        if (b == 25 - d1 + d2 && (T >> (25 - d1) & 1))
          put(rm + SD[0][0][0] + SD[1][j][0], ro + SD[0][0][1], 25 | b << 6 | 0xfff000);
        else
          emit2(0, j, 25 | b << 6 | 0xfff000);
      }
    if (c2 && S[1][0] == 25)
      for (int i = 0; i < c1; i++) {
        int a = S[0][i];
        if (a == 25 || a == 25 - d2) continue;
        if (a == 25 - d2 + d1 && (T >> (25 - d2) & 1))
          put(rm + SD[0][i][0] + SD[1][0][0], ro + SD[0][i][1], 25 | a << 6 | 0xfff000);
        else
          emit2(i, 0, 25 | a << 6 | 0xfff000);
      }
    runs(25, d1, d2);
  } else if (c1 && c2 && S[0][0] == 25 && S[1][0] == 25)
    emit2(0, 0, 25 | 25 << 6 | 0xfff000);
  if (op == out) {
    if (bar) {
      if (c1 && S[0][0] == 25)
        put(rm + SD[0][0][0], ro + SD[0][0][1], 25 | 0xffffc0);
      else if (c2 && S[1][0] == 25)
        put(rm + SD[1][0][0], ro + SD[1][0][1], 25 | 0xffffc0);
    } else if (c1)
      for (int i = 0; i < c1; i++) put(rm + SD[0][i][0], ro + SD[0][i][1], S[0][i] | 0xffffc0);
    else
      for (int j = 0; j < c2; j++) put(rm + SD[1][j][0], ro + SD[1][j][1], S[1][j] | 0xffffc0);
  }
}
static inline uint32_t legal(int d, uint32_t mm) {
  if (mm & (1u << 25)) return (B >> (25 - d) & 1) ? 0 : 1u << 25;
  uint32_t L = mm & ~(B << d) & (~0u << (d + 1));
  if ((mm >> 7) == 0 && mm) {
    L |= mm & (1u << d);
    int top = TOP(mm);
    if (top < d) L |= 1u << top;
  }
  return L;
}
static int target, reached, die;
static inline int nib(v4 w, int s) {
  return ((uint32_t)w[s >> 3] >> ((s & 7) * 4)) & 15;
}
static void dbl(int k, int lim, v4 w, v4 q, uint32_t mm, uint32_t tt, int mv) {
  int d = die;
  uint32_t L = legal(d, mm) & ((2u << lim) - 1);
  if (!L) return;
  if (k + 1 > reached) reached = k + 1;
  if (k + 1 == target) {
    while (L) {
      int s = TOP(L);
      L ^= 1u << s;
      int t = s - d;
      put(w + DW[d * 26 + s], (t > 0 && (tt >> t & 1)) ? q + HW[t] : q, (mv & ~(63 << (6 * k))) | s << (6 * k));
    }
    return;
  }
  while (L) {
    int s = TOP(L);
    L ^= 1u << s;
    int t = s - d;
    uint32_t nm = mm;
    if (nib(w, s) == 1) nm ^= 1u << s;
    int nmv = (mv & ~(63 << (6 * k))) | s << (6 * k);
    if (t > 0) {
      nm |= 1u << t;
      if (tt >> t & 1) {
        dbl(k + 1, s, w + DW[d * 26 + s], q + HW[t], nm, tt ^ (1u << t), nmv);
        continue;
      }
    }
    dbl(k + 1, s, w + DW[d * 26 + s], q, nm, tt, nmv);
  }
}
static inline int eq(v4 a, v4 b) {
  v4 x = a ^ b;
  return (x[0] | x[1] | x[2] | x[3]) == 0;
}
static inline void emitD(v4 w, v4 q, int mv) {
  for (rec *r = out; r < op; r++)
    if (eq(r->m, w) && eq(r->o, q)) return;
  put(w, q, mv);
}
static void slow(int da, int db) {
  uint32_t L = legal(da, M);
  while (L) {
    int s = TOP(L);
    L ^= 1u << s;
    int t = s - da;
    v4 w = rm + DW[da * 26 + s], q = ro;
    uint32_t nm = M, tt = T;
    if (cnt[s] == 1) nm ^= 1u << s;
    if (t > 0) {
      nm |= 1u << t;
      if (tt >> t & 1) {
        q += HW[t];
        tt ^= 1u << t;
      }
    }
    uint32_t K = legal(db, nm);
    while (K) {
      int u = TOP(K);
      K ^= 1u << u;
      int v = u - db;
      emitD(w + DW[db * 26 + u], (v > 0 && (tt >> v & 1)) ? q + HW[v] : q, s | u << 6 | 0xfff000);
    }
  }
}
static int gen(int d1, int d2) {
  op = out;
  if (d1 < d2) {
    int x = d1;
    d1 = d2;
    d2 = x;
  }
  if (d1 == d2) {
    die = d1;
    target = 4;
    reached = 0;
    dbl(0, 25, rm, ro, M, T, 0xffffff);
    if (reached < 4 && reached > 0) {
      target = reached;
      dbl(0, 25, rm, ro, M, T, 0xffffff);
    }
  } else if (outside >= 2)
    mixedFast(d1, d2);
  else {
    slow(d1, d2);
    slow(d2, d1);
    if (op == out) {
      die = d1;
      target = 1;
      dbl(0, 25, rm, ro, M, T, 0xffffff);
      if (op == out) {
        die = d2;
        dbl(0, 25, rm, ro, M, T, 0xffffff);
      }
    }
  }
  return (int)(op - out);
}
