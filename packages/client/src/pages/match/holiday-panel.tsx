import type { MatchSession, MatchView } from 'bg-session';
import { useState } from 'preact/hooks';
import { matchTexts } from '../../strings/match.ts';
import { answerTime, turnTexts } from '../../strings/turns.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/fields.tsx';
import { Panel } from './control-panels.tsx';

const texts = turnTexts.holiday;
const DAY_MS = 24 * 3_600_000;
const daysText = (days: number) => answerTime(days * DAY_MS);

interface HolidayProps {
  readonly session: Pick<MatchSession, 'now' | 'takeHoliday'>;
  readonly view: MatchView;
  readonly onDone: () => void;
}

/** Asks for how many days the viewer wants to be off in a correspondence match. */
export function HolidayPanel({ session, view, onDone }: HolidayProps) {
  const [chosen, setChosen] = useState(1);
  const own = ownHolidays(view);
  const left = own?.daysLeft ?? 0;
  const days = Math.min(chosen, left);
  if (!own || left === 0) return null;
  const hint = texts.hint(left, view.header.holidayDays ?? 0);
  const isOff = own.until !== null && own.until > session.now();
  const options = Array.from({ length: left }, (_, index) => ({ value: index + 1, label: String(index + 1) }));
  const onTake = () => {
    onDone();
    session.takeHoliday(days);
  };
  return (
    <Panel title={texts.title} hint={isOff ? `${hint} ${texts.longer}` : hint}>
      <Choices label={texts.days} value={days} options={options} onChange={setChosen} />
      <Button kind="primary" onClick={onTake}>
        {texts.confirm(daysText(days))}
      </Button>
      <Button kind="plain" onClick={onDone}>
        {matchTexts.cancel}
      </Button>
    </Panel>
  );
}

/** Returns the viewer's holidays. Null for a watcher, and in a match without holidays. */
function ownHolidays({ holidays, seat }: Pick<MatchView, 'holidays' | 'seat'>) {
  return seat === null ? null : (holidays?.[seat] ?? null);
}
