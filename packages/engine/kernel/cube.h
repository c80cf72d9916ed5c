// The cube of src/live-cube.ts and src/cube-outlook.ts, with the same results to the last bit.
#pragma once
#include <stdint.h>

#define FIELDS 6 // of a node in the tree: its kind, and five chances
enum { CONTACT, RACE, OVER };
static double tree[FIELDS * (1 + 21 * (1 + 21))];

#define LEVELS 16 // of the cube's value: 1, 2, 4 and so on
enum { CENTRED = 2 }; // an owner beside the players 0 and 1

// Written by the importing program for the stakes of a game.
typedef struct {
  double worths[2][LEVELS][6]; // by player and value: losing 3, 2 and 1 times the cube, winning 1, 2 and 3 times
  int32_t may_turn[2][LEVELS]; // 1 if a player who owns the cube may double and can gain by it
  int32_t at_once[2];          // 1 if the player doubles at the first opportunity
  int32_t gammons_in_centre;   // 1 if gammons count before the first double
  int32_t unused;
} stakes_of_game;
static stakes_of_game stakes;

typedef struct {
  double gammon, backgammon;
} shares;
typedef struct {
  shares wins, losses;
} results;
typedef struct {
  int level, owner;
} cube;

static inline double worth(int player, int level, int times) {
  return stakes.worths[player][level][times < 0 ? times + 3 : times + 2];
}
static inline int may_double(int player, cube c) {
  return (c.owner == CENTRED || c.owner == player) && stakes.may_turn[player][c.level];
}
static inline cube doubled(cube c, int player) {
  return (cube){c.level + 1, !player};
}
static inline shares shares_of(double chance, double gammon, double backgammon) {
  return chance > 0 ? (shares){gammon / chance, backgammon / chance} : (shares){0, 0};
}
static inline results results_of(const double *c) {
  return (results){shares_of(c[0], c[1], c[2]), shares_of(1 - c[0], c[3], c[4])};
}
static inline double with_gammons(int player, int level, int sign, shares s) {
  return (1 - s.gammon) * worth(player, level, sign) + (s.gammon - s.backgammon) * worth(player, level, 2 * sign) +
         s.backgammon * worth(player, level, 3 * sign);
}
static inline double mean_worth(int player, cube c, shares s, int sign) {
  int do_count = c.owner != CENTRED || stakes.gammons_in_centre;
  return do_count ? with_gammons(player, c.level, sign, s) : worth(player, c.level, sign);
}
static double cash_point(shares wins, shares losses, int player, int level);
static double live_take_point(shares wins, shares losses, int taker, int level) {
  double loss = with_gammons(taker, level + 1, -1, losses), pass = worth(taker, level, -1);
  if (pass <= loss) return 0;
  int can_turn = stakes.may_turn[taker][level + 1];
  double top = can_turn ? worth(taker, level + 1, 1) : with_gammons(taker, level + 1, 1, wins);
  double at = can_turn ? cash_point(wins, losses, taker, level + 1) : 1;
  double point = at * (pass - loss) / (top - loss);
  return point < 1 ? point : 1;
}
static double cash_point(shares wins, shares losses, int player, int level) {
  return 1 - live_take_point(losses, wins, !player, level);
}
static inline double between(double x, double x0, double y0, double x1, double y1) {
  return x1 > x0 ? y0 + (x - x0) * (y1 - y0) / (x1 - x0) : y1;
}
static double dead_worth(const double *c, int player, cube at) {
  results r = results_of(c);
  double win = mean_worth(player, at, r.wins, 1), loss = mean_worth(player, at, r.losses, -1);
  return loss + c[0] * (win - loss);
}
static double live_worth(const double *c, int player, cube at) {
  results r = results_of(c);
  double win = c[0], loss = mean_worth(player, at, r.losses, -1), gain = mean_worth(player, at, r.wins, 1);
  double low = may_double(!player, at) ? live_take_point(r.wins, r.losses, player, at.level) : 0;
  double high = may_double(player, at) ? cash_point(r.wins, r.losses, player, at.level) : 1;
  double at_low = low > 0 ? worth(player, at.level, -1) : loss;
  double at_high = high < 1 ? worth(player, at.level, 1) : gain;
  if (win < low) return between(win, 0, loss, low, at_low);
  if (win > high) return between(win, high, at_high, 1, gain);
  return between(win, low, at_low, high, at_high);
}
static double life_before_double(const double *c, int player, int doubler, cube at, double life) {
  double own[5] = {c[0], c[1], c[2], c[3], c[4]};
  if (doubler != player) own[0] = 1 - c[0], own[1] = c[3], own[2] = c[4], own[3] = c[1], own[4] = c[2];
  results r = results_of(own);
  double above = own[0] - cash_point(r.wins, r.losses, doubler, at.level);
  double part = (above + 0.1) / (0.1 + 0.15);
  part = part > 0 ? part : 0;
  return 1 - (1 - life) * (part < 1 ? part : 1);
}
static double cubeful_worth(const double *c, int player, cube at, double life) {
  double dead = dead_worth(c, player, at), share = life;
  for (int doubler = 0; doubler < 2; doubler++)
    if (stakes.at_once[doubler] && may_double(doubler, at)) {
      share = life_before_double(c, player, doubler, at, life);
      break;
    }
  return (1 - share) * dead + share * live_worth(c, player, at);
}

static double worth_on_roll(const double *node, int ply, int player, cube at);
static double worth_of_rolling(const double *node, int ply, int player, cube at) {
  int kind = (int)node[0];
  if (kind == OVER) return dead_worth(node + 1, player, at);
  if (!ply) return cubeful_worth(node + 1, player, at, kind == CONTACT ? 0.68 : 0.6);
  double sum = 0;
  const double *child = node + FIELDS;
  int size = ply == 1 ? FIELDS : FIELDS * 22;
  for (int larger = 1; larger <= 6; larger++)
    for (int smaller = 1; smaller <= larger; smaller++, child += size)
      sum -= (larger == smaller ? 1 : 2) * worth_on_roll(child, ply - 1, !player, at) / 36;
  return sum;
}
static double worth_on_roll(const double *node, int ply, int player, cube at) {
  double rolling = worth_of_rolling(node, ply, player, at);
  if ((int)node[0] == OVER || !may_double(player, at)) return rolling;
  double taken = worth_of_rolling(node, ply, player, doubled(at, player)), pass = worth(player, at.level, 1);
  double best = taken < pass ? taken : pass;
  return rolling > best ? rolling : best;
}
