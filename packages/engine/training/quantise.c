// Writes the file that the engine ships: the weights of the first layer in eight bits, with one scale for each input; all others in
// single precision. Rounds the weights of the first layer by the way.
//   quantise WEIGHTS PRUNING OUT ROUNDED
//     PRUNING: the pruning net of prune.c; ROUNDED: the rounded WEIGHTS, for play, evaluate and fit
// OUT: u32 magic 0x324e4742, inputs, hidden units of the nets for contact, for races, for pruning. Then each net: f32 scale[inputs],
// f32 b1[h], f32 w2[outputs][h], f32 b2[outputs], i8 w1[inputs][h], padded to four bytes. The pruning net has 204 inputs, one output.
#include "net.h"
#ifndef HP
#define HP 32
#endif
static net_t net;
static struct {
  float w1[NRAW][HP], b1[HP], w2[HP], b2;
} pruning;
static void write_net(FILE *f, int inputs, int h, int outputs, float *w1, float *b1, float *w2, float *b2) {
  float scales[NIN];
  signed char *rounded = malloc(inputs * h);
  for (int i = 0; i < inputs; i++) {
    float most = 1e-9f;
    for (int j = 0; j < h; j++) most = fmaxf(most, fabsf(w1[i * h + j]));
    scales[i] = most / 127;
    for (int j = 0; j < h; j++) {
      rounded[i * h + j] = lrintf(w1[i * h + j] / scales[i]);
      w1[i * h + j] = rounded[i * h + j] * scales[i];
    }
  }
  fwrite(scales, 4, inputs, f);
  fwrite(b1, 4, h, f);
  fwrite(w2, 4, outputs * h, f);
  fwrite(b2, 4, outputs, f);
  fwrite(rounded, 1, inputs * h, f);
  for (int n = inputs * h; n & 3; n++) fputc(0, f);
  free(rounded);
}
int main(int count, char **v) {
  FILE *small = count > 4 ? fopen(v[2], "rb") : 0;
  if (!small || !netload(&net, v[1]) || !fread(&pruning, sizeof pruning, 1, small)) return fprintf(stderr, "usage: see quantise.c\n"), 2;
  fclose(small);
  FILE *f = fopen(v[3], "wb");
  uint32_t head[5] = {0x324e4742, NIN, H, HR, HP};
  fwrite(head, 4, 5, f);
  write_net(f, NIN, H, 5, (float *)net.w1, net.b1, (float *)net.w2, net.b2);
  write_net(f, NIN, HR, 5, (float *)net.r1, net.rb1, (float *)net.r2, net.rb2);
  write_net(f, NRAW, HP, 1, (float *)pruning.w1, pruning.b1, pruning.w2, &pruning.b2);
  fclose(f);
  netsave(&net, v[4]);
  return 0;
}
