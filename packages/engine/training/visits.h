// A position of a game in the files of collect.c: 48 bytes. Games are stored one after another.
#define EXPLORED 1 // the play that followed was not the best
#define LAST 2     // the game ended with the next play, or went over into a race
typedef struct {
  unsigned char sides[2][13];       // 26 counts of four bits
  unsigned short flags;
  unsigned short value[5], mean[5]; // the evaluation of the net, and the mean over the rolls: chances in units of 1/65535
} visit_t;
static unsigned short in_units(float chance) {
  return chance <= 0 ? 0 : chance >= 1 ? 65535 : (unsigned short)lrintf(chance * 65535);
}
static void write_board(unsigned char sides[2][13], const board_t *b) {
  for (int p = 0; p < 13; p++) {
    sides[0][p] = b->x[2 * p] | b->x[2 * p + 1] << 4;
    sides[1][p] = b->y[2 * p] | b->y[2 * p + 1] << 4;
  }
}
static void read_board(const unsigned char sides[2][13], board_t *b) {
  memset(b, 0, sizeof *b);
  for (int p = 0; p < 13; p++) {
    b->x[2 * p] = sides[0][p] & 15, b->x[2 * p + 1] = sides[0][p] >> 4;
    b->y[2 * p] = sides[1][p] & 15, b->y[2 * p + 1] = sides[1][p] >> 4;
  }
}
