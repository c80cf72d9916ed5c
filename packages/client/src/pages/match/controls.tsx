import type { MatchSession, MatchView } from 'bg-session';
import { RollProofButton } from '../../play/roll-proof.tsx';
import { hintTexts } from '../../strings/hints.ts';
import { matchTexts as texts } from '../../strings/match.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel, DoublePanel, LeavePanel, openQuestion, ResignedPanel, ResignPanel } from './control-panels.tsx';
import { type CubeQuestion, decideIf, isCubeQuestion, type OpenQuestion } from './decide.ts';
import { HolidayPanel } from './holiday-panel.tsx';
import { TutorPanel } from './tutor-panel.tsx';
import type { Offer } from './use-offer.ts';
import type { Premoving } from './use-premove.ts';
import type { Blunder, Tutoring } from './use-tutor.ts';

interface ControlsProps {
  readonly session: MatchSession;
  readonly view: MatchView;
  readonly status: string;
  /** The number of the newest roll. */
  readonly roll: number | null;
  readonly onSeal: (roll: number) => void;
  readonly ask: OpenQuestion | null;
  readonly premove: Premoving;
  readonly tutor: Tutoring;
  readonly onTakeBack: () => void;
  /** Null without an automatic action to offer. */
  readonly offer: Offer | null;
  /** True if the board shows an earlier position. */
  readonly isPast: boolean;
  readonly onAsk: (ask: OpenQuestion | null) => void;
  readonly onCube: (ask: CubeQuestion) => void;
  readonly onLive: () => void;
  /** True if the board shows the question of the cube. */
  readonly isAskedOnBoard: boolean;
}

/** The area beside the board for questions and the status. It never covers the board. */
export function Controls(props: ControlsProps) {
  const { status, roll, isPast, onLive, onSeal, isAskedOnBoard } = props;
  return (
    <section class="controls">
      {isPast && (
        <Button kind="soft" icon="play" onClick={onLive}>
          {texts.backToLive}
        </Button>
      )}
      {!isAskedOnBoard && <Question {...props} />}
      <div class="controls__line">
        <p class="controls__status" role="status">
          {status}
        </p>
        {roll !== null && (
          <span class="latest-seal">
            <span aria-hidden="true">{texts.verifiedRoll(roll)}</span>
            <RollProofButton roll={roll} onOpen={onSeal} />
          </span>
        )}
      </div>
      {props.tutor.isMissing && (
        <p class="soft small" role="status">
          {hintTexts.tutor.missing}
        </p>
      )}
      {props.offer && <OfferLine key={props.offer.action} {...props.offer} />}
      {props.premove.isOffered && <PremoveButton {...props.premove} />}
    </section>
  );
}

/** Asks whether an action of the player is to happen automatically from now on. It takes no focus, and play goes on beside it. */
function OfferLine({ action, accept, dismiss }: Offer) {
  return (
    <section class="automatic" aria-label={texts.always[action]}>
      <p role="status" title={texts.always.hint}>
        {texts.always[action]}
      </p>
      <Button kind="soft" onClick={accept}>
        {texts.always.yes}
      </Button>
      <Button kind="quiet" onClick={dismiss}>
        {texts.always.no}
      </Button>
    </section>
  );
}

/** The button keeps its place while it is disabled, so that nothing beside the board moves. */
function PremoveButton({ isOn, toggle }: Premoving) {
  return (
    <div class="row">
      <Button
        kind="soft"
        icon={isOn ? 'check' : 'play'}
        aria-pressed={isOn}
        title={texts.premoveHint}
        disabled={!toggle}
        onClick={() => toggle?.()}
      >
        {texts.premove}
      </Button>
    </div>
  );
}

type QuestionProps = Pick<ControlsProps, 'session' | 'view' | 'ask' | 'onAsk' | 'onCube'>;

/** The question about the cube that is open: the player's own decision before it is carried out, or the opponent's double. */
export function CubeQuestionPanel({ session, view, ask, onAsk, onCube }: QuestionProps) {
  if (!isAboutCube(view, ask)) return null;
  if (ask === null || !isCubeQuestion(ask)) return <DoublePanel view={view} onChoose={onCube} />;
  const onYes = () => {
    onAsk(null);
    decideIf(session, view, { type: ask });
  };
  return <ConfirmPanel key={ask} view={view} ask={ask} onYes={onYes} onNo={() => onAsk(null)} />;
}

export function isAboutCube(view: MatchView, ask: OpenQuestion | null): boolean {
  if (view.outcome) return false;
  return ask === null ? openQuestion(view) === 'double' : isCubeQuestion(ask);
}

function Question(props: QuestionProps & Pick<ControlsProps, 'tutor' | 'onTakeBack'>) {
  const { session, view, ask, onAsk, tutor, onTakeBack } = props;
  if (tutor.blunder) {
    const onAnyway = ({ decision }: Blunder) => {
      onAsk(null);
      decideIf(session, view, decision);
    };
    return <TutorPanel view={view} tutor={tutor} onAnyway={onAnyway} onBack={onTakeBack} />;
  }
  if (isAboutCube(view, ask)) return <CubeQuestionPanel {...props} />;
  if (ask === 'leave') {
    const onLeave = () => {
      onAsk(null);
      session.callOff();
    };
    const onResign = view.options.resignations.length > 0 ? () => onAsk('resign') : null;
    return <LeavePanel view={view} onLeave={onLeave} onResign={onResign} onCancel={() => onAsk(null)} />;
  }
  if (ask === 'holiday') return <HolidayPanel session={session} view={view} onDone={() => onAsk(null)} />;
  if (ask === 'resign') return <Resigning session={session} view={view} onDone={() => onAsk(null)} />;
  if (openQuestion(view) !== 'resigned') return null;
  return (
    <ResignedPanel
      view={view}
      onAccept={() => decideIf(session, view, { type: 'accept' })}
      onDecline={() => decideIf(session, view, { type: 'decline' })}
    />
  );
}

interface ResigningProps {
  readonly session: MatchSession;
  readonly view: MatchView;
  readonly onDone: () => void;
}

function Resigning({ session, view, onDone }: ResigningProps) {
  const onResign = (points: number) => {
    onDone();
    decideIf(session, view, { type: 'resign', points });
  };
  return <ResignPanel view={view} onResign={onResign} onCancel={onDone} />;
}
