import { inLanguage } from './chosen.ts';

/** Texts of the rules. */
export const rules = {
  title: 'The rules of backgammon',
  lead: 'Everything you need for your first game, in five minutes. In the pictures you play the light checkers.',
  lesson: 'Learn in a guided first game',
  contents: 'On this page',
  goal: {
    title: 'The goal',
    text: [
      'Each player has 15 checkers on a board of 24 narrow triangles, the points. You win by bringing all your checkers into your home board, the six points at the lower right, and taking them off the board before your opponent does.',
      'Your checkers move from your 24 point down to your 1 point, and never back. Your opponent moves the opposite way, so the two sides must pass each other.',
    ],
    picture:
      'The start: five light checkers on 13 and on 6, three on 8, two on 24. An arrow leads from 24 to the home board.',
  },
  begin: {
    title: 'Who goes first',
    text: [
      'Each player rolls one die. The higher roll goes first and plays both dice. After a tie, both roll again.',
      'From then on the players take turns: roll two dice, then move.',
    ],
  },
  move: {
    title: 'Moving',
    text: [
      'Each die moves one checker by that many points. With 3 and 1 you can move one checker by 3 and another by 1, or the same checker by both. Each step has to end on an open point.',
      'A point is closed if two or more of your opponent’s checkers are on it. You can land on any other point, with any number of checkers.',
    ],
    picture:
      'A good way to play 3 and 1: one checker moves from 8 to 5, one from 6 to 5. Two checkers together make the point.',
  },
  doubles: {
    title: 'Doubles and forced moves',
    text: [
      'If both dice show the same number, you play it four times.',
      'You have to play both dice if you can, and a double as many times as you can. If you can play either die but not both, you have to play the higher one. If you can’t play at all, your turn is over.',
    ],
    picture:
      'A roll of 5 and 4: a checker on 24 can’t move by 5, because five dark checkers are on 19. It can move by 4 to 20.',
  },
  hit: {
    title: 'Hitting',
    text: [
      'A single checker on a point is a blot. If an opposing checker lands on it, the blot is hit and goes to the bar, the ridge in the middle of the board.',
    ],
    picture:
      'A light checker has moved from 8 to 4 and hit a single dark checker there. The dark checker is on the bar.',
  },
  enter: {
    title: 'Entering from the bar',
    text: [
      'While you have a checker on the bar, you can’t move any other. It has to enter your opponent’s home board: a 1 enters on your 24 point, a 2 on 23, and so on to a 6 on 19. If those points are closed, you lose your turn.',
    ],
    picture:
      'A light checker on the bar, with a roll of 6 and 2: the point for 6 is closed, so it enters with 2 on 23.',
  },
  off: {
    title: 'Bearing off',
    text: [
      'Once all your checkers are in your home board, you can start taking them off. A 3 takes a checker off your 3 point. If that point is empty, you have to move a checker from further back. If there is none, the die takes one off your rearmost point.',
      'If one of your checkers is hit, it has to come all the way home again first.',
    ],
    picture: 'A roll of 6 and 3 takes one checker off 6 and one off 3.',
  },
  score: {
    title: 'What a game is worth',
    text: [
      'A game is worth one point. It’s a gammon, worth two, if the loser hasn’t borne off a single checker. It’s a backgammon, worth three, if the loser also still has a checker on the bar or in the winner’s home board.',
    ],
    picture: 'Light has borne off all checkers, dark has borne off none: a gammon.',
  },
  cube: {
    title: 'The doubling cube',
    text: [
      'Before you roll, you can offer to double the stakes. Your opponent either takes, and the game goes on for twice the points, or passes, and loses the game at its old value.',
      'The player who takes owns the cube, and only that player can double next. Rule of thumb: take if you expect to win at least one game in four.',
    ],
    picture: 'The cube shows 2 on the light side, which has taken a double.',
  },
  match: {
    title: 'Matches and money games',
    text: [
      'A match is played to an odd number of points. In the first game after a player is one point from winning, nobody can double: the Crawford rule.',
      'Money games are played in a session: one game after another, with a running score. Gammons and backgammons only count after a double (the Jacoby rule), and a player who takes can immediately redouble and keep the cube: a beaver.',
      'You can resign a game for one, two or three times the stakes. Your opponent has to accept.',
    ],
  },
  here: {
    title: 'How to play on this board',
    text: [
      'Rings mark the checkers that can move. Click or tap to play the left die; right-click or long-press to play the other one. You can also drag a checker, for several dice at once. Click the dice to swap them.',
      'Nothing is final until you press Confirm. Undo takes a step back.',
      'On a keyboard, arrow keys move between points, Enter or Space plays the left die, Shift+Enter the other one, Space also rolls and confirms, Backspace undoes, D doubles, and H asks for a hint against the bot.',
    ],
  },
  words: {
    title: 'Words',
    list: {
      point: { name: 'Point', text: 'One of the 24 triangles. To make a point is to have two or more checkers on it.' },
      blot: { name: 'Blot', text: 'A single checker, which can be hit.' },
      pip: { name: 'Pip', text: 'One step of a checker. Your pip count is the number of steps you still need.' },
      anchor: { name: 'Anchor', text: 'A point you hold in your opponent’s home board.' },
      prime: { name: 'Prime', text: 'Several points in a row. No checker can get past six.' },
      race: { name: 'Race', text: 'The game once the two sides have passed each other and no checker can be hit.' },
    },
  },
} as const;

/** Texts of the rules. */
export const rulesTexts = inLanguage('rules', rules);
