import { COOL_DOWN } from '@anchor/wire';
import { needsClaim } from 'bg-record';
import { opponent } from 'bg-rules';
import type { MatchView } from 'bg-session';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { shownName } from '../../play/people.ts';
import { minutesText } from '../../strings/clock-hint.ts';
import { matchTexts as texts } from '../../strings/match.ts';
import { withoutIsolates } from '../../strings/name-text.ts';
import { answerTime } from '../../strings/turns.ts';
import { Button, type ButtonKind } from '../../ui/button.tsx';
import { type CubeQuestion, type OpenQuestion, offeredResignations, offeredStake } from './decide.ts';

interface PanelProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly children: ComponentChildren;
}

/**
 * A question beside the board, which stays visible. It takes the focus, so that screen readers announce it, and gives it
 * back when it is answered: to the element that had it, or to the board.
 */
export function Panel({ title, hint, children }: PanelProps) {
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = element.current;
    const before = document.activeElement;
    panel?.focus({ preventScroll: true });
    return () => {
      const isLeft = document.activeElement !== document.body && !panel?.contains(document.activeElement);
      if (!isLeft) giveFocus(before);
    };
  }, []);
  return (
    <div
      ref={element}
      class="panel"
      role="dialog"
      aria-modal="false"
      aria-label={withoutIsolates(title)}
      aria-describedby={hint ? id : undefined}
      tabIndex={-1}
    >
      <h2>{title}</h2>
      {hint && (
        <p id={id} class="panel__hint soft small">
          {hint}
        </p>
      )}
      <div class="panel__actions">{children}</div>
    </div>
  );
}

function giveFocus(before: Element | null): void {
  const isHere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  const board = document.querySelector<HTMLElement>('.board__place[tabindex="0"]');
  (isHere ? before : board)?.focus({ preventScroll: true });
}

interface ActProps {
  readonly kind: ButtonKind;
  readonly onClick: () => void;
  readonly children: string;
}

function Act({ kind, onClick, children }: ActProps) {
  return (
    <Button kind={kind} onClick={onClick}>
      {children}
    </Button>
  );
}

interface AnswerProps {
  readonly view: MatchView;
  readonly onChoose: (choice: CubeQuestion) => void;
}

/** The choice of take, pass or beaver. */
export function DoublePanel({ view, onChoose }: AnswerProps) {
  const { phase, doubler, toAct } = view.match;
  const stake = offeredStake(view);
  const other = shownName(view, toAct === null ? (doubler ?? 0) : opponent(toAct));
  const title = phase === 'beaver' ? texts.beavered(other, stake) : texts.doubled(other, stake);
  return (
    <Panel title={title} hint={phase === 'beaver' ? undefined : texts.doubledHint(stake)}>
      <Act kind="primary" onClick={() => onChoose('take')}>
        {texts.take}
      </Act>
      <Act kind="plain" onClick={() => onChoose('pass')}>
        {texts.pass}
      </Act>
      {view.options.actions.includes('beaver') && (
        <Act kind="soft" onClick={() => onChoose('beaver')}>
          {texts.beaver}
        </Act>
      )}
    </Panel>
  );
}

interface ConfirmProps {
  readonly view: MatchView;
  readonly ask: CubeQuestion;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Confirms a cube action. */
export function ConfirmPanel({ view, ask, onYes, onNo }: ConfirmProps) {
  const { title, hint } = question(view, ask);
  return (
    <Panel title={title} hint={hint}>
      <Act kind={ask === 'pass' ? 'danger' : 'primary'} onClick={onYes}>
        {texts.yes(ask === 'double' ? texts.double : texts[ask])}
      </Act>
      <Act kind="plain" onClick={onNo}>
        {texts.cancel}
      </Act>
    </Panel>
  );
}

function question(view: MatchView, ask: CubeQuestion): { title: string; hint?: string } {
  const stake = offeredStake(view);
  if (ask === 'double') return { title: texts.askDouble(stake), hint: texts.askDoubleHint };
  if (ask === 'take') return { title: texts.askTake(stake) };
  if (ask === 'beaver') return { title: texts.askBeaver(stake * 2) };
  return { title: texts.askPass(view.match.cube.value) };
}

interface ResignProps {
  readonly view: Pick<MatchView, 'match' | 'options'>;
  readonly onResign: (points: number) => void;
  readonly onCancel: () => void;
}

/** The choice between the resignations that differ, if there are several, and a question before the chosen one is sent. */
export function ResignPanel({ view, onResign, onCancel }: ResignProps) {
  const offered = offeredResignations(view);
  const [chosen, setChosen] = useState(offered.length === 1 ? (offered[0] ?? null) : null);
  const stake = view.match.cube.value;
  const cancel = (
    <Act kind="plain" onClick={onCancel}>
      {texts.cancel}
    </Act>
  );
  if (chosen === null)
    return (
      <Panel key="choice" title={texts.resignTitle}>
        {offered.map((points) => (
          <Act key={points} kind="soft" onClick={() => setChosen(points)}>
            {texts.resignFor(texts.resignAs[points] ?? '', points * stake)}
          </Act>
        ))}
        {cancel}
      </Panel>
    );
  return (
    <Panel key="question" title={texts.askResign(chosen * stake)} hint={texts.resignHint}>
      <Act kind="danger" onClick={() => onResign(chosen)}>
        {texts.yes(texts.resign)}
      </Act>
      {cancel}
    </Panel>
  );
}

interface LeaveProps {
  readonly view: MatchView;
  readonly onLeave: () => void;
  /** Null if the viewer cannot resign now. */
  readonly onResign: (() => void) | null;
  readonly onCancel: () => void;
}

/** Before the first roll it calls the match off. Afterwards it shows the cost of going away, and offers to resign. */
export function LeavePanel({ view, onLeave, onResign, onCancel }: LeaveProps) {
  const { title, hint } = leaveQuestion(view);
  return (
    <Panel key={title} title={title} hint={hint}>
      {!view.hasRolled && (
        <Act kind="danger" onClick={onLeave}>
          {texts.leaveNow}
        </Act>
      )}
      {view.hasRolled && onResign && (
        <Act kind="danger" onClick={onResign}>
          {texts.resign}
        </Act>
      )}
      <Act kind="plain" onClick={onCancel}>
        {texts.stay}
      </Act>
    </Panel>
  );
}

const MINUTE_MS = 60_000;

/** Returns the cost of leaving at this point of the match. */
export function leaveQuestion({ hasRolled, header }: Pick<MatchView, 'hasRolled' | 'header'>): {
  readonly title: string;
  readonly hint: string;
} {
  if (!hasRolled) {
    const { allowed, countedMs, pauseMs } = COOL_DOWN;
    return { title: texts.leaveTitle, hint: texts.leaveHint(allowed, countedMs / MINUTE_MS, pauseMs / MINUTE_MS) };
  }
  if (header.absenceMs === null)
    return { title: texts.begunTitle, hint: texts.awayCorrespondence(answerTime(header.moveMs ?? 0)) };
  const minutes = minutesText(header.absenceMs);
  if (!needsClaim(header)) return { title: texts.begunTitle, hint: texts.awayHint(minutes) };
  return { title: texts.begunTitle, hint: `${texts.awayClaimHint(minutes)} ${texts.awayClock}` };
}

interface ResignedProps {
  readonly view: MatchView;
  readonly onAccept: () => void;
  readonly onDecline: () => void;
}

/** Answers the opponent's resignation: accept or play on. */
export function ResignedPanel({ view, onAccept, onDecline }: ResignedProps) {
  const { resignation, cube } = view.match;
  if (!resignation) return null;
  const title = texts.resigned(shownName(view, resignation.by), resignation.points * cube.value);
  return (
    <Panel title={title} hint={texts.resignedHint}>
      <Act kind="primary" onClick={onAccept}>
        {texts.accept}
      </Act>
      <Act kind="plain" onClick={onDecline}>
        {texts.decline}
      </Act>
    </Panel>
  );
}

/** True if the viewer has days of holiday left and may take them on this device. */
export function mayTakeHoliday({ holidays, seat, outcome, halted, device, hasRolled }: MatchView): boolean {
  const daysLeft = seat === null ? 0 : (holidays?.[seat].daysLeft ?? 0);
  return daysLeft > 0 && hasRolled && !outcome && !halted && device === 'here';
}

/** Returns the kind of question that is open, from the viewer's options. */
export function openQuestion({ options }: MatchView): 'double' | 'resigned' | null {
  if (options.actions.includes('take')) return 'double';
  return options.actions.includes('accept') ? 'resigned' : null;
}

/** True if an ask is still possible with the viewer's options. */
export function stillFits(ask: OpenQuestion, view: MatchView): boolean {
  const { options, seat, outcome, halted } = view;
  if (ask === 'leave') return seat !== null && !outcome && !halted;
  if (ask === 'holiday') return mayTakeHoliday(view);
  return ask === 'resign' ? options.resignations.length > 0 : options.actions.includes(ask);
}
