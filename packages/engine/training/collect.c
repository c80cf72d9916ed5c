// Plays self-play games and writes them for fit.c: every contact position with the net's evaluation and the mean over
// the 21 rolls of the best play's value. A game ends where the race begins, and the race net's evaluation stands for the
// rest.
//   collect WEIGHTS OUT SECONDS SEED [HARD]
//     HARD: share of the games that start from a position at which an earlier game had a large error
#include "game.h"
#include "visits.h"
#define MAX_PLIES 2000
#define POOL 65536
#define DISTURBED .05f // share of the games that start after random plays
#define SURPRISE .12f  // points by which the mean differs from what the net said, to be worth starting from
#define CHOICES 4
#define ADVENTURE .12f // share of the plays that need not be the best
#define NEARLY .2f     // points that such a play may be worse
static net_t net;
static board_t pool[POOL];
static long pooled;
static double hard;

static void start_game(board_t *b) {
  float u = urnd();
  startpos(b);
  if (pooled && u < hard)
    *b = pool[rnd() % (pooled < POOL ? pooled : POOL)];
  else if (u > 1 - DISTURBED)
    disturb(b);
}
// Returns the mean over the 21 rolls. Writes the plays of the given roll into `choices`.
static int mean_of_rolls(const board_t *b, int d1, int d2, float *mean, choice_t *choices) {
  int high = d1 < d2 ? d2 : d1, low = d1 < d2 ? d1 : d2, count = 0;
  memset(mean, 0, 5 * sizeof *mean);
  for (int a = 1; a <= 6; a++)
    for (int c = 1; c <= a; c++) {
      float y[8], mine[5];
      choice_t best[CHOICES];
      int n = best_plays(&net, b, a, c, best, a == high && c == low ? CHOICES : 1, y);
      flip(y, mine);
      for (int o = 0; o < 5; o++) mean[o] += (a == c ? 1 : 2) / 36.f * mine[o];
      if (a == high && c == low) memcpy(choices, best, sizeof best), count = n;
    }
  return count;
}
// Selects the play: mostly the best, now and then one that is nearly as good.
static int choose(const choice_t *choices, int count) {
  if (count < 2 || urnd() > ADVENTURE) return 0;
  int k = 1 + rnd() % (count - 1);
  return choices[0].equity - choices[k].equity < NEARLY ? k : 0;
}
static int is_race(const board_t *b) {
  int x = 25, y = 25;
  while (x && !b->x[x]) x--;
  while (y && !b->y[y]) y--;
  return x + y <= 25;
}
static long games, positions;
static double error;
static void collect_game(FILE *file) {
  static visit_t visits[MAX_PLIES];
  board_t b;
  float y[8];
  int d1, d2, n = 0;
  start_game(&b);
  if (over(&b, y) || is_race(&b)) return;
  do {
    d1 = die1(), d2 = die1();
    choice_t choices[CHOICES];
    visit_t *v = &visits[n++];
    float said[8] = {0}, mean[5];
    value(&net, &b, said);
    int count = mean_of_rolls(&b, d1, d2, mean, choices);
    int chosen = choose(choices, count);
    write_board(v->sides, &b);
    v->flags = chosen > 0 ? EXPLORED : 0;
    for (int o = 0; o < 5; o++) v->value[o] = in_units(said[o]), v->mean[o] = in_units(mean[o]);
    float e = fabsf(eq5(mean) - eq5(said));
    error += e;
    if (e > SURPRISE) pool[pooled++ % POOL] = b;
    b = choices[chosen].board;
  } while (!over(&b, y) && !is_race(&b) && n < MAX_PLIES);
  visits[n - 1].flags |= LAST;
  fwrite(visits, sizeof *visits, n, file);
  games++;
  positions += n;
}
static void report(double elapsed) {
  printf("%.0f s, %ld games, %ld positions, error %.4f, %ld surprises\n", elapsed, games, positions, error / positions, pooled);
  fflush(stdout);
}
int main(int count, char **v) {
  if (count < 5 || !netload(&net, v[1])) return fprintf(stderr, "usage: see collect.c\n"), 2;
  hard = count > 5 ? atof(v[5]) : 0;
  plays_init();
  inputs_init();
  seed(atol(v[4]));
  FILE *file = fopen(v[2], "wb");
  if (!file) return perror(v[2]), 1;
  double start = now(), told = start;
  while (now() - start < atof(v[3])) {
    collect_game(file);
    if (now() - told > 30) report((told = now()) - start);
  }
  report(now() - start);
  return fclose(file);
}
