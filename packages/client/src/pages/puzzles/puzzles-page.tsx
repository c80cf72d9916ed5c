import '../../ui/play-figures.css';
import '../../ui/solving.css';
import './puzzles.css';
import { useState } from 'preact/hooks';
import { THEMES, type Theme } from '../../cards/themes.ts';
import type { Client } from '../../state/client.ts';
import { useJson } from '../../state/use-json.ts';
import { puzzleSetTexts as texts } from '../../strings/puzzles.ts';
import { FetchState } from '../../ui/fetch-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/tab-title.ts';
import { AllAnswered } from './all-answered.tsx';
import { Asked } from './asked.tsx';
import { forgetProgress, type Next, nextPuzzle, readProgress, storeAnswer } from './progress.ts';
import { type Puzzle, puzzleSet } from './puzzle-set.ts';
import setPath from './puzzles.json?url';

/** /puzzles: a set of puzzles by themes, judged by the page's engine, with a rating that stays in this browser. */
export default function PuzzlesPage({ client }: { readonly client: Client }) {
  const { value, trouble, reload } = useJson({ path: setPath, shape: puzzleSet, connection: client.connection });
  useTitle(texts.title);
  if (value && !client.matches.isAgainstPerson) return <Trainer puzzles={value} client={client} />;
  return (
    <Page title={texts.title} lead={texts.lead}>
      {value ? <Notice>{texts.playing}</Notice> : <FetchState trouble={trouble} onAgain={reload} />}
    </Page>
  );
}

/** The theme that the address names. Null for all themes. */
function themeInAddress(): Theme | null {
  const named = new URLSearchParams(location.search).get('theme');
  return THEMES.find((theme) => theme === named) ?? null;
}

interface Round {
  readonly theme: Theme | null;
  readonly next: Next;
  /** Every round draws a new board, also for the same puzzle. */
  readonly number: number;
}

interface TrainerProps {
  readonly puzzles: readonly Puzzle[];
  readonly client: Client;
}

function Trainer({ puzzles, client }: TrainerProps) {
  const { storage } = client;
  /** True once the reader goes through puzzles again that were solved. */
  const [isAgain, setAgain] = useState(false);
  const begin = (theme: Theme | null, number: number, again: boolean): Round => {
    const ofTheme = puzzles.filter((puzzle) => theme === null || puzzle.theme === theme);
    const progress = readProgress(storage, puzzles);
    return {
      theme,
      number,
      next: nextPuzzle({ puzzles: ofTheme, progress, now: Date.now(), random: Math.random, again }),
    };
  };
  const [round, setRound] = useState(() => begin(themeInAddress(), 0, false));
  const [progress, setProgress] = useState(() => readProgress(storage, puzzles));
  const [isKept, setKept] = useState(true);
  const { theme, next, number } = round;
  const go = (chosen: Theme | null, again: boolean) => {
    setAgain(again);
    setRound(begin(chosen, number + 1, again));
    setProgress(readProgress(storage, puzzles));
  };
  const common = {
    puzzles,
    theme,
    progress,
    isKept,
    onTheme: (chosen: Theme | null) => go(chosen, false),
    onForget: () => {
      setKept(forgetProgress(storage));
      go(theme, false);
    },
  };
  if (next.kind === 'none') return <AllAnswered {...common} missed={next.missed} onAgain={() => go(theme, true)} />;
  const onJudged = (isRight: boolean) => {
    const answered = storeAnswer(storage, puzzles, { puzzle: next.puzzle, isRight, now: Date.now() });
    setKept(answered.isKept);
    setProgress(answered.progress);
    return answered;
  };
  return (
    <Asked
      {...common}
      key={number}
      puzzle={next.puzzle}
      client={client}
      onJudged={onJudged}
      onNext={() => go(theme, isAgain)}
    />
  );
}
