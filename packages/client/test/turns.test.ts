import { SeededRandom } from '@anchor/testkit/random';
import type { ClockName, TurnView } from '@anchor/wire';
import { TRUSTED_DICE } from 'bg-record';
import { describe, expect, it } from 'vitest';
import { lookAtTurns } from '../src/app/turn-messages.ts';
import { withClock } from '../src/pages/home/terms-form.tsx';
import { linkNames } from '../src/pages/home/turns-list.tsx';
import { texts as germanMain } from '../src/strings/de/main.ts';
import { texts as germanTurns } from '../src/strings/de/turns.ts';
import { texts as germanVerify } from '../src/strings/de/verify.ts';
import { main } from '../src/strings/main.ts';
import { noteText } from '../src/strings/note-text.ts';
import { turns } from '../src/strings/turns.ts';
import { verify } from '../src/strings/verify.ts';
import { TermTags } from '../src/ui/term-tags.tsx';
import { TrustedDice } from '../src/ui/trusted-dice.tsx';

const MINUTE_MS = 60_000;
const NOON = Date.UTC(2026, 10, 24, 12);

/** Few different values, so that many matches of a list are alike. */
function turnOf(random: SeededRandom, match: number): TurnView {
  const pub = random.pick(['a', 'b']).repeat(64);
  return {
    match: `match-${match}`,
    seat: random.pick([0, 1]),
    opponent: { pub, name: random.pick(['', 'Bob']), rating: 1500, rd: 350, provisional: true, bot: false },
    length: random.pick([1, 3]),
    rated: false,
    clock: random.pick(['days1', 'days7']),
    score: [random.below(2), random.below(2)],
    toAct: random.pick([0, 1, null]),
    isAutomatic: random.below(4) === 0,
    until: random.pick([null, NOON, NOON + MINUTE_MS]),
  };
}

describe('the list of correspondence matches', () => {
  it('MW9 names the link to each match differently, by what it does, the opponent and the state of the match', () => {
    const random = new SeededRandom(4);
    for (let round = 0; round < 200; round++) {
      const list = Array.from({ length: 1 + random.below(21) }, (_, n) => turnOf(random, n));
      const names = linkNames(list);
      expect(new Set(names).size, names.join('\n')).toBe(list.length);
      for (const [n, { seat, toAct, isAutomatic }] of list.entries())
        expect(names[n]).toMatch(toAct === seat && !isAutomatic ? /^Play: against / : /^Open: against /);
    }
  });

  it('says in a name the score from the player’s side', () => {
    const opponent = { pub: 'a'.repeat(64), name: 'Bob', rating: 1500, rd: 350, provisional: true, bot: false };
    const terms = { length: 3, rated: false, clock: 'days3', isAutomatic: false, until: null } as const;
    const turn: TurnView = { match: 'm', seat: 1, opponent, ...terms, score: [0, 2], toAct: 1 };
    expect(linkNames([turn])).toEqual(['Play: against Bob, 2–0, 3 points, 3 days per move']);
  });
});

describe('the dice of a correspondence match', () => {
  /** The facts that a player has to know before such a match: see docs/record-format.md, dice in advance. */
  const facts = {
    alone: [
      /Neither the player who rolls nor the server can predict a roll alone/,
      /Weder der Werfende noch der Server kann einen Wurf allein vorhersehen/,
    ],
    together: [
      /Together they could predict it, and avoid it/,
      /Beide zusammen könnten ihn vorhersehen und ihm .* ausweichen/,
    ],
    choose: [/they couldn’t choose it/, /ihn aber nicht aussuchen/],
    pretend: [
      /The server, once it has seen a roll, could pretend that the roll never arrived/,
      /Der Server allein könnte, sobald er einen Wurf gesehen hat, behaupten, der Wurf sei nie angekommen/,
    ],
  } as const;

  it.each(Object.entries(facts))(
    'MW8 in advance: the page says in both languages what each party could do: %s',
    (_, [en, de]) => {
      expect(turns.trust).toMatch(en);
      expect(germanTurns.trust).toMatch(de);
    },
  );
});

describe('the label of a match whose dice are trusted to the service', () => {
  const player = { pub: 'a'.repeat(64), name: 'Ann', bot: false, custody: 'own' } as const;
  const kept = { ...player, custody: 'service' } as const;

  it('MW14 is the same in the page, in its notes about a record, and in the programs of bg-record', () => {
    expect(main.terms.trustedDice.toLowerCase()).toBe(TRUSTED_DICE);
    for (const isKeyKept of [true, false]) {
      expect(verify.notes['dice-in-advance'](isKeyKept)).toMatch(new RegExp(`^${main.terms.trustedDice}: `));
      expect(germanVerify.notes['dice-in-advance'](isKeyKept)).toMatch(
        new RegExp(`^${germanMain.terms.trustedDice}: `),
      );
    }
    const note = { code: 'dice-in-advance', message: '', seat: null, figures: [] } as const;
    expect(noteText(note, [player, player])).toMatch(/Neither could foresee it alone/);
    expect(noteText(note, [player, kept])).toMatch(/the server could do so alone/);
  });

  it('MW15 is a tag of each offer of a correspondence match and of no other', () => {
    const isLabelled = (clock: ClockName) =>
      JSON.stringify(TermTags({ terms: { length: 3, rated: false, clock } }), (_, value) =>
        value === TrustedDice ? 'label' : value,
      ).includes('"label"');
    for (const clock of ['days1', 'days2', 'days3', 'days7'] as const) expect(isLabelled(clock), clock).toBe(true);
    for (const clock of ['fast', 'normal', 'slow', 'none'] as const) expect(isLabelled(clock), clock).toBe(false);
  });

  it('MW16 comes with an unrated match, unless the player asks for a rated one', () => {
    const live = { length: 5, clock: 'normal', rated: true } as const;
    const correspondence = withClock(live, 'days3');
    expect(correspondence).toEqual({ length: 5, clock: 'days3', rated: false });
    expect(withClock({ ...correspondence, rated: true }, 'days7')).toMatchObject({ rated: true });
    expect(withClock(live, 'slow')).toMatchObject({ rated: true });
    expect(withClock(correspondence, 'slow')).toMatchObject({ rated: false });
  });

  it('says in both languages what the service could do with the rolls of a player whose key it keeps', () => {
    expect(turns.trustKept).toMatch(/The server alone could predict the rolls of a player with an account/);
    expect(germanTurns.trustKept).toMatch(/könnte der Server allein vorhersehen/);
  });
});

describe('a hidden page', () => {
  const opponent = { pub: 'a'.repeat(64), name: 'Bob', rating: 1500, rd: 350, provisional: true, bot: false };
  const waiting = (...matches: string[]) => matches.map((match) => ({ match, opponent }));

  it('MW13 tells of a correspondence match that begins to wait, once, and not of those that the player has seen waiting', () => {
    let seen: ReadonlySet<string> = new Set();
    const look = (hidden: boolean, ...matches: string[]) => {
      const { fresh, stillSeen } = lookAtTurns(waiting(...matches), seen, hidden);
      seen = stillSeen;
      return fresh?.match ?? null;
    };
    expect(look(false, 'a', 'b')).toBeNull();
    expect(look(true, 'a', 'b')).toBeNull();
    expect(look(true, 'c', 'a', 'b')).toBe('c');
    expect(look(true, 'c', 'b')).toBe('c');
    expect(look(false, 'c', 'b')).toBeNull();
    expect(look(true, 'c', 'b')).toBeNull();
    // Answered on another device, and waiting again.
    expect(look(true, 'b')).toBeNull();
    expect(look(true, 'c', 'b')).toBe('c');
  });
});
