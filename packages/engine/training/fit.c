// Fits the contact net to games written by collect.c, or the race net to those of races.c, in several epochs and in one process: several processes that share
// the weights wait for each other's caches and are slower.
//   fit IN OUT EPOCHS RATE_FROM RATE_TO LAMBDA SEED FILE...
//     IN: - for random weights
//     RATE: the step for a weight whose gradients agree; its logarithm decreases linearly
//     LAMBDA: how much later errors of the game count; their weight decreases by this factor with each play in between.
//       With 1 the target is the game's result adjusted for luck; with 0 it is the mean over the 21 rolls.
//   FIRST=fixed: does not change the first layer, for weights that quantise.c has rounded.
//   HELD=file: games that are not learned; prints the net's mean square error on them with LAMBDA 1.
// Writes OUT: the mean of the weights over the last third of the run.
#include "game.h"
#include "visits.h"
#include <sys/stat.h>
#define UNIT 16384.f // of a target: results with the luck taken out may be outside of 0 to 1
typedef struct {
  unsigned char sides[2][13];
  short target[5];
} lesson_t;
typedef struct {
  lesson_t *all;
  long count;
} lessons_t;
static net_t net;
static int is_first_fixed;

static long read_visits(const char *name, visit_t **visits) {
  struct stat about;
  FILE *file = fopen(name, "rb");
  if (!file || fstat(fileno(file), &about)) exit((fprintf(stderr, "no games in %s\n", name), 2));
  *visits = malloc(about.st_size);
  long count = fread(*visits, sizeof **visits, about.st_size / sizeof **visits, file);
  fclose(file);
  while (count && !((*visits)[count - 1].flags & LAST)) count--; // an incomplete game
  return count;
}
// Computes the targets of every game, from its last position to its first.
static void add_lessons(const char *name, float lambda, lessons_t *lessons) {
  visit_t *visits;
  long count = read_visits(name, &visits);
  float surprise[5] = {0};
  lessons->all = realloc(lessons->all, (lessons->count + count) * sizeof *lessons->all);
  for (long k = count - 1; k >= 0; k--) {
    const visit_t *v = &visits[k];
    lesson_t *lesson = &lessons->all[lessons->count++];
    float d[5];
    memcpy(lesson->sides, v->sides, sizeof lesson->sides);
    for (int o = 0; o < 5; o++) {
      float target = v->mean[o] / 65535.f + (v->flags ? 0 : lambda * surprise[o]);
      lesson->target[o] = lrintf(target * UNIT);
      d[o] = target - v->value[o] / 65535.f;
    }
    surprise[0] = -d[0]; // for the opponent
    surprise[1] = d[3];
    surprise[2] = d[4];
    surprise[3] = d[1];
    surprise[4] = d[2];
  }
  free(visits);
}
static float read_lesson(const lesson_t *lesson, board_t *b, float *target) {
  read_board(lesson->sides, b);
  for (int o = 0; o < 5; o++) target[o] = lesson->target[o] / UNIT;
  return eq5(target);
}
// Returns the mean square of the difference between the net's equities and the targets.
static double distance(const net_t *judged, const lessons_t *held) {
  double sum = 0;
  for (long k = 0; k < held->count; k++) {
    board_t b;
    float target[5], y[8];
    float wanted = read_lesson(&held->all[k], &b, target);
    value(judged, &b, y);
    sum += (eq5(y) - wanted) * (eq5(y) - wanted);
  }
  return held->count ? sum / held->count : 0;
}
// A separate step for each weight (Kingma and Ba, Adam, 2015): the mean of its latest gradients divided by the root of the mean of their
// squares. So rare inputs are learned, too.
#define BATCH 64 // lessons whose gradients are added up for a step
#define MEAN_KEPT .9f
#define SQUARE_KEPT .999f
// The engine's integers hold no larger weights.
#define MOST_IN 24.f
#define MOST_WIN 11.f
#define MOST_OUT 4.f // to the other outputs
static net_t gradients, means, squares;
static void add_row(float *restrict to, const float *restrict slopes, float by, int count) {
  for (int j = 0; j < count; j++) to[j] += by * slopes[j];
}
static void learn_lesson(const lesson_t *lesson) {
  board_t b;
  feat_t f;
  float target[5], h[MOST_HIDDEN] __attribute__((aligned(64))), back[MOST_HIDDEN] __attribute__((aligned(64))), y[8], d[5];
  read_lesson(lesson, &b, target);
  inputs(&b, &f);
  part_t part = part_of(&net, f.race), to = part_of(&gradients, f.race);
  int hidden = part.hidden;
  fwd(&net, &f, h, y);
  for (int o = 0; o < 5; o++) d[o] = target[o] - y[o];
  if (f.offy > 0) d[1] = d[2] = 0;
  if (f.offx > 0) d[3] = d[4] = 0;
  back_to_hidden(part, h, d, back);
  for (int o = 0; o < 5; o++) add_row(to.w2 + o * hidden, h, d[o], hidden);
  add_row(to.b2, d, 1, 5);
  add_row(to.b1, back, 1, hidden);
  if (is_first_fixed) return;
  for (int k = 0; k < f.n; k++) add_row(to.w1 + f.i[k] * hidden, back, f.v[k], hidden);
}
// Moves the weights of one of the nets by the gradients of a batch, and clears those. `steps` were made before.
static void step(float rate, long steps, int race) {
  part_t w = part_of(&net, race), g = part_of(&gradients, race), m = part_of(&means, race), v = part_of(&squares, race);
  float scale = rate * sqrt(1 - pow(SQUARE_KEPT, steps + 1)) / (1 - pow(MEAN_KEPT, steps + 1));
  float *weights = w.w1, *gradient = g.w1, *mean = m.w1, *square = v.w1;
  // The arrays of a net follow one another; see net_t.
  for (long n = w.b2 + 5 - w.w1, k = is_first_fixed ? w.b1 - w.w1 : 0; k < n; k++) {
    float slope = gradient[k] / BATCH;
    mean[k] = MEAN_KEPT * mean[k] + (1 - MEAN_KEPT) * slope;
    square[k] = SQUARE_KEPT * square[k] + (1 - SQUARE_KEPT) * slope * slope;
    weights[k] += scale * mean[k] / (sqrtf(square[k]) + 1e-9f);
    gradient[k] = 0;
    long out = k - (w.w2 - w.w1);
    float most = out < 0 ? MOST_IN : out < w.hidden ? MOST_WIN : out < 5 * w.hidden ? MOST_OUT : MOST_IN;
    weights[k] = fmaxf(-most, fminf(weights[k], most));
  }
}
static double sum_of_weights[sizeof(net_t) / sizeof(float)];
static long summed;
static net_t averaged(void) {
  net_t mean = net;
  float *to = (float *)&mean;
  for (size_t n = 0; summed && n < sizeof mean / sizeof *to; n++) to[n] = sum_of_weights[n] / summed;
  return mean;
}
static void add_to_average(void) {
  const float *from = (const float *)&net;
  for (size_t n = 0; n < sizeof net / sizeof *from; n++) sum_of_weights[n] += from[n];
  summed++;
}
static long common_divisor(long a, long b) {
  return b ? common_divisor(b, a % b) : a;
}
#define SLICES 300 // of a run, after each of which the weights are added to their mean or the distance is told
// Returns the positions in a random order for each epoch: a stride that is coprime to their number visits all
// of them.
static void run(const lessons_t *lessons, const lessons_t *held, double epochs, float from, float to, const char *name) {
  long total = (long)(lessons->count * epochs), at = rnd() % lessons->count, stride = 0, told = -1;
  double start = now();
  board_t first;
  feat_t seen;
  read_board(lessons->all[0].sides, &first);
  inputs(&first, &seen);
  int race = seen.race; // of all lessons
  for (long n = 0; n < total; n++) {
    if (n % lessons->count == 0)
      do stride = 1 + rnd() % lessons->count;
      while (common_divisor(lessons->count, stride) != 1);
    at = (at + stride) % lessons->count;
    double part = (double)n / total;
    learn_lesson(&lessons->all[at]);
    if (n % BATCH == BATCH - 1) step(from * powf(to / from, part), n / BATCH, race);
    if (n % (total / SLICES + 1)) continue;
    if (part > 2 / 3.) add_to_average();
    if ((long)(part * 20) == told) continue;
    told = part * 20;
    net_t mean = averaged();
    printf("%.0f s, epoch %.2f, distance %.6f\n", now() - start, part * epochs, distance(&mean, held));
    fflush(stdout);
    netsave(&mean, name);
  }
}
int main(int count, char **v) {
  if (count < 9) return fprintf(stderr, "usage: see fit.c\n"), 2;
  plays_init();
  inputs_init();
  lessons_t lessons = {0}, held = {0};
  for (int k = 8; k < count; k++) add_lessons(v[k], atof(v[6]), &lessons);
  if (getenv("HELD")) add_lessons(getenv("HELD"), 1, &held);
  seed(atol(v[7]));
  if (!strcmp(v[1], "-"))
    netrand(&net);
  else if (!netload(&net, v[1]))
    return fprintf(stderr, "no weights in %s\n", v[1]), 2;
  printf("%ld lessons; distance of %ld held: %.6f\n", lessons.count, held.count, distance(&net, &held));
  fflush(stdout);
  is_first_fixed = getenv("FIRST") && !strcmp(getenv("FIRST"), "fixed");
  run(&lessons, &held, atof(v[3]), atof(v[4]), atof(v[5]), v[2]);
  net_t mean = averaged();
  printf("distance %.6f\n", distance(&mean, &held));
  netsave(&mean, v[2]);
  return 0;
}
