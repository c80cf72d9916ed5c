// Exact chances where both players have all checkers at home and no hit is possible, as in packages/engine/src/bearoff.ts:
// distributions of the number of rolls, each roll played for the least mean. Boards are numbered as in
// packages/engine/src/bearoff-index.ts, so every play leads to a smaller number.
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define BOARDS 54264
#define MOST_ROLLS 40   // fifteen checkers on the six-point take fewer; the rest of a distribution is negligible
#define NEGLIGIBLE 1e-9
typedef struct {
  double mean[BOARDS], exactly[BOARDS][MOST_ROLLS], more_than[BOARDS][MOST_ROLLS];
  int lead[3][BOARDS][7]; // by hops less one, board and die: the board with the least mean
} rolls_t;
static rolls_t *to_bear_off, *to_first_off;
static int choose_of[22][8];

static int boards_up_to(int checkers) {
  return choose_of[checkers + 6][6];
}
static int board_number(const unsigned char *counts) {
  int number = 0, sum = 0;
  for (int k = 1; k <= 6; k++) sum += counts[7 - k], number += choose_of[sum + k - 1][k];
  return number;
}
// Returns the board after a hop, or -1.
static int hop_of(const unsigned char *counts, int point, int die, int highest) {
  if (!counts[point] || (point < die && point < highest)) return -1;
  unsigned char after[8];
  memcpy(after, counts, 8);
  after[point]--;
  if (point > die) after[point - die]++;
  return board_number(after);
}
// Returns the best board after a hop with `die` and then `lead` with `next`.
static int best_board(const rolls_t *t, const unsigned char *counts, int die, int (*lead)[7], int next) {
  int highest = 6, best = -1;
  while (!counts[highest]) highest--;
  for (int point = 1; point <= highest; point++) {
    int hop = hop_of(counts, point, die, highest);
    if (hop < 0) continue;
    if (lead) hop = lead[hop][next];
    if (best < 0 || t->mean[hop] < t->mean[best]) best = hop;
  }
  return best;
}
static void add_board(rolls_t *t, int goal, int board, const unsigned char *counts) {
  double sum[MOST_ROLLS + 1] = {0}, left = 1;
  for (int die = 1; die <= 6; die++) {
    t->lead[0][board][die] = best_board(t, counts, die, 0, 0);
    t->lead[1][board][die] = best_board(t, counts, die, t->lead[0], die);
    t->lead[2][board][die] = best_board(t, counts, die, t->lead[1], die);
  }
  for (int a = 1; a <= 6; a++)
    for (int b = 1; b <= a; b++) {
      int after = a == b ? best_board(t, counts, a, t->lead[2], a) : best_board(t, counts, a, t->lead[0], b);
      int other = a == b ? after : best_board(t, counts, b, t->lead[0], a);
      if (t->mean[other] < t->mean[after]) after = other;
      double weight = (a == b ? 1 : 2) / 36.;
      if (after < goal)
        sum[1] += weight;
      else
        for (int n = 0; n + 1 < MOST_ROLLS; n++) sum[n + 1] += weight * t->exactly[after][n];
    }
  for (int n = 0; n < MOST_ROLLS; n++) {
    t->exactly[board][n] = left - sum[n] > NEGLIGIBLE ? sum[n] : left;
    left -= t->exactly[board][n];
    t->more_than[board][n] = left;
    t->mean[board] += n * t->exactly[board][n];
  }
}
// Returns the table of rolls from each board to one whose number is below `goal`.
static rolls_t *make_rolls(int goal) {
  rolls_t *t = calloc(1, sizeof *t);
  unsigned char counts[8];
  for (int board = 0; board < goal; board++) {
    t->exactly[board][0] = 1;
    for (int hops = 0; hops < 3; hops++)
      for (int die = 0; die < 7; die++) t->lead[hops][board][die] = board;
  }
  // All boards of n checkers in the order of their numbers: by the prefix sums from the six-point.
  int sums[7] = {0};
  for (int board = 0; board < BOARDS; board++) {
    memset(counts, 0, sizeof counts);
    for (int k = 1; k <= 6; k++) counts[7 - k] = sums[k] - sums[k - 1];
    if (board >= goal) add_board(t, goal, board, counts);
    int k = 1;
    while (k < 6 && sums[k] == sums[k + 1]) k++;
    sums[k]++;
    for (int before = 1; before < k; before++) sums[before] = 0;
  }
  return t;
}
static void bearoff_init(void) {
  for (int n = 0; n < 22; n++) {
    choose_of[n][0] = 1;
    for (int k = 1; k < 8 && n; k++) choose_of[n][k] = choose_of[n - 1][k - 1] + choose_of[n - 1][k];
  }
  to_bear_off = make_rolls(1);
  to_first_off = make_rolls(boards_up_to(14));
}
static int all_home(const unsigned char *counts) {
  for (int place = 7; place <= 25; place++)
    if (counts[place]) return 0;
  return 1;
}
// Writes five chances and returns 1 if all checkers of both are at home, at least one each. Needs bearoff_init.
static int bear_off(const unsigned char *x, const unsigned char *y, float *chances) {
  if (!to_bear_off || !all_home(x) || !all_home(y)) return 0;
  int own = board_number(x), other = board_number(y);
  double win = 0, gammon = 0, lost = 0;
  for (int n = 1; n < MOST_ROLLS; n++) {
    win += to_bear_off->exactly[own][n] * to_bear_off->more_than[other][n - 1];
    if (!y[0]) gammon += to_bear_off->exactly[own][n] * to_first_off->more_than[other][n - 1];
    if (!x[0]) lost += to_bear_off->exactly[other][n] * to_first_off->more_than[own][n];
  }
  chances[0] = win, chances[1] = gammon, chances[2] = 0, chances[3] = lost, chances[4] = 0;
  return 1;
}
