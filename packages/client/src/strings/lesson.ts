import { inLanguage } from './chosen.ts';
import { plural } from './forms.ts';

/** Texts of the guided first game. */
export const lesson = {
  title: 'Your first game',
  lead: 'Play our easiest bot while this page explains each step. It takes about ten minutes. You don’t need to know the rules.',
  contents: 'You will learn',
  points: [
    'where your checkers go, and how to move them',
    'how to hit, and how to come back from the bar',
    'how to take your checkers off and win',
    'the meaning of the doubling cube',
  ],
  start: 'Start the first game',
  starting: 'Starting…',
  offline: 'No connection. You can start when you’re back online.',
  underWay: 'You have a match in progress. Finish or resign it first.',
  back: 'Back to the board',
  rules: 'Read the rules first',
  language: 'There’s no clock: think as long as you like.',

  guide: 'Guide',
  end: 'End the guide',
  suggest: 'Show me a good move',
  thinking: 'Looking for a good move…',
  failed: 'The engine couldn’t be loaded. You can play on without it.',
  suggestion: 'A good move',
  because: {
    hits: 'It hits a checker, which has to start over from the bar.',
    enters: 'It brings your checker back from the bar.',
    makes: (points: string) => `It makes a safe point: two checkers or more together on ${points}.`,
    escapes: 'It brings a checker out of your opponent’s home board.',
    off: (count: number) =>
      plural(count, { one: 'It takes a checker off the board.', other: 'It takes # checkers off the board.' }),
    safe: 'It leaves no single checker to hit.',
    home: 'It brings a checker into your home board.',
    forward: 'It brings your checkers forward to where they can make new points.',
  },
  /** The steps of the guide. Each has its texts in the order in which a player meets them; the last one repeats. */
  steps: {
    opening: {
      title: 'Who goes first?',
      texts: [
        'Each player rolls one die, and the higher roll goes first. Press “Opening roll” or Space. The band across the board shows the way of your checkers: it ends in your home board.',
      ],
    },
    roll: {
      title: 'Your turn: roll',
      texts: ['Press “Roll” or Space. Then move your checkers by the numbers on the dice.', 'Press “Roll”.'],
    },
    double: {
      title: 'Roll or double',
      texts: [
        'You can roll, or first offer to double the stakes. Your opponent either takes, and the game counts double, or passes, and you win it right away. Double when you’re clearly ahead. When in doubt, just roll.',
        'Double when you’re clearly ahead. When in doubt, just roll.',
      ],
    },
    doubled: {
      title: 'Your opponent doubles',
      texts: [
        'Take, and the game counts double and only you can double next. Pass, and you lose the game at its current value. Take if you’d win at least one game in four from here.',
      ],
    },
    move: {
      title: 'Move your checkers',
      texts: [
        'Your checkers move from the high numbers to the low ones, home to points 6 to 1. Each die moves one checker by its number. Rings mark the checkers that can move: tap or click one to play the left die, or drag it. On a keyboard, use the arrow keys and Enter.',
        'You can’t land on a point with two or more of your opponent’s checkers. Your own checkers are safe in pairs, but a single one can be hit. Try to make points, side by side.',
        'Your two back checkers have the longest way to go. Move them up before your opponent traps them.',
        'Look for a move that makes a point, or leaves few single checkers within your opponent’s reach.',
      ],
    },
    doubles: {
      title: 'Doubles: move four times',
      texts: ['Both dice are the same, so you play that number four times.'],
    },
    hit: {
      title: 'You can hit',
      texts: [
        'Your opponent has a single checker within your reach. Land on it, and it goes to the bar and has to start over. That’s often, but not always, a good move.',
        'You can hit one of your opponent’s checkers.',
      ],
    },
    enter: {
      title: 'Enter from the bar',
      texts: [
        'Your checker was hit and is on the bar in the middle. Before anything else it has to enter your opponent’s home board: a 1 brings it to 24, a 6 to 19, if the point is open.',
        'Your checker on the bar has to enter first.',
      ],
    },
    dance: {
      title: 'No legal move',
      texts: ['None of your checkers can move with this roll. Press “Confirm” to end your turn.'],
    },
    race: {
      title: 'It’s a race now',
      texts: [
        'The two sides have passed each other, so no checker can be hit any more. Bring all your checkers home to points 6 to 1 without wasting pips.',
        'Bring all your checkers home to points 6 to 1.',
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
        'You’ve played both dice. Press “Confirm” or Space to end your turn, or “Undo” to take back a step: nothing is final until you confirm.',
        'Press “Confirm” to end your turn, or “Undo” to try something else.',
      ],
    },
    wait: {
      title: 'The bot’s turn',
      texts: [
        'The bot moves its dark checkers the other way. Arrows show its last move.',
        'Watch where the bot leaves single checkers.',
      ],
    },
    other: { title: 'Your decision', texts: ['Answer the question next to the board.'] },
  },
  hitYou: 'The bot hit your checker.',
  over: {
    won: 'You’ve won your first game!',
    lost: 'The bot won this time.',
    text: 'You know the basics now. One thing is left: the doubling cube, which raises the stakes in longer matches. The guide explains it when it comes up.',
    next: 'Play a guided match to 3 points',
    again: 'Play another guided game',
    done: 'Finish the guide',
  },
} as const;

/** Texts of the guided first game. */
export const lessonTexts = inLanguage('lesson', lesson);
