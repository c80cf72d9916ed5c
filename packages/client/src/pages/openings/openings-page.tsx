import '../../ui/play-figures.css';
import '../../ui/solving.css';
import './openings.css';
import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { useJson } from '../../state/use-json.ts';
import { openingTexts as texts } from '../../strings/openings.ts';
import { FetchState } from '../../ui/fetch-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/tab-title.ts';
import { Asked } from './asked.tsx';
import { forgetProgress, nextSpot, readProgress, storeAnswer } from './progress.ts';
import rolloutsPath from './rolled-out.json?url';
import { type Rollouts, rolloutsFile } from './rollouts.ts';
import { type Mode, SPOTS, type Spot } from './spots.ts';

/** /openings: the 15 opening rolls and the 21 replies to each, judged by rollouts. */
export default function OpeningsPage({ client }: { readonly client: Client }) {
  const { value, trouble, reload } = useJson({
    path: rolloutsPath,
    shape: rolloutsFile,
    connection: client.connection,
  });
  useTitle(texts.title);
  if (value && !client.matches.isAgainstPerson) return <Trainer rollouts={value} client={client} />;
  return (
    <Page title={texts.title} lead={texts.lead}>
      {value ? <Notice>{texts.playing}</Notice> : <FetchState trouble={trouble} onAgain={reload} />}
    </Page>
  );
}

interface Round {
  readonly mode: Mode;
  readonly spot: Spot;
  /** Every round draws a new board, also for the same spot. */
  readonly number: number;
}

interface TrainerProps {
  readonly rollouts: Rollouts;
  readonly client: Client;
}

function Trainer({ rollouts, client }: TrainerProps) {
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
      rollouts={rollouts}
      progress={progress}
      isKept={isKept}
      client={client}
      onJudged={onJudged}
      onGo={goTo}
      onForget={onForget}
    />
  );
}
