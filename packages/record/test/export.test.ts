import { describe, expect, it } from 'vitest';
import { toMat } from '../src/export/mat.ts';
import { textLines, toText } from '../src/export/plain.ts';
import { toSgf } from '../src/export/sgf.ts';
import { validNames, validRecord, withNames } from './support/vectors.ts';

describe('toMat', () => {
  it('writes columns, cube actions and a beaver like other programs', () => {
    expect(toMat(validRecord('money-beaver'))).toBe(`; [Match ID "money-beaver--------"]
; [Player 1 "Ann"]
; [Player 2 "Bob"]
; [EventDate "2026.01.01"]

 0 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 51: 13/8 24/23              42: 13/9 13/11
  2)  Doubles => 2                Beavers => 4
  3) 61: 13/7 23/22               Doubles => 8
  4)  Drops                       Wins 4 points
`);
  });

  it('writes a win by resignation in the column of the winner, after the roll if there was one', () => {
    const [, first, second] = toMat(validRecord('match-7')).split(/^ Game \d\n/m);
    expect(first).toContain(
      '\n  4) 21: 13/11 11/10             54: 13/8 24/20\n                                  Wins 4 points\n',
    );
    expect(second).toContain('\n  1)                             31:\n      Wins 3 points\n');
  });

  it('separates the columns however long a play is', () => {
    for (const name of validNames) {
      for (const line of toMat(validRecord(name))
        .split('\n')
        .filter((text) => / \d\d: .*\d\d: /.test(text))) {
        expect(line.slice(0, line.lastIndexOf(':') - 2)).toMatch(/ $/);
      }
    }
  });

  it('writes names that end at the first colon', () => {
    const mat = toMat(withNames(validRecord('shortest'), 'Ann: "A"', ' '));
    expect(mat).toContain("\n Ann. 'A' : 0                   Player 1 : 0\n");
    expect(mat).toContain(`; [Player 1 "Ann: 'A'"]`);
  });
});

describe('toSgf', () => {
  it('writes each game as a separate tree', () => {
    expect(toSgf(validRecord('match-3-crawford')).split('\n')).toEqual([
      '(;FF[4]GM[6]CA[UTF-8]AP[bg-record:1]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob]DT[2026-01-01]GN[match-3-crawford----]RU[Crawford]RE[B+2R]',
      ';PL[W]DI[31])',
      '(;FF[4]GM[6]CA[UTF-8]AP[bg-record:1]MI[length:3][game:1][ws:0][bs:2]PW[Ann]PB[Bob]DT[2026-01-01]GN[match-3-crawford----]RU[Crawford:CrawfordGame]RE[W+1R]',
      ';W[53mhmj])',
      '(;FF[4]GM[6]CA[UTF-8]AP[bg-record:1]MI[length:3][game:2][ws:1][bs:2]PW[Ann]PB[Bob]DT[2026-01-01]GN[match-3-crawford----]RU[Crawford]RE[W+1]',
      ';B[53lqlo]',
      ';W[double]',
      ';B[drop])',
      '(;FF[4]GM[6]CA[UTF-8]AP[bg-record:1]MI[length:3][game:3][ws:2][bs:2]PW[Ann]PB[Bob]DT[2026-01-01]GN[match-3-crawford----]RU[Crawford]RE[W+2R]',
      ';W[31mjji]',
      ';B[double]',
      ';W[take]',
      ';PL[B]DI[43])',
      '',
    ]);
  });

  it('escapes names so that they cannot end a property', () => {
    const sgf = toSgf(withNames(validRecord('shortest'), 'a]b\\c:d', '[x]'));
    expect(sgf).toContain('PW[a\\]b\\\\c\\:d]PB[[x\\]]');
  });

  it('describes a forfeit in a comment, since no game was won', () => {
    const sgf = toSgf(validRecord('forfeit-time'));
    expect(sgf).toContain('GC[Bob lost the match on time.]');
    expect(sgf).not.toContain('RE[');
  });
});

describe('toText', () => {
  it('writes one line for each action', () => {
    expect(toText(validRecord('money-doubled-resigned'))).toBe(`"Ann" v "Bob"
Money game, beavers, untimed, unrated
Match money-doubled-resigned, 2026-01-01 00:00 UTC

Game 1, 0–0
  Opening roll: "Ann" rolls 5, "Bob" rolls 4
  "Ann": plays 54: 13/9 13/8
  "Bob": doubles to 2
  "Ann": offers a backgammon
  "Bob": accepts
  "Bob" wins 3 points (resignation)

"Bob" beat "Ann" by 3–0 by resignation.
`);
  });
});

/** A quotation and the next digit with no Latin letter between: a terminal that orders text by direction draws the digit in the quotation. */
const DIGIT_AT_QUOTATION = /""[^"\p{Script=Latin}]*\p{N}/u;

it.each([
  ['forfeit-time', /^"Ann" beat "Bob" on time at 0–0\.$/m],
  ['forfeit-abandonment', /^"Ann" beat "Bob" by abandonment at 0–0\.$/m],
  ['money-doubled-resigned', /^"Bob" beat "Ann" by 3–0 by resignation\.$/m],
])('DZ1 the text of %s gives a score as a reason to win only if it is one', (name, line) => {
  expect(toText(validRecord(name))).toMatch(line);
});

describe('toText of names that are written from right to left', () => {
  it('OW31 has a Latin letter between each name and the next digit', () => {
    for (const name of validNames) {
      const { header, events } = validRecord(name);
      const [first, second] = header.players;
      const players = [
        { ...first, name: 'אבג' },
        { ...second, name: 'دهو 1' },
      ] as const;
      for (const line of textLines({ header: { ...header, players }, events }))
        expect(line.replace(/"[^"]*"/g, '""')).not.toMatch(DIGIT_AT_QUOTATION);
    }
  });
});

describe('an export of an unverified record', () => {
  it('throws, because it would show events that never happened', () => {
    const { header, events } = validRecord('recommit');
    const wrong = events.map((event) => (event.type === 'play' ? { ...event, hops: [] } : event));
    for (const form of [toMat, toSgf, toText]) expect(() => form({ header, events: wrong })).toThrow('not verified');
  });
});
