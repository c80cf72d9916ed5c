// Trains the net by playing against itself. Processes share the weights and change them without locks.
//   train td|backup IN|- OUT PROCESSES SECONDS ALPHA_FROM ALPHA_TO A B [SEED]
//     td:     lambda-returns of whole games; A and B: lambda at the start and the end
//     backup: towards the mean over all 21 rolls of the best play's value by a frozen copy; A: repetitions of older
//             positions, B: share of plays that explore
//   RANDSTART=0.1: this share of the games starts after some random plays.
//   LAMBDA=0.9: what backup was later surprised by in the same game counts too, so much less with each play in between.
// Writes OUT, and OUT.avg: a slow running average of the weights, which plays better and is the one to keep.
#include "game.h"
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#define MAX_PROCESSES 8
#define MAX_PLIES 1200
#define REPLAY (1 << 18)
#define REPLAY_FROM 2000
typedef struct {
  net_t net, frozen;
  volatile long games[MAX_PROCESSES], positions[MAX_PROCESSES];
  volatile double error[MAX_PROCESSES], measured[MAX_PROCESSES];
} shared_t;
typedef struct {
  int backup, processes, me;
  const char *out;
  double seconds, randomStarts;
  float alphaFrom, alphaTo, a, b, lambda;
} options_t;
static options_t opt;
static shared_t *shared;
static net_t average;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}
static void roll(int *d1, int *d2) {
  *d1 = die1();
  *d2 = die1();
}
static void roll_opening(int *d1, int *d2) {
  do roll(d1, d2);
  while (*d1 == *d2);
}
// A random legal play of a random roll; a dance passes the turn.
static void play_randomly(board_t *b) {
  int32_t packed[8];
  int d1, d2;
  roll(&d1, &d2);
  pack(b, packed);
  load(packed);
  int count = gen(d1, d2);
  if (count)
    unpack(&out[rnd() % count], b);
  else
    swapb(b);
}
static void start_game(board_t *b) {
  startpos(b);
  if (urnd() >= opt.randomStarts) return;
  float y[8];
  for (int left = 1 + rnd() % 16; left > 0; left--) {
    play_randomly(b);
    if (over(b, y)) startpos(b);
  }
}
// Plays a game and learns from its end backwards.
static void learn_from_game(float alpha, float lambda) {
  static feat_t seen[MAX_PLIES];
  static float values[MAX_PLIES + 1][5];
  board_t b, next;
  float y[8], target[5], mixed[5], end[8];
  int d1, d2, n = 0;
  start_game(&b);
  roll_opening(&d1, &d2);
  do {
    inputs(&b, &seen[n]);
    bestplay(&shared->net, &b, d1, d2, &next, y);
    memcpy(values[++n], y, sizeof target);
    b = next;
    roll(&d1, &d2);
  } while (!over(&b, end) && n < MAX_PLIES);
  memcpy(target, values[n], sizeof target); // of the side that would be on roll
  for (int k = n - 1; k >= 0; k--) {
    for (int o = 0; o < 5; o++) mixed[o] = k == n - 1 ? target[o] : lambda * target[o] + (1 - lambda) * values[k + 1][o];
    flip(mixed, target);
    learn(&shared->net, &seen[k], target, alpha);
  }
  shared->games[opt.me]++;
  shared->positions[opt.me] += n;
}
// The mean over the 21 rolls of the best play's value; *chosen is where the given roll leads.
static void mean_of_rolls(const board_t *b, int d1, int d2, float *mean, board_t *chosen) {
  int high = d1 < d2 ? d2 : d1, low = d1 < d2 ? d1 : d2;
  memset(mean, 0, 5 * sizeof *mean);
  for (int a = 1; a <= 6; a++)
    for (int c = 1; c <= a; c++) {
      float y[8], mine[5];
      board_t next;
      bestplay(&shared->frozen, b, a, c, &next, y);
      flip(y, mine);
      for (int o = 0; o < 5; o++) mean[o] += (a == c ? 1 : 2) / 36.f * mine[o];
      if (a == high && c == low) *chosen = next;
    }
}
// Learns one position and some of those learned before.
static void learn_with_replay(const board_t *b, const float *target, float alpha) {
  static feat_t *seen;
  static float (*targets)[5];
  static long count;
  if (!seen) {
    seen = malloc(sizeof *seen * REPLAY);
    targets = malloc(sizeof *targets * REPLAY);
  }
  feat_t *f = &seen[count & (REPLAY - 1)];
  float h[H] __attribute__((aligned(64))), y[8];
  inputs(b, f);
  memcpy(targets[count++ & (REPLAY - 1)], target, sizeof *targets);
  fwd(&shared->net, f, h, y);
  shared->positions[opt.me]++;
  shared->error[opt.me] += fabsf(eq5(y) - eq5(target));
  shared->measured[opt.me] += 1;
  learn(&shared->net, f, target, alpha);
  for (int k = 0; count > REPLAY_FROM && k < (int)opt.a; k++) {
    long old = rnd() % (count < REPLAY ? count : REPLAY);
    learn(&shared->net, &seen[old], targets[old], alpha);
  }
}
// The better of two random plays.
static void explore(const board_t *b, int d1, int d2, board_t *chosen) {
  int32_t packed[8];
  pack(b, packed);
  load(packed);
  int count = gen(d1, d2);
  if (!count) return;
  board_t one, two;
  float y1[8], y2[8];
  unpack(&out[rnd() % count], &one);
  unpack(&out[rnd() % count], &two);
  value(&shared->frozen, &one, y1);
  value(&shared->frozen, &two, y2);
  *chosen = eq5(y1) < eq5(y2) ? one : two;
}
// A position of a game, what the frozen copy said of it, and the mean over its rolls; all from the side on roll.
typedef struct {
  board_t board;
  float value[5], mean[5];
  int explored; // the play that followed was not the best
} visit_t;
// By how much the game's later means differed from what had been said before, from the other side.
static void carry_back(const visit_t *later, const float *target, float *surprise) {
  float d[5];
  for (int o = 0; o < 5; o++) d[o] = target[o] - later->value[o];
  surprise[0] = -d[0];
  surprise[1] = d[3];
  surprise[2] = d[4];
  surprise[3] = d[1];
  surprise[4] = d[2];
}
// Plays a game, then learns its positions from the last to the first: the mean of each and, by lambda, what surprised later. A sum of such
// surprises over a whole game is its result with the luck of the dice taken out.
static void back_up_game(float alpha) {
  static visit_t visits[MAX_PLIES];
  board_t b, next;
  float target[5], surprise[5] = {0}, y[8];
  int d1, d2, n = 0;
  start_game(&b);
  roll_opening(&d1, &d2);
  do {
    visit_t *v = &visits[n++];
    v->board = b;
    value(&shared->frozen, &b, y);
    memcpy(v->value, y, sizeof v->value);
    mean_of_rolls(&b, d1, d2, v->mean, &next);
    v->explored = urnd() < opt.b;
    if (v->explored) explore(&b, d1, d2, &next);
    b = next;
    roll(&d1, &d2);
  } while (!over(&b, y) && n < MAX_PLIES);
  for (int k = n - 1; k > 0; k--) { // the opening has no doubles
    for (int o = 0; o < 5; o++) target[o] = visits[k].mean[o] + (visits[k].explored ? 0 : opt.lambda * surprise[o]);
    carry_back(&visits[k], target, surprise);
    learn_with_replay(&visits[k].board, target, alpha);
  }
  shared->games[opt.me]++;
}
static void save(const net_t *net, const char *ending) {
  char name[512];
  snprintf(name, sizeof name, "%s%s", opt.out, ending);
  netsave(net, name);
}
static void report(double elapsed, float alpha) {
  long games = 0, positions = 0;
  double error = 0, measured = 0;
  for (int k = 0; k < opt.processes; k++) {
    games += shared->games[k];
    positions += shared->positions[k];
    error += shared->error[k];
    measured += shared->measured[k];
    shared->error[k] = shared->measured[k] = 0;
  }
  printf("%.0f s, %ld games, %ld positions, alpha %.4f, error %.4f\n", elapsed, games, positions, alpha,
         measured ? error / measured : 0);
  fflush(stdout);
  save(&shared->net, "");
  save(&average, ".avg");
}
// Moves the average towards the weights, the more slowly the longer the run has lasted.
static void follow(double elapsed, double since) {
  double share = fmin(.5, since / (8 + .1 * elapsed));
  float *to = (float *)&average, *from = (float *)&shared->net;
  for (size_t n = 0; n < sizeof average / sizeof *to; n++) to[n] += share * (from[n] - to[n]);
}
// What the first process does beside playing.
static void keep_house(double elapsed, float alpha) {
  static double followed, reported, froze;
  if (elapsed - followed > .25) {
    follow(elapsed, elapsed - followed);
    followed = elapsed;
  }
  if (elapsed - froze > 10) {
    froze = elapsed;
    shared->frozen = average;
  }
  if (elapsed - reported > 15) {
    reported = elapsed;
    report(elapsed, alpha);
  }
}
static void run(double start) {
  float alpha = opt.alphaFrom;
  for (;;) {
    double elapsed = now() - start, part = elapsed / opt.seconds;
    if (part >= 1) break;
    alpha = opt.alphaFrom * powf(opt.alphaTo / opt.alphaFrom, part);
    if (opt.backup)
      back_up_game(alpha);
    else
      learn_from_game(alpha, opt.a + (opt.b - opt.a) * part);
    if (opt.me == 0) keep_house(elapsed, alpha);
  }
  if (opt.me) _exit(0);
  while (wait(0) > 0) continue;
  report(now() - start, alpha);
}
int main(int count, char **v) {
  if (count < 10 || atoi(v[4]) < 1 || atoi(v[4]) > MAX_PROCESSES) return fprintf(stderr, "usage: see train.c\n"), 2;
  opt = (options_t){.backup = !strcmp(v[1], "backup"), .out = v[3], .processes = atoi(v[4]), .seconds = atof(v[5])};
  opt.alphaFrom = atof(v[6]), opt.alphaTo = atof(v[7]), opt.a = atof(v[8]), opt.b = atof(v[9]);
  long first = count > 10 ? atol(v[10]) : 1;
  opt.randomStarts = getenv("RANDSTART") ? atof(getenv("RANDSTART")) : 0;
  opt.lambda = getenv("LAMBDA") ? atof(getenv("LAMBDA")) : 0;
  plays_init();
  inputs_init();
  shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  seed(first);
  if (!strcmp(v[2], "-"))
    netrand(&shared->net);
  else if (!netload(&shared->net, v[2]))
    return fprintf(stderr, "no weights in %s\n", v[2]), 2;
  shared->frozen = average = shared->net;
  double start = now();
  for (int k = 1; k < opt.processes && !opt.me; k++)
    if (!fork()) opt.me = k;
  seed(first * 1000 + opt.me + 7);
  run(start);
  return 0;
}
