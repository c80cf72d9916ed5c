/** Texts of the rules. */
export const rules = {
  title: 'The rules of backgammon',
  lead: 'Everything you need for a first game takes five minutes. The pictures are seen from your side: you play the light checkers.',
  lesson: 'Learn it in a guided first game',
  contents: 'On this page',
  goal: {
    title: 'The goal',
    text: [
      'Each player has 15 checkers on a board of 24 narrow triangles, the points. You win the game if you bring all your checkers into your home board, the six points at the lower right, and take them off the board before your opponent does the same with theirs.',
      'Your checkers move from your 24 point down to your 1 point, and never back. Your opponent moves the opposite way, so the two sides must pass each other.',
    ],
    picture:
      'The start: five light checkers on 13 and on 6, three on 8, two on 24. An arrow leads from 24 to the home board.',
  },
  begin: {
    title: 'Who begins',
    text: [
      'Each player rolls one die. The player with the higher die begins and plays both dice. After a tie, both roll again.',
      'From then on the players take turns: you roll two dice, then you move.',
    ],
  },
  move: {
    title: 'Moving',
    text: [
      'Each die moves one checker by that many points. With 3 and 1 you may move one checker by 3 and another one by 1, or the same checker by both. Each step has to end on a point that is open to you.',
      'A point is closed if two or more of your opponent’s checkers stand there. On all other points your checkers may land, any number of them.',
    ],
    picture:
      'A good way to play 3 and 1: one checker moves from 8 to 5, one from 6 to 5. Two checkers together hold the point.',
  },
  doubles: {
    title: 'Doubles, and no choice',
    text: [
      'If both dice show the same number, you play it four times.',
      'You must play both dice if there is a way to do so, and all four of a double. If only one of the two dice can be played, it must be the higher one if possible. If nothing can be played, your turn is over.',
    ],
    picture:
      'A roll of 5 and 4: a checker on 24 cannot move by 5, because five dark checkers stand on 19. It can move by 4 to 20.',
  },
  hit: {
    title: 'Hitting',
    text: [
      'A single checker on a point is a blot. If a checker of the other side lands there, the blot is hit and goes to the bar, the ridge in the middle of the board.',
    ],
    picture:
      'A light checker has moved from 8 to 4 and hit a single dark checker there. The dark checker is on the bar.',
  },
  enter: {
    title: 'Entering from the bar',
    text: [
      'As long as you have a checker on the bar, you may move nothing else. The checker comes in on your opponent’s home board: with 1 on your 24 point, with 2 on 23, and so on to 6 on 19. If those points are closed, you lose your turn.',
    ],
    picture:
      'A light checker on the bar, with a roll of 6 and 2: the point for 6 is closed, so it enters with 2 on 23.',
  },
  off: {
    title: 'Bearing off',
    text: [
      'Once all your checkers are in your home board, you may take them off. A 3 takes a checker off your 3 point. If that point is empty, a checker further back has to move instead. If no checker is further back, the die takes one off your rearmost point.',
      'If a checker is hit meanwhile, it has to come home again first.',
    ],
    picture: 'A roll of 6 and 3 takes one checker off 6 and one off 3.',
  },
  score: {
    title: 'What a game is worth',
    text: [
      'A game counts one point. It is a gammon, which counts two, if the loser has not borne off a single checker. It is a backgammon, which counts three, if moreover a checker of the loser is still on the bar or in the winner’s home board.',
    ],
    picture: 'Light has borne off all checkers, dark has borne off none: a gammon.',
  },
  cube: {
    title: 'The doubling cube',
    text: [
      'Before you roll, you may offer to double the stake. Your opponent takes, and the game goes on for twice the points, or passes, and loses the game at the old stake.',
      'The player who takes owns the cube: only that player may double next. Rule of thumb: take if you expect to win at least one game in four.',
    ],
    picture: 'The cube shows 2 and lies on the side of light, who has taken a double.',
  },
  match: {
    title: 'Matches and money games',
    text: [
      'A match goes to an odd number of points. In the first game after one player needs just one more point, neither player may double: the Crawford rule.',
      'Money games are played in a session: one game after another, with a running score. Gammons and backgammons count there only after a double (the Jacoby rule), and a player who takes may at once double again and keep the cube: a beaver.',
      'You may resign a game for one, two or three times the stake. Your opponent has to accept.',
    ],
  },
  here: {
    title: 'How to play on this board',
    text: [
      'Rings mark the checkers that can move. A click or a tap plays the left die; a right click or a long press plays the other one. You can also drag a checker, also over several dice at once. A click on the dice changes their order.',
      'Nothing is final until you press Confirm. Undo takes a step back.',
      'By keyboard: arrow keys move between the points, Enter or Space plays the left die, with Shift the other one, Space also rolls and confirms, Backspace undoes, D doubles, and H asks for a hint against the bot.',
    ],
  },
  words: {
    title: 'Words',
    list: {
      point: { name: 'Point', text: 'One of the 24 triangles. To make a point is to have two checkers or more there.' },
      blot: { name: 'Blot', text: 'A single checker, which can be hit.' },
      pip: { name: 'Pip', text: 'One step of a checker. The pip count is the number of steps that you still need.' },
      anchor: { name: 'Anchor', text: 'A point that you hold in your opponent’s home board.' },
      prime: { name: 'Prime', text: 'Several points in a row. No checker can pass six of them.' },
      race: { name: 'Race', text: 'The game once the two sides have passed each other and no checker can be hit.' },
    },
  },
} as const;
