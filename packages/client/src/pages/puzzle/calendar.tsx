import type { PuzzleDay } from '@anchor/wire';
import type { Connection } from 'bg-session';
import { useEffect, useState } from 'preact/hooks';
import { dateOf, monthOf, weekdays } from '../../strings/dates.ts';
import { puzzleTexts } from '../../strings/puzzle.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { type DayState, daysOf, monthAfter, stateOf } from './month.ts';

const texts = puzzleTexts.calendar;

interface CalendarProps {
  readonly connection: Connection;
  /** The server's date. */
  readonly today: string;
  /** The date of the puzzle on the board. */
  readonly shown: string;
  /** True if it has been answered. */
  readonly answered: boolean;
}

/** The puzzles of a month and this key's results. Only days on which somebody opened the puzzle have one. */
export function Calendar({ connection, today, shown, answered }: CalendarProps) {
  const [month, setMonth] = useState(shown.slice(0, 7));
  const days = useDays(connection, month, answered);
  return (
    <section class="calendar" aria-label={texts.title}>
      <header class="calendar__head">
        <Button kind="quiet" icon="back" aria-label={texts.earlier} onClick={() => setMonth(monthAfter(month, -1))} />
        <h2 aria-live="polite">{monthOf(month)}</h2>
        <Button
          kind="quiet"
          icon="arrow"
          aria-label={texts.later}
          disabled={month >= today.slice(0, 7)}
          onClick={() => setMonth(monthAfter(month, 1))}
        />
      </header>
      <ol class="calendar__days">
        {weekdays().map((name) => (
          <li key={name} class="calendar__weekday" aria-hidden="true">
            {name}
          </li>
        ))}
        {daysOf(month).map((date, index) => (
          <Day key={date ?? index} date={date} shown={shown} state={date ? stateIn(days, date, today) : 'none'} />
        ))}
      </ol>
      <Remark days={days} />
    </section>
  );
}

function stateIn(days: Days, date: string, today: string): DayState {
  return Array.isArray(days) ? stateOf(date, days, today) : 'none';
}

function Remark({ days }: { readonly days: Days }) {
  if (days === 'failed') return <p class="soft small">{texts.unreachable}</p>;
  return days?.length === 0 ? <p class="soft small">{texts.none}</p> : null;
}

const icons: Readonly<Partial<Record<DayState, IconName>>> = { solved: 'check', tried: 'close' };

interface DayProps {
  readonly date: string | null;
  readonly state: DayState;
  readonly shown: string;
}

function Day({ date, state, shown }: DayProps) {
  if (date === null) return <li aria-hidden="true" />;
  const number = Number(date.slice(-2));
  if (state === 'none') return <li class="calendar__none">{number}</li>;
  const icon = icons[state];
  return (
    <li>
      <a
        class={`calendar__day calendar__day--${state}`}
        href={`/puzzle/${date}`}
        aria-label={texts.day(dateOf(date), texts.states[state])}
        aria-current={date === shown ? 'date' : undefined}
      >
        {number}
        {icon && <Icon name={icon} />}
      </a>
    </li>
  );
}

/** The days of a month that have a puzzle. Null until they are known, `failed` if they could not be loaded. */
type Days = readonly PuzzleDay[] | 'failed' | null;

/** Loads the days of a month when there is a connection, and again when the key is proved or the puzzle is answered. */
function useDays(connection: Connection, month: string, answered: boolean): Days {
  const [known, setKnown] = useState<{ readonly month: string; readonly days: Days }>({ month, days: null });
  const online = connection.status.value === 'online';
  const pub = connection.me.value?.pub;
  useEffect(() => {
    if (!online) return;
    let current = true;
    void connection.request({ type: 'puzzle-days', month }).then((got) => {
      if (!current) return;
      setKnown({ month, days: got.ok && got.value.type === 'puzzle-days' ? got.value.days : 'failed' });
    });
    return () => {
      current = false;
    };
  }, [online, pub, month, answered]);
  if (known.month === month && known.days !== null) return known.days;
  return online ? null : 'failed';
}
