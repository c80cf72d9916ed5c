import './tutor.css';
import { makePlay } from 'bg-rules';
import type { MatchView } from 'bg-session';
import { describeWays } from '../../board/describe.ts';
import { hintTexts } from '../../strings/hints.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from './control-panels.tsx';
import type { Blunder, Tutoring } from './use-tutor.ts';

const texts = hintTexts.tutor;

interface TutorPanelProps {
  readonly view: Pick<MatchView, 'match' | 'seat'>;
  readonly tutor: Tutoring;
  /** Carries the decision out all the same. */
  readonly onAnyway: (blunder: Blunder) => void;
  /** Lets the player choose again, from the position before the play. */
  readonly onBack: () => void;
}

/** The question before a blunder. It names the loss, and the better choice only on request. */
export function TutorPanel({ view, tutor, onAnyway, onBack }: TutorPanelProps) {
  const { blunder, isRevealed, reveal } = tutor;
  if (!blunder) return null;
  const { decision, loss } = blunder;
  const isPlay = decision.type === 'play';
  return (
    <Panel title={texts.title} hint={texts.loses(loss)}>
      <p class="tutor__better" role="status">
        {isRevealed && <Better blunder={blunder} view={view} />}
      </p>
      {!isRevealed && (
        <Button kind="soft" icon="eye" onClick={reveal}>
          {isPlay ? texts.showPlay : texts.showCube}
        </Button>
      )}
      <Button kind="primary" onClick={onBack}>
        {isPlay ? texts.back.play : texts.back.cube}
      </Button>
      <Button kind="plain" onClick={() => onAnyway(blunder)}>
        {texts.anyway[decision.type]}
      </Button>
    </Panel>
  );
}

function Better({ blunder: { best }, view: { match, seat } }: { blunder: Blunder; view: TutorPanelProps['view'] }) {
  if ('type' in best) return <>{texts.better(texts.actions[best.type])}</>;
  const before = { position: match.position, player: seat ?? 0 };
  return (
    <>
      <span aria-hidden="true">{texts.better(makePlay(best.hops, before))}</span>
      <span class="visually-hidden">{texts.better(describeWays(best.hops, before))}</span>
    </>
  );
}
