// Trains the net by self-play. The processes share the weights and change them without locks.
//   train IN|- OUT PROCESSES SECONDS ALPHA_FROM ALPHA_TO LAMBDA_FROM LAMBDA_TO [SEED]
//   RANDSTART=0.1: this share of the games starts after some random plays.
// Writes OUT, and OUT.avg: a slow running average of the weights, which plays better and should be kept.
#include "game.h"
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#define MAX_PROCESSES 8
#define MAX_PLIES 1200
typedef struct {
  net_t net;
  volatile long games[MAX_PROCESSES], positions[MAX_PROCESSES];
} shared_t;
typedef struct {
  int processes, me;
  const char *out;
  double seconds, randomStarts;
  float alphaFrom, alphaTo, lambdaFrom, lambdaTo;
} options_t;
static options_t opt;
static shared_t *shared;
static net_t average;

static void roll(int *d1, int *d2) {
  *d1 = die1();
  *d2 = die1();
}
static void roll_opening(int *d1, int *d2) {
  do roll(d1, d2);
  while (*d1 == *d2);
}
static void start_game(board_t *b) {
  startpos(b);
  if (urnd() < opt.randomStarts) disturb(b);
}
// Plays a game and learns from it, from the last position back to the first.
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
static void save(const net_t *net, const char *ending) {
  char name[512];
  snprintf(name, sizeof name, "%s%s", opt.out, ending);
  netsave(net, name);
}
static void report(double elapsed, float alpha) {
  long games = 0, positions = 0;
  for (int k = 0; k < opt.processes; k++) {
    games += shared->games[k];
    positions += shared->positions[k];
  }
  printf("%.0f s, %ld games, %ld positions, alpha %.4f\n", elapsed, games, positions, alpha);
  fflush(stdout);
  save(&shared->net, "");
  save(&average, ".avg");
}
// Moves the average towards the weights, more slowly the longer the run has lasted.
static void follow(double elapsed, double since) {
  double share = fmin(.5, since / (8 + .1 * elapsed));
  float *to = (float *)&average, *from = (float *)&shared->net;
  for (size_t n = 0; n < sizeof average / sizeof *to; n++) to[n] += share * (from[n] - to[n]);
}
// Duties of the first process besides playing.
static void keep_house(double elapsed, float alpha) {
  static double followed, reported;
  if (elapsed - followed > .25) {
    follow(elapsed, elapsed - followed);
    followed = elapsed;
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
    learn_from_game(alpha, opt.lambdaFrom + (opt.lambdaTo - opt.lambdaFrom) * part);
    if (opt.me == 0) keep_house(elapsed, alpha);
  }
  if (opt.me) _exit(0);
  while (wait(0) > 0) continue;
  report(now() - start, alpha);
}
int main(int count, char **v) {
  if (count < 9 || atoi(v[3]) < 1 || atoi(v[3]) > MAX_PROCESSES) return fprintf(stderr, "usage: see train.c\n"), 2;
  opt = (options_t){.out = v[2], .processes = atoi(v[3]), .seconds = atof(v[4])};
  opt.alphaFrom = atof(v[5]), opt.alphaTo = atof(v[6]), opt.lambdaFrom = atof(v[7]), opt.lambdaTo = atof(v[8]);
  long first = count > 9 ? atol(v[9]) : 1;
  opt.randomStarts = getenv("RANDSTART") ? atof(getenv("RANDSTART")) : 0;
  plays_init();
  inputs_init();
  shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  seed(first);
  if (!strcmp(v[1], "-"))
    netrand(&shared->net);
  else if (!netload(&shared->net, v[1]))
    return fprintf(stderr, "no weights in %s\n", v[1]), 2;
  average = shared->net;
  double start = now();
  for (int k = 1; k < opt.processes && !opt.me; k++)
    if (!fork()) opt.me = k;
  seed(first * 1000 + opt.me + 7);
  run(start);
  return 0;
}
