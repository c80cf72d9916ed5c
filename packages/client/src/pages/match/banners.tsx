import {
  type CodedFailure,
  type Halt,
  type MatchSession,
  type MatchView,
  type ServerWarning,
  type SessionNotice,
  TRIALS,
} from 'bg-session';
import { durationText } from '../../play/clock-text.ts';
import { faultText } from '../../strings/faults.ts';
import { texts as main } from '../../strings/main.ts';
import { matchTexts as texts } from '../../strings/match.ts';
import { turnTexts } from '../../strings/turns.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, NoticeRow } from '../../ui/notice.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { AbsencePanel } from './absence-panel.tsx';

interface BannersProps {
  readonly session: MatchSession;
  readonly view: MatchView;
}

/** The warnings after which the player may have stopped the match. */
const WARNINGS: ReadonlySet<string> = new Set<ServerWarning['kind']>([
  'overcharged',
  'displaced',
  'refunded',
  'silent',
]);

/** The page does not mention a connection that is back sooner. */
const RECONNECTING_MS = 1_000;
const OFFLINE_MS = 400;

/** The messages above the board: play has stopped, the page is reconnecting, or other news. */
export function Banners({ session, view }: BannersProps) {
  const connecting = useDebounced(view.connection === 'connecting', RECONNECTING_MS);
  return (
    <>
      {view.halted && <Halted session={session} halted={view.halted} />}
      {!view.outcome && connecting && view.connection === 'connecting' && (
        <Notice tone="info">{texts.connecting}</Notice>
      )}
      {view.warning && !view.halted && <Warned session={session} warning={view.warning} />}
      <AbsencePanel session={session} view={view} />
      <Device session={session} view={view} />
      {view.refused && <Refused view={view} refused={view.refused} />}
      {/* After the end, the result shows why a rematch was refused. */}
      {view.notice && !(view.outcome?.kind === 'finished' && view.notice.kind === 'refused') && (
        <NoticeRow tone="info" text={noticeText(view.notice)}>
          <Button kind="quiet" icon="close" aria-label={texts.dismiss} onClick={() => session.dismissNotice()} />
        </NoticeRow>
      )}
    </>
  );
}

/** Shown where the page's own notice of a lost connection would cover the line of a player. */
export function OfflineNotice({ view }: Pick<BannersProps, 'view'>) {
  const isOffline = useDebounced(view.connection === 'offline', OFFLINE_MS);
  return isOffline && view.connection === 'offline' && <Notice tone="warn">{main.connection.offline}</Notice>;
}

function noticeText(notice: SessionNotice): string {
  if (notice.kind === 'unrated') return texts.countsForNothing;
  if (notice.kind === 'new-session') return texts.money.begun;
  if (notice.kind === 'holiday-lapsed') return turnTexts.holiday.lapsed;
  if (notice.kind === 'gap') return texts.gap(durationText(notice.ms));
  return faultText(notice.failure);
}

function Halted({ session, halted }: { readonly session: MatchSession; readonly halted: Halt }) {
  return (
    <Notice tone="bad">
      <h2>{texts.halted}</h2>
      <p>{faultText(halted)}</p>
      <p class="small">{WARNINGS.has(halted.code) ? texts.stoppedHint : texts.haltedHint}</p>
      <div class="banner-row">
        <Button kind="danger" icon="download" onClick={() => session.saveEvidence()}>
          {texts.downloadEvidence}
        </Button>
        <code>{halted.code}</code>
      </div>
    </Notice>
  );
}

function warningText(warning: ServerWarning): string {
  if (warning.kind === 'displaced') return texts.displaced(warning.times);
  if (warning.kind === 'refunded') return texts.refunded(Math.floor(warning.refundedMs / 1_000));
  if (warning.kind === 'silent')
    return texts.silent[warning.isSeat ? 'seat' : 'event'](warning.tried, TRIALS, warning.shown);
  return texts.overcharged(Math.floor(warning.overchargedMs / 1_000));
}

/** Shown if the server may be lying, which proves nothing. The player decides whether to continue. */
function Warned({ session, warning }: Pick<BannersProps, 'session'> & { readonly warning: ServerWarning }) {
  return (
    <Notice tone="bad">
      <p>{warningText(warning)}</p>
      <p class="small">
        {warning.kind === 'silent' && texts.silent.hint} {texts.warningHint}
      </p>
      <div class="banner-row">
        <Button kind="primary" onClick={() => session.goOn()}>
          {texts.goOn}
        </Button>
        <Button kind="danger" icon="download" onClick={() => session.stop()}>
          {texts.stopAndSave}
        </Button>
      </div>
    </Notice>
  );
}

/** Shown if another device of the same player has the seat, or this one is taking it. */
function Device({ session, view }: BannersProps) {
  if (view.device === 'here' || view.halted || view.outcome || view.match.phase === 'over') return null;
  if (view.device === 'taking') return <Notice tone="info">{texts.takingSeat}</Notice>;
  return (
    <Notice tone="warn">
      <div class="banner-row">
        {texts.elsewhere}
        <Button kind="primary" onClick={() => session.playHere()}>
          {texts.playHere}
        </Button>
      </div>
    </Notice>
  );
}

function Refused({ view, refused }: Pick<BannersProps, 'view'> & { readonly refused: CodedFailure }) {
  return (
    <Notice tone="warn">
      <p>{faultText(refused)}</p>
      {view.pending && <p class="small">{texts.refusedHint}</p>}
    </Notice>
  );
}
