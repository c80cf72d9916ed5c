import '../../ui/play-figures.css';
import '../../ui/solving.css';
import './openings.css';
import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { openingTexts as texts } from '../../strings/openings.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/tab-title.ts';
import { Asked } from './asked.tsx';
import { forgetProgress, nextSpot, readProgress, storeAnswer } from './progress.ts';
import { type Mode, SPOTS, type Spot } from './spots.ts';

/** /openings: the 15 opening rolls and the 21 replies to each, judged by the page's engine. */
export default function OpeningsPage({ client }: { readonly client: Client }) {
  useTitle(texts.title);
  if (client.matches.isAgainstPerson)
    return (
      <Page title={texts.title} lead={texts.lead}>
        <Notice>{texts.playing}</Notice>
      </Page>
    );
  return <Trainer client={client} />;
}

interface Round {
  readonly mode: Mode;
  readonly spot: Spot;
  /** Every round draws a new board, also for the same spot. */
  readonly number: number;
}

function Trainer({ client }: { readonly client: Client }) {
  const { storage } = client;
  const begin = (mode: Mode, number: number, spot?: Spot): Round => ({
    mode,
    number,
    spot: spot ?? nextSpot(SPOTS[mode], readProgress(storage, mode), Math.random),
  });
  const [round, setRound] = useState(() => begin('openings', 0));
  const [progress, setProgress] = useState(() => readProgress(storage, 'openings'));
  const [isKept, setKept] = useState(true);
  const { mode, spot, number } = round;
  const goTo = (chosen: Mode, next?: Spot) => {
    setRound(begin(chosen, number + 1, next));
    setProgress(readProgress(storage, chosen));
  };
  const onJudged = (isRight: boolean) => {
    setKept(storeAnswer(storage, mode, spot.id, isRight));
    setProgress(readProgress(storage, mode));
  };
  const onForget = () => {
    setKept(forgetProgress(storage, mode));
    goTo(mode);
  };
  return (
    <Asked
      key={number}
      mode={mode}
      spot={spot}
      progress={progress}
      isKept={isKept}
      client={client}
      onJudged={onJudged}
      onGo={goTo}
      onForget={onForget}
    />
  );
}
