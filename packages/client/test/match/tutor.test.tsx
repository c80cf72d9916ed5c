// @vitest-environment happy-dom
import { type Hop, legalPlays, type MatchState, options, type Player, startMatch } from 'bg-rules';
import type { MatchView } from 'bg-session';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTurn, viewTurn, withPlay } from '../../src/board/turn.ts';
import type { Engine, Told } from '../../src/engine/engine.ts';
import { type Losses, lossesOf } from '../../src/engine/losses.ts';
import { TutorPanel } from '../../src/pages/match/tutor-panel.tsx';
import { type Looked, TUTOR_LIMIT_MS, type Tutoring, useTutor } from '../../src/pages/match/use-tutor.ts';

const app = document.body.appendChild(document.createElement('div'));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  act(() => render(null, app));
  vi.useRealTimers();
});

const start = startMatch({ length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } });
const opening: MatchState = { ...start, phase: 'play', turn: 0, toAct: 0, dice: [3, 1] };
const losses = lossesOf(opening);
const plays = losses?.kind === 'play' ? losses.choices : [];
const [best] = plays;
const worst = plays.at(-1);
if (!best || !worst) throw new Error('an opening roll has several plays');

interface Case {
  readonly match?: MatchState;
  readonly bots?: readonly [boolean, boolean];
  readonly seat?: Player | null;
  readonly rated?: boolean;
  readonly isOn?: boolean;
  readonly forced?: boolean;
  readonly events?: number;
}

function viewOf({ match = opening, bots = [false, true], seat = 0, rated = false, events = 9 }: Case): MatchView {
  const players = bots.map((bot) => ({ bot }));
  const allowed = seat === match.toAct ? options(match) : { ...options(match), actions: [] };
  const rest = { id: 'tutored', outcome: null, halted: null };
  return {
    ...rest,
    header: { players, rated },
    seat,
    match,
    options: allowed,
    events: Array.from({ length: events }),
  } as unknown as MatchView;
}

/** The decision of a player who has moved the checkers of a play. */
function tutored() {
  const asked: string[] = [];
  const acts: string[] = [];
  let reply: (told: Told<Losses | null>) => void = () => undefined;
  let tutor = null as Tutoring | null;
  const engine = {
    ask({ kind }: { kind: string }) {
      asked.push(kind);
      return new Promise((resolve) => {
        reply = resolve as typeof reply;
      });
    },
  } as unknown as Engine;
  function Page({ given, hops }: { given: Case; hops: readonly Hop[] }) {
    const view = viewOf(given);
    const { position, dice } = view.match;
    const made = dice ? viewTurn(withPlay(startTurn(position, 0, dice), hops)) : null;
    tutor = useTutor(view, { view: made, forced: given.forced ?? false }, given.isOn ?? true, engine);
    return (
      <TutorPanel
        view={view}
        tutor={tutor}
        onAnyway={({ decision }) => acts.push(`${decision.type} anyway`)}
        onBack={tutor.close}
      />
    );
  }
  const show = (given: Case = {}, hops: readonly Hop[] = worst!.hops) =>
    act(() => render(<Page given={given} hops={hops} />, app));
  return {
    asked,
    acts,
    show,
    answer: (told: Told<Losses | null> = { ok: true, value: losses }) => act(async () => reply(told)),
    check: (decision: Looked = { type: 'play', hops: worst!.hops }) =>
      act(() => tutor?.check(decision, () => acts.push(decision.type))),
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
    press: (name: string) =>
      act(() => [...app.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()),
    tutor: () => tutor!,
  };
}

const title = () => app.querySelector('h2')?.textContent;

describe('the tutor', () => {
  test('AY4 asks before a blunder, whose loss it names, and before no other play', async () => {
    const seen = new Set<string | null>();
    for (const dice of [
      [3, 1],
      [2, 1],
      [6, 2],
    ] as const) {
      const match = { ...opening, dice };
      const value = lossesOf(match);
      const choices = value?.kind === 'play' ? value.choices : [];
      expect(choices).toHaveLength(legalPlays(match.position, 0, dice).length);
      for (const { hops, mark, loss } of choices) {
        seen.add(mark);
        const { show, answer, check, acts, pass } = tutored();
        show({ match }, hops);
        await answer({ ok: true, value });
        check({ type: 'play', hops });
        pass(0);
        expect(acts).toEqual(mark === 'blunder' ? [] : ['play']);
        expect(title()).toBe(mark === 'blunder' ? 'Are you sure?' : undefined);
        if (mark === 'blunder') expect(app.querySelector('.panel__hint')?.textContent).toContain(loss.toFixed(3));
        act(() => render(null, app));
      }
    }
    expect(seen).toEqual(new Set([null, 'inaccuracy', 'error', 'blunder']));
  });

  test('AY5 shows the better play only on request, and the player decides', async () => {
    const { show, answer, check, acts, press, tutor } = tutored();
    show();
    await answer();
    check();
    expect(tutor().hops).toBeNull();
    expect(app.textContent).not.toContain('8/5');
    press('Show better play');
    expect(tutor().hops).toEqual(best.hops);
    expect(app.querySelector('[role="status"]')?.textContent).toContain('Better: 8/5 6/5');
    press('Play it anyway');
    expect(acts).toEqual(['play anyway']);
    press('Take it back');
    expect(title()).toBeUndefined();
    expect(acts).toEqual(['play anyway']);
  });

  test('AY6 lets a decision through a second after it was made, if the engine has not answered, and at once if it has failed', async () => {
    const slow = tutored();
    slow.show();
    slow.check();
    slow.pass(TUTOR_LIMIT_MS - 1);
    slow.check();
    expect(slow.acts).toEqual([]);
    slow.pass(1);
    expect(slow.acts).toEqual(['play']);
    act(() => render(null, app));
    const failed = tutored();
    failed.show();
    await failed.answer({ ok: false, code: 'not-loaded' });
    expect(failed.tutor().isMissing).toBe(true);
    failed.check();
    expect(failed.acts).toEqual(['play']);
    act(() => render(null, app));
    const late = tutored();
    late.show();
    late.check();
    await late.answer();
    late.pass(TUTOR_LIMIT_MS);
    expect([late.acts, title()]).toEqual([[], 'Are you sure?']);
    act(() => render(null, app));
    const good = tutored();
    good.show({}, best.hops);
    good.check({ type: 'play', hops: best.hops });
    await good.answer();
    good.pass(0);
    expect(good.acts).toEqual(['play']);
  });

  test('AY7 forgets the question, and what waited for an answer, when the play or the match changes', async () => {
    const one = tutored();
    one.show();
    await one.answer();
    one.check();
    one.show({}, worst.hops.slice(0, 1));
    expect(title()).toBeUndefined();
    act(() => render(null, app));
    const waiting = tutored();
    waiting.show();
    waiting.check();
    waiting.show({ events: 10 });
    waiting.pass(2 * TUTOR_LIMIT_MS);
    expect(waiting.acts).toEqual([]);
  });

  test.each([
    ['that was taken back and made again', [{}, []]],
    ['after the tutor was off and on again', [{ isOn: false }, worst.hops]],
  ] as const)('AY7a does not carry out a play %s without a new confirmation', async (_how, [given, hops]) => {
    const { show, check, acts, answer, pass } = tutored();
    show();
    check();
    show(given, hops);
    show();
    pass(2 * TUTOR_LIMIT_MS);
    await answer();
    pass(0);
    expect([acts, title()]).toEqual([[], undefined]);
  });

  const nowhere: Readonly<Record<string, Case>> = {
    'against a person': { bots: [false, false] },
    'for a bot': { bots: [true, true] },
    'for a watcher': { seat: null },
    'in a rated match': { rated: true },
    'while it is off': { isOn: false },
    'for a forced play': { forced: true },
  };
  test.each(Object.entries(nowhere))('AY8 asks neither the player nor the engine %s', (_where, given) => {
    const { show, check, acts, asked } = tutored();
    show(given);
    check();
    expect([acts, asked]).toEqual([['play'], []]);
    expect(title()).toBeUndefined();
  });

  test('AY9 asks before a roll, a double, a take or a pass that is a blunder', async () => {
    const choices = (['roll', 'double', 'take', 'pass'] as const).map((type) => ({
      type,
      loss: 0.3,
      mark: 'blunder' as const,
    }));
    const rolling: MatchState = { ...start, phase: 'roll', turn: 0, toAct: 0 };
    const doubled: MatchState = { ...start, phase: 'double', turn: 1, toAct: 0, doubler: 1 };
    for (const { type } of choices) {
      const match = type === 'roll' || type === 'double' ? rolling : doubled;
      const { show, answer, check, acts, asked, press } = tutored();
      show({ match });
      expect(asked).toEqual(['losses']);
      const other = choices.find((choice) => choice.type !== type)!;
      const sorted = [{ ...other, loss: 0, mark: null }, ...choices.filter((choice) => choice.type === type)];
      await answer({ ok: true, value: { kind: 'cube', choices: sorted } });
      check({ type });
      expect([acts, title()]).toEqual([[], 'Are you sure?']);
      press('Show better choice');
      expect(app.querySelector('[role="status"]')?.textContent).toMatch(/^Better: \w/);
      press(`${type[0]?.toUpperCase()}${type.slice(1)} anyway`);
      expect(acts).toEqual([`${type} anyway`]);
      act(() => render(null, app));
    }
  });
});
