// Quantise the first-layer weights (one float scale per input row) to 8 or 16 bits; other tensors stay float32.
// usage: quantise in.w bits out.bin out-dequantised.w
// File: u32 magic 0x314e4742, bits, NIN, H, HR; then contact and race nets: f32 scale[NIN], f32 b1[h], f32 w2[5][h],
// f32 b2[5], int w1[NIN][h] (padded to 4 bytes)
#include "net.h"
static net_t N;
static void one(FILE *f, int bits, int h, float *w1, float *b1, float *w2, float *b2) {
  float lim = bits == 8 ? 127 : 32767, sc[NIN];
  int *q = malloc(4 * NIN * h);
  for (int i = 0; i < NIN; i++) {
    float m = 1e-9f;
    for (int j = 0; j < h; j++) m = fmaxf(m, fabsf(w1[i * h + j]));
    sc[i] = m / lim;
    for (int j = 0; j < h; j++) {
      int z = lrintf(w1[i * h + j] / sc[i]);
      q[i * h + j] = z;
      w1[i * h + j] = z * sc[i];
    }
  }
  fwrite(sc, 4, NIN, f);
  fwrite(b1, 4, h, f);
  fwrite(w2, 4, 5 * h, f);
  fwrite(b2, 4, 5, f);
  for (int i = 0; i < NIN * h; i++) {
    if (bits == 8) {
      signed char z = q[i];
      fwrite(&z, 1, 1, f);
    } else {
      short z = q[i];
      fwrite(&z, 2, 1, f);
    }
  }
  int n = NIN * h * bits / 8;
  while (n++ & 3) fputc(0, f);
  free(q);
}
int main(int c, char **v) {
  if (c < 5 || !netload(&N, v[1])) return 1;
  int bits = atoi(v[2]);
  FILE *f = fopen(v[3], "wb");
  uint32_t hd[5] = {0x314e4742, bits, NIN, H, HR};
  fwrite(hd, 4, 5, f);
  one(f, bits, H, (float *)N.w1, N.b1, (float *)N.w2, N.b2);
  one(f, bits, HR, (float *)N.r1, N.rb1, (float *)N.r2, N.rb2);
  fclose(f);
  netsave(&N, v[4]);
  return 0;
}
