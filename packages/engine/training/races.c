// Plays races and writes them for fit.c as collect.c writes contact: every position of a race with the net's evaluation and the
// mean over the 21 rolls of the best play's value, until all checkers are at home, where the chances are exact. Ends after a number of
// races, so the same weights, number and seed give the same file.
//   races WEIGHTS OUT RACES SEED [SCATTERED]
//     SCATTERED: share of the races that start from checkers at random places instead of from a game (0.3)
#include "game.h"
#include "visits.h"
#define MAX_PLIES 400
#define DISTURBED .1f // share of the games that start after random plays
#define CARELESS .15f // share of the plays with contact that need not be the best
#define CHOICES 6
static net_t net;

static int rear_of(const unsigned char *counts) {
  int place = 25;
  while (place && !counts[place]) place--;
  return place;
}
static int is_race(const board_t *b) {
  return rear_of(b->x) + rear_of(b->y) <= 25;
}
// Both players play on until the race begins.
static void play_until_race(board_t *b) {
  float y[8];
  startpos(b);
  if (urnd() < DISTURBED) disturb(b);
  while (!is_race(b)) {
    choice_t choices[CHOICES];
    int d1 = die1(), d2 = die1(), count = best_plays(&net, b, d1, d2, choices, CHOICES, y);
    *b = choices[urnd() < CARELESS ? rnd() % count : 0].board;
    if (over(b, y)) startpos(b);
  }
}
// Puts checkers at random places: of each side some are off, some are stragglers within a random distance, and the rest are at home, near
// to off or anywhere.
static void scatter(board_t *b) {
  memset(b, 0, sizeof *b);
  int most[2];
  most[0] = 7 + rnd() % 17;
  most[1] = urnd() < .5f ? 25 - most[0] : 1 + rnd() % (25 - most[0]);
  for (int side = 0; side < 2; side++) {
    unsigned char *counts = side ? b->y : b->x;
    int left = urnd() < .4f ? 15 : 1 + rnd() % 15, home = most[side] < 6 ? most[side] : 6, near = urnd() < .5f ? 1 + rnd() % home : home;
    int stragglers = most[side] <= 6 ? 0 : urnd() < .7f ? rnd() % 3 : rnd() % (left + 1);
    counts[0] = 15 - left;
    for (int n = 0; n < left; n++) counts[n < stragglers ? 1 + rnd() % most[side] : 1 + rnd() % near]++;
  }
  if (urnd() < .5f) swapb(b);
}
// Returns the best play of the given roll in `next`, and the mean over the 21 rolls.
static void mean_of_rolls(const board_t *b, int d1, int d2, float *mean, board_t *next) {
  int high = d1 < d2 ? d2 : d1, low = d1 < d2 ? d1 : d2;
  memset(mean, 0, 5 * sizeof *mean);
  for (int a = 1; a <= 6; a++)
    for (int c = 1; c <= a; c++) {
      float y[8], mine[5];
      board_t best;
      bestplay(&net, b, a, c, &best, y);
      flip(y, mine);
      for (int o = 0; o < 5; o++) mean[o] += (a == c ? 1 : 2) / 36.f * mine[o];
      if (a == high && c == low) *next = best;
    }
}
static long positions;
static double squares;
static void write_race(FILE *file, board_t b) {
  static visit_t visits[MAX_PLIES];
  float y[8];
  int n = 0;
  while (!over(&b, y) && !bear_off(b.x, b.y, y) && n < MAX_PLIES) {
    visit_t *v = &visits[n++];
    float said[8] = {0}, mean[5];
    board_t next;
    value(&net, &b, said);
    mean_of_rolls(&b, die1(), die1(), mean, &next);
    write_board(v->sides, &b);
    v->flags = 0;
    for (int o = 0; o < 5; o++) v->value[o] = in_units(said[o]), v->mean[o] = in_units(mean[o]);
    squares += (mean[0] - said[0]) * (mean[0] - said[0]);
    b = next;
  }
  if (!n) return;
  visits[n - 1].flags = LAST;
  fwrite(visits, sizeof *visits, n, file);
  positions += n;
}
int main(int count, char **v) {
  if (count < 5 || !netload(&net, v[1])) return fprintf(stderr, "usage: see races.c\n"), 2;
  plays_init();
  inputs_init();
  bearoff_init();
  seed(atol(v[4]));
  float scattered = count > 5 ? atof(v[5]) : .3f;
  FILE *file = fopen(v[2], "wb");
  if (!file) return perror(v[2]), 1;
  for (long race = 1; race <= atol(v[3]); race++) {
    board_t b;
    if (urnd() < scattered)
      scatter(&b);
    else
      play_until_race(&b);
    write_race(file, b);
    if (race % 5000) continue;
    printf("%ld races, %ld positions, win chance and mean over the rolls differ by %.5f\n", race, positions, sqrt(squares / positions));
    fflush(stdout);
  }
  return fclose(file);
}
