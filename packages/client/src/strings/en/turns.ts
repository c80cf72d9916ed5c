/** Texts of the matches by turns. */
export const turns = {
  title: 'Your matches by turns',
  against: (name: string) => `Against ${name}`,
  yours: 'Your turn',
  theirs: 'The other player’s turn',
  until: (moment: string) => `until ${moment}`,
  open: 'Open',
  play: 'Play',
  trust:
    'Your reveal for the next roll comes with your move, so that your opponent need not wait for you. Neither the player who rolls nor the server alone can foresee a roll; both together could.',
  deadlineYours: (moment: string) => `You have until ${moment} to answer. After that you lose the match on time.`,
  deadlineTheirs: (name: string, moment: string) => `${name} has until ${moment} to answer.`,
  mayLeave: 'You can close this page at any time and come back.',
};
