import { opponent } from 'bg-rules';
import type { MatchSession, MatchView } from 'bg-session';
import { countdownText } from '../../play/clock-text.ts';
import { shownName } from '../../play/people.ts';
import { timeOf } from '../../strings/forms.ts';
import { matchTexts } from '../../strings/match.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTicking } from '../../ui/use-ticking.ts';

const texts = matchTexts.absence;

interface PanelProps {
  readonly session: Pick<MatchSession, 'now' | 'claim'>;
  readonly view: MatchView;
}

/** Shown while the opponent is announced as absent: since when, and the button that claims the match. */
export function AbsencePanel({ session, view }: PanelProps) {
  const { seat, absence, outcome, halted, device } = view;
  const isShown = seat !== null && absence?.seat === opponent(seat) && !outcome && !halted;
  useTicking(isShown, 1_000);
  if (!isShown) return null;
  const leftMs = absence.endsAt - session.now();
  const name = shownName(view, absence.seat);
  const left = countdownText(leftMs);
  const hint = leftMs > 0 ? texts.claimSoon(name, left) : texts.claimNow;
  return (
    <Notice tone="info">
      <p>{texts.since(name, timeOf(absence.since))}</p>
      {absence.isClaimed ? (
        <p class="small">{texts.claimed(name, left)}</p>
      ) : (
        <>
          <p class="small">
            {hint} {texts.wait(name)}
          </p>
          <Button
            kind="primary"
            disabled={view.asideInFlight !== null || device !== 'here'}
            onClick={() => session.claim()}
          >
            {view.asideInFlight === 'claim' ? matchTexts.sending : texts.claim}
          </Button>
        </>
      )}
    </Notice>
  );
}
