import type { MatchSession } from 'bg-session';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Client } from '../state/client.ts';
import type { FoundOpponent, MissedOpponent } from '../state/offers.ts';
import { awayHint } from '../strings/clock-hint.ts';
import { foundTexts as words } from '../strings/found.ts';
import { texts } from '../strings/main.ts';
import { isolated } from '../strings/name-text.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { PlayerName } from '../ui/player-link.tsx';
import { useMessageInTitle } from '../ui/tab-title.ts';
import { TermTags } from '../ui/term-tags.tsx';
import { useHidden } from '../ui/use-hidden.ts';
import { useNow } from './own-seek.tsx';
import { useSystemMessage } from './system-message.ts';

/** An idle player goes to the match after this time without being asked. */
const STRAIGHT_MS = 3_000;

interface QuestionProps {
  readonly client: Client;
  readonly found: FoundOpponent;
}

/** Asks the player to accept the opponent that the server has found. */
export default function FoundQuestion({ client, found }: QuestionProps) {
  const { offers, connection, matches } = client;
  const [failure, setFailure] = useState<{ readonly code: string } | null>(null);
  const isPlaying = matches.current !== null;
  const accept = async () => {
    const answer = await offers.acceptFound();
    setFailure(answer && !answer.ok ? answer : null);
  };
  const bot = useEndOfBotMatch(client, accept);
  const isAnswered = found.isAccepted || bot.isEnding;
  // The buttons stay where they are after the answer: otherwise the second one would move under the pointer.
  const endsMatch = useRef(isPlaying);
  if (!isAnswered) endsMatch.current = isPlaying;
  const straightAt = useStraight(client, found, accept);
  // Fixed, because a screen reader speaks an alert again when its text changes.
  const [announcedS] = useState(() => straightAt && secondsUntil(straightAt, connection.time.now()));
  useMessageInTitle(words.tabTitle);
  useFoundMessage(client, found);
  const play = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A player who is doing nothing else can answer by the keyboard at once.
    const active = document.activeElement;
    if (!active || active === document.body || active.id === 'content') play.current?.querySelector('button')?.focus();
  }, []);
  const now = useNow(true, () => connection.time.now());
  const leftS = secondsUntil(found.until, now);
  const { name, pub, rating, provisional } = found.opponent;
  const away = awayHint(found.clock, offers.absenceMs.value);
  return (
    <section class="found" aria-labelledby="found-title">
      <div role="alert">
        <h2 id="found-title" class="found__title">
          {words.title}
        </h2>
        <p>
          <PlayerName name={name} pub={pub} />{' '}
          <span class="soft tabular">{texts.player.rating(rating, provisional)}</span>
        </p>
        {straightAt !== null && announcedS !== null && <p class="visually-hidden">{words.beginsIn(announcedS)}</p>}
      </div>
      <TermTags terms={found} />
      {away !== null && <p class="small soft">{away}</p>}
      <p class="soft" role="timer">
        {isAnswered
          ? words.awaiting
          : straightAt !== null
            ? words.starting(secondsUntil(straightAt, now))
            : words.answer(leftS)}
      </p>
      {endsMatch.current && <p style={{ visibility: isAnswered ? 'hidden' : 'visible' }}>{words.botFirst}</p>}
      <FailureNotice failure={failure} />
      <div class="row" ref={play}>
        <Button kind="primary" icon="play" disabled={isAnswered} onClick={isPlaying ? bot.end : accept}>
          {endsMatch.current ? words.resignAndPlay : words.accept}
        </Button>
        <Button onClick={() => offers.unseek()}>{words.notNow}</Button>
      </div>
    </section>
  );
}

/** Says why a pairing came to nothing, and whether the search goes on. */
export function missedText({ seeking, reason }: MissedOpponent): string {
  return words.missed[seeking ? 'other' : 'own'][reason];
}

/**
 * Accepts by itself after a short countdown if the player sees the start page and is doing nothing else on it. Returns the time at
 * which it does so by the server's clock, or null.
 */
function useStraight({ connection, matches }: Client, { isAccepted, until }: FoundOpponent, accept: () => void) {
  const hidden = useHidden();
  const { path } = useLocation();
  const [at] = useState(() => Math.min(connection.time.now() + STRAIGHT_MS, until - 1_000));
  const isIdle = !hidden && path === '/' && matches.current === null && !isAccepted && !isInForm();
  const [isStopped, setIsStopped] = useState(!isIdle);
  useEffect(() => {
    if (!isIdle) setIsStopped(true);
  }, [isIdle]);
  const isStraight = isIdle && !isStopped;
  useEffect(() => {
    if (!isStraight) return;
    const go = () => (isInForm() ? setIsStopped(true) : accept());
    const timer = setTimeout(go, Math.max(0, at - connection.time.now()));
    return () => clearTimeout(timer);
  }, [isStraight]);
  return isStraight ? at : null;
}

/** True while a dialog is open or a field has the focus. */
function isInForm(): boolean {
  return document.querySelector('dialog[open], input:focus, select:focus, textarea:focus') !== null;
}

/** Ends the match with the bot first, because a key plays one match at a time: by calling it off, or by resigning when possible. */
function useEndOfBotMatch({ matches }: Client, ended: () => void) {
  const [isEnding, setIsEnding] = useState(false);
  const [match, setMatch] = useState<MatchSession | null>(null);
  // After a reload the question may arrive before the match.
  const current = matches.currentSession;
  const isOver = match ? match.view.value.outcome !== null : matches.current === null;
  const view = match?.view.value;
  useEffect(() => {
    if (!isEnding) return;
    if (isOver) {
      setIsEnding(false);
      ended();
    } else if (!match) setMatch(current);
    else if (view && !view.hasRolled) match.callOff();
    else if (view && !view.pending) {
      const points = view.options.resignations.at(-1);
      if (points !== undefined) match.decide({ type: 'resign', points });
    }
  }, [isEnding, isOver, current, match, view]);
  return { isEnding, end: () => setIsEnding(true) };
}

function useFoundMessage({ preferences }: Client, { opponent }: FoundOpponent): void {
  const isWanted = useHidden() && preferences.current.value.notifications;
  const { name, pub } = opponent;
  useSystemMessage(isWanted, () => ({
    title: words.title,
    body: words.message(isolated(name, pub)),
    tag: 'pairing',
    path: '/',
  }));
}

function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000));
}
