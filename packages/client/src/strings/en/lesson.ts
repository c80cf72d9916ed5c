import { plural } from '../forms.ts';

/** Texts of the guided first game. */
export const lesson = {
  title: 'Your first game',
  lead: 'You play this site’s weakest bot, and the page explains each step as it happens. It takes about ten minutes. You need no account and no knowledge of the rules.',
  contents: 'You will learn',
  points: [
    'where your checkers go, and how to move them',
    'how to hit, and how to come back from the bar',
    'how to take your checkers off and win',
    'the meaning of the doubling cube',
  ],
  start: 'Start the first game',
  starting: 'Starting…',
  offline: 'No connection. You can start when you are back online.',
  underWay: 'You have a match in progress. Finish or resign it first.',
  back: 'Back to the board',
  rules: 'Read the rules first',
  language: 'Clocks are off: think as long as you like.',

  guide: 'Guide',
  end: 'End the guide',
  suggest: 'Show me a good move',
  thinking: 'Looking for a good move…',
  failed: 'The engine could not be loaded. You can play on without it.',
  suggestion: 'A good move',
  because: {
    hits: 'It hits a checker, which has to start again from the bar.',
    enters: 'It brings your checker back from the bar.',
    makes: (points: string) => `It makes a safe point: two checkers or more together on ${points}.`,
    escapes: 'It brings a checker out of your opponent’s home board.',
    off: (count: number) =>
      plural(count, { one: 'It takes a checker off the board.', other: 'It takes # checkers off the board.' }),
    safe: 'It leaves no single checker that could be hit.',
    home: 'It brings a checker into your home board.',
    forward: 'It brings your checkers forward to places from which they can make new points.',
  },
  /** The steps of the guide. Each has its texts in the order in which a player meets them; the last one repeats. */
  steps: {
    opening: {
      title: 'Who begins?',
      texts: ['Each player rolls one die, and the higher one begins. Press “Opening roll”, or Space.'],
    },
    roll: {
      title: 'Your turn: roll',
      texts: ['Press “Roll”, or Space. Then you move your checkers by the numbers on the dice.', 'Press “Roll”.'],
    },
    double: {
      title: 'Roll or double',
      texts: [
        'You may roll, or first offer to double the stake. The opponent then takes, and the game counts twice, or passes, and you win at once. Double when you are clearly ahead. When in doubt, just roll.',
        'Double when you are clearly ahead. When in doubt, just roll.',
      ],
    },
    doubled: {
      title: 'You are offered a double',
      texts: [
        'Take, and the game counts twice and only you may double next. Pass, and you lose it at the present stake. Take if you would win at least one game in four from here.',
      ],
    },
    move: {
      title: 'Move your checkers',
      texts: [
        'Your checkers go from the high numbers to the low ones, home to the points 6 to 1. Each die moves a checker by its number. Rings mark the checkers that can move: tap or click one to play the left die, or drag it. By keyboard, arrow keys reach the points and Enter plays.',
        'A point with two or more of the opponent’s checkers is closed to you. Your own checkers are safe in pairs: a single one can be hit. Try to make points, side by side.',
        'The two checkers furthest back have the longest way. Bring them forward before the opponent closes the way out.',
        'Look for a move that makes a point, or that leaves few single checkers in reach of the opponent.',
      ],
    },
    doubles: {
      title: 'Doubles: move four times',
      texts: ['Both dice are the same, so you play the number four times.'],
    },
    hit: {
      title: 'You can hit',
      texts: [
        'The opponent has a single checker in your reach. If you land on it, it goes to the bar and has to start again. That is often, but not always, a good move.',
        'A single checker of the opponent is in your reach.',
      ],
    },
    enter: {
      title: 'Come in from the bar',
      texts: [
        'Your checker was hit and lies on the bar in the middle. Before anything else it has to come in on the opponent’s home board: a 1 brings it to 24, a 6 to 19, if the point is open.',
        'Your checker on the bar has to come in first.',
      ],
    },
    dance: {
      title: 'No move is possible',
      texts: ['With these dice none of your checkers can move. Press “Confirm”, and the opponent goes on.'],
    },
    race: {
      title: 'It is a race now',
      texts: [
        'The two sides have passed each other, so no checker can be hit any more. Bring all your checkers home to the points 6 to 1, without wasting steps.',
        'Bring all your checkers home to the points 6 to 1.',
      ],
    },
    bearOff: {
      title: 'Take your checkers off',
      texts: [
        'All your checkers are home. Now each die takes a checker off its point: a 4 takes one off the 4 point. If that point is empty, move a checker from further back. If there is none, take one off your rearmost point.',
        'Take off as many checkers as you can.',
      ],
    },
    confirm: {
      title: 'Confirm your move',
      texts: [
        'Both dice are played. Press “Confirm”, or Space, to end your turn. “Undo” takes the last step back: nothing is final before you confirm.',
        'Press “Confirm” to end your turn, or “Undo” to try something else.',
      ],
    },
    wait: {
      title: 'The bot’s turn',
      texts: [
        'The bot moves its dark checkers the other way round. Arrows show its last move.',
        'Watch where the bot leaves single checkers.',
      ],
    },
    other: { title: 'Your decision', texts: ['Answer the question beside the board.'] },
  },
  hitYou: 'The bot has hit your checker.',
  over: {
    won: 'You have won your first game!',
    lost: 'The bot has won this time.',
    text: 'You now know how to move, hit, enter and bear off. One thing is left: the doubling cube. In longer matches it raises the stake of a game. The guide explains it when you meet it.',
    next: 'Play a guided match to 3 points',
    again: 'Play another guided game',
    done: 'Finish the guide',
  },
} as const;
