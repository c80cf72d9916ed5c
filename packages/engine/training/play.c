// Plays games between weights files, to compare nets in minutes: money games without a cube. Each pair of games uses the
// same dice with the sides exchanged, and the luck of every roll, by the first net, is subtracted from the result.
//   play WEIGHTS OTHER|random|greedy PAIRS [SEED]
#include "game.h"
static net_t ours, theirs;
static enum { NET, RANDOM, GREEDY } kind;

static int pips(const unsigned char *counts) {
  int sum = 0;
  for (int p = 1; p <= 25; p++) sum += p * counts[p];
  return sum;
}
// A simple player's evaluation of the position after its play (y): the race, hits, few blots, home points.
static float simple_worth(const board_t *b) {
  float worth = pips(b->x) - pips(b->y) + 20 * b->x[25] + 3 * b->y[0];
  for (int p = 1; p <= 24; p++) {
    if (b->y[p] == 1) worth -= p > 12 ? 2 : 1;
    if (b->y[p] >= 2 && p <= 8) worth += 1.5f;
  }
  return worth;
}
static void play_simply(board_t *b, int d1, int d2) {
  int32_t packed[8];
  pack(b, packed);
  load(packed);
  int count = gen(d1, d2);
  if (!count) return swapb(b);
  int chosen = kind == RANDOM ? rnd() % count : 0;
  float best = -1e9f;
  for (int n = 0; kind == GREEDY && n < count; n++) {
    board_t next;
    unpack(&out[n], &next);
    if (simple_worth(&next) <= best) continue;
    best = simple_worth(&next);
    chosen = n;
  }
  unpack(&out[chosen], b);
}
// Returns the luck of a roll for the side on roll: its value minus the mean over all rolls.
static float luck_of(const board_t *b, int d1, int d2, int first) {
  float sum = 0, ways = 0, y[8];
  board_t next;
  for (int a = 1; a <= 6; a++)
    for (int c = 1; c <= 6; c++) {
      if (first && a == c) continue;
      sum += bestplay(&ours, b, a, c, &next, y);
      ways++;
    }
  return bestplay(&ours, b, d1, d2, &next, y) - sum / ways;
}
// Plays one game. Writes our points and our luck.
static void play_game(int theyStart, double *points, double *luck) {
  board_t b, next;
  float y[8];
  int d1, d2, won = 0, turn = theyStart;
  startpos(&b);
  do d1 = die1(), d2 = die1();
  while (d1 == d2);
  *luck = 0;
  for (int move = 0; !won; move++, turn ^= 1, d1 = die1(), d2 = die1()) {
    *luck += (turn ? -1 : 1) * luck_of(&b, d1, d2, move == 0);
    if (turn && kind != NET)
      play_simply(&b, d1, d2);
    else {
      bestplay(turn ? &theirs : &ours, &b, d1, d2, &next, y);
      b = next;
    }
    won = over(&b, y);
    *points = turn ? -won : won;
  }
}
int main(int count, char **v) {
  if (count < 4 || !netload(&ours, v[1])) return fprintf(stderr, "usage: see play.c\n"), 2;
  kind = !strcmp(v[2], "random") ? RANDOM : !strcmp(v[2], "greedy") ? GREEDY : NET;
  if (kind == NET && !netload(&theirs, v[2])) return fprintf(stderr, "no weights in %s\n", v[2]), 2;
  plays_init();
  inputs_init();
  int pairs = atoi(v[3]);
  double sum[2] = {0}, squares[2] = {0};
  for (int n = 0; n < pairs; n++) {
    double points, luck, pair[2] = {0};
    for (int side = 0; side < 2; side++) {
      seed((count > 4 ? atol(v[4]) : 1) * 1000003 + n);
      play_game(side, &points, &luck);
      pair[0] += points / 2;
      pair[1] += (points - luck) / 2;
    }
    for (int k = 0; k < 2; k++) sum[k] += pair[k], squares[k] += pair[k] * pair[k];
  }
  for (int k = 0; k < 2; k++) {
    double mean = sum[k] / pairs;
    printf("%s %.4f ± %.4f points a game over %d games\n", k ? "luck taken out:" : "as played:", mean,
           sqrt((squares[k] / pairs - mean * mean) / pairs), 2 * pairs);
  }
  return 0;
}
