import './result.css';
import { mayBeAway } from 'bg-record';
import { decidingScore, opponent, type Player } from 'bg-rules';
import { type ForfeitFacts, type MatchSession, type MatchView, type Outcome, OVERCHARGE_MS } from 'bg-session';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ChallengeButton, useChallenge } from '../../play/challenge-button.tsx';
import { ComplaintButton } from '../../play/complaint-button.tsx';
import { sessionText, standingOf, worthText } from '../../play/money.ts';
import { shownName, spokenName } from '../../play/people.ts';
import { RelationButtons } from '../../play/relation-buttons.tsx';
import { scoreThen } from '../../play/score.ts';
import { lastStudyPath } from '../../records/study-link.ts';
import type { Client } from '../../state/client.ts';
import { useIsHere } from '../../state/use-people.ts';
import { minutesText } from '../../strings/clock-hint.ts';
import { faultText } from '../../strings/faults.ts';
import { matchTexts as texts } from '../../strings/match.ts';
import { withoutIsolates } from '../../strings/name-text.ts';
import { offerTexts } from '../../strings/offers.ts';
import { answerTime, turnTexts } from '../../strings/turns.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { FigureTable, type Finished } from './result-table.tsx';

export function resultTitle(view: MatchView, outcome: Outcome): string {
  if (outcome.kind === 'aborted') return texts.aborted;
  const who = spokenName(view, outcome.result.winner);
  return view.match.length === 0 ? texts.money.won(who, Math.max(...view.match.score)) : texts.matchWon(who);
}

interface CardProps {
  readonly session: MatchSession;
  readonly view: MatchView;
  readonly outcome: Outcome;
  readonly client: ResultClient;
  /** True if the match ended while this page showed it. The card then takes the focus, so that screen readers announce it. */
  readonly isNews: boolean;
  /** Takes the place of the rematch at the end of a guided match. Null otherwise. */
  readonly guide: ComponentChildren;
}

export type ResultClient = Pick<Client, 'invitations' | 'people' | 'connection'>;

type ResultProps = Pick<CardProps, 'session' | 'view' | 'client'> & {
  readonly outcome: Finished;
  /** True if a rematch can begin: the opponent is connected, or one of the two has asked for it. */
  readonly isRematchOpen: boolean;
};

const loadFigures = () => import('./result-figures.tsx');

/** The end of a match beside the board: the result, the next match, how both played, and everything else in a menu. */
export function ResultCard({ isNews, ...props }: CardProps) {
  const { view, outcome } = props;
  const card = useRef<HTMLElement>(null);
  const heading = useId();
  const title = resultTitle(view, outcome);
  const score = outcome.kind === 'finished' ? resultLines(view, outcome).score : null;
  useLayoutEffect(() => {
    if (isNews && isFree(document.activeElement)) card.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={card} class="result" aria-labelledby={heading} tabIndex={-1}>
      <div class="result__head">
        <h2 id={heading} aria-label={withoutIsolates(title)}>
          {title}
        </h2>
        {score && (
          <p class="result__score tabular">
            {score[0]}
            <span aria-hidden="true"> – </span>
            {score[1]}
          </p>
        )}
      </div>
      {outcome.kind === 'aborted' ? (
        <Aborted view={view} outcome={outcome} />
      ) : (
        <FinishedBody {...props} outcome={outcome} />
      )}
    </section>
  );
}

/** True if the focus may be taken: nothing outside the match has it. */
function isFree(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest('.match') !== null;
}

/** Returns the announcement of the end of a match that this page has shown. */
export function spokenResult(view: MatchView, outcome: Outcome): string {
  const title = resultTitle(view, outcome);
  if (outcome.kind === 'aborted') return [title, abortedReason(view, outcome)].filter(Boolean).join('. ');
  const { lead, facts, session } = resultLines(view, outcome);
  return [title, lead, facts, session].filter(Boolean).join('. ');
}

function FinishedBody({ guide, ...props }: Omit<CardProps, 'isNews' | 'outcome'> & { readonly outcome: Finished }) {
  const { session, view, outcome, client } = props;
  const { lead, facts, session: standing } = resultLines(view, outcome);
  const small = [facts, outcome.ratings ? null : texts.unrated].filter(Boolean).join(' · ');
  const online = client.connection.status.value === 'online';
  return (
    <>
      {lead && <p>{lead}</p>}
      {small && <p class="soft small">{small}</p>}
      {standing && <p class="result__session">{standing}</p>}
      {outcome.forfeit && <Forfeit session={session} view={view} forfeit={outcome.forfeit} />}
      <div class="result__actions">
        {guide ? (
          <>
            {guide}
            <Menu {...props} isRematchOpen />
          </>
        ) : (
          <WaysOn {...props} />
        )}
      </div>
      <OnDemand
        load={loadFigures}
        props={{ view, outcome, online }}
        before={<FigureTable view={view} outcome={outcome} rows={[]} />}
      />
    </>
  );
}

/** The main button, which is another match for the players and the review for a watcher, and the menu. */
function WaysOn(props: Omit<ResultProps, 'isRematchOpen'>) {
  const { seat, id, header } = props.view;
  if (seat === null) {
    return (
      <>
        <LinkButton kind="primary" icon="eye" href={`/review/${id}`}>
          {texts.review}
        </LinkButton>
        <Menu {...props} isRematchOpen />
      </>
    );
  }
  if (!header.players[opponent(seat)].bot) return <AfterPerson {...props} seat={seat} />;
  return (
    <>
      <Rematch {...props} seat={seat} isRematchOpen />
      <Menu {...props} isRematchOpen />
    </>
  );
}

/** The ways on after a match against a person, who may have gone. */
function AfterPerson(props: Omit<RematchProps, 'isRematchOpen'>) {
  const { seat, view, client } = props;
  const other = opponent(seat);
  const isHere = useIsHere(client, view.header.players[other].pub, view.presence[other].online);
  const isRematchOpen = isHere || view.rematch.includes(true);
  return (
    <>
      <Rematch {...props} isRematchOpen={isRematchOpen} />
      <Menu {...props} isRematchOpen={isRematchOpen} />
    </>
  );
}

/** The other ways on. The list opens in its place, so that nothing is covered. */
function Menu({ session, view, client, isRematchOpen }: Omit<ResultProps, 'outcome'>) {
  const [open, setOpen] = useState(false);
  const list = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from any of its buttons
    <div class="result__more" onKeyDown={onKeyDown}>
      <Button class="unfolds" icon="down" aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
        {texts.end.menu}
      </Button>
      <div id={list} class="result__menu" hidden={!open}>
        {open && (
          <>
            {view.seat !== null && (
              <LinkButton icon="eye" href={`/review/${view.id}`}>
                {texts.review}
              </LinkButton>
            )}
            <StudyLink view={view} />
            <ChallengeOpponent view={view} client={client} isRematchOpen={isRematchOpen} />
            <Button icon="download" onClick={() => session.download()}>
              {texts.downloadRecord}
            </Button>
            <LinkButton icon="shield" href={`/verify/${view.id}`}>
              {texts.verifyRecord}
            </LinkButton>
          </>
        )}
      </div>
    </div>
  );
}

/** The study board with the last position, for the players of the match. */
function StudyLink({ view: { seat, header, events } }: Pick<ResultProps, 'view'>) {
  const path = useMemo(() => (seat === null ? null : lastStudyPath({ header, events })), [seat, header, events]);
  return path === null ? null : (
    <LinkButton kind="plain" icon="eye" href={path}>
      {texts.study}
    </LinkButton>
  );
}

/** The lines below the title of a result. */
interface ResultLines {
  /** The score that decided the match. Null if the match ended by time or absence, which the score does not show. */
  readonly score: readonly [number, number] | null;
  /** Says why the match ended before it was played out. */
  readonly lead: string | null;
  /** Empty if the lead says everything. */
  readonly facts: string;
  /** The running score after a money game. Null in a match to points. */
  readonly session: string | null;
}

export function resultLines(view: MatchView, { result, forfeit }: Pick<Finished, 'result' | 'forfeit'>): ResultLines {
  const { reason, winner } = result;
  const early = earlyEnd(view, result, forfeit);
  const money = standingOf(view);
  if (money) {
    const lead = forfeitLead(view, result, forfeit);
    return { score: null, lead, facts: worthText(view.match, early), session: sessionText(view, money) };
  }
  const score = decidingScore(result, view.match.length);
  const [a, b] = score ?? result.score;
  const written = texts.finalScore(shownName(view, 0), a, shownName(view, 1), b);
  if (score) return { score, lead: null, facts: `${written}, ${texts.reasons[reason]}`, session: null };
  const then = scoreThen(result.score, winner) ? texts.scoreThen(written) : null;
  // The lead says that the record is full.
  const how = forfeit?.isFilled ? null : texts.endedEarly(early);
  const facts = [how, then].filter(Boolean).join(' ');
  return { score: null, lead: forfeitLead(view, result, forfeit), facts, session: null };
}

/** Says how a match ended by time or absence, as the viewer sees it. */
function earlyEnd(view: MatchView, { reason, winner }: Finished['result'], forfeit: Finished['forfeit']): string {
  if (forfeit?.isFilled) return texts.early.filled;
  const side = view.seat === opponent(winner) ? texts.early.lost : texts.early.won;
  return side[reason === 'time' ? 'time' : 'abandonment'];
}

/** Says why a match ended by time or absence. Null for another end. */
function forfeitLead(
  view: MatchView,
  { reason, winner }: Finished['result'],
  forfeit: Finished['forfeit'],
): string | null {
  if (reason !== 'time' && reason !== 'abandonment') return null;
  if (forfeit?.isFilled) return texts.forfeit.filled;
  const { absenceMs } = view.header;
  const loser = opponent(winner);
  if (reason === 'time') return waitedInVain(view, loser, turnTexts.late);
  return view.seat === loser && absenceMs ? texts.youWereAway(minutesText(absenceMs)) : null;
}

/** Says how long a match without a clock waited for a player. Null for a match with a clock. */
function waitedInVain(view: MatchView, player: Player, said: typeof turnTexts.late): string | null {
  const { moveMs } = view.header;
  if (moveMs === null) return null;
  const time = answerTime(moveMs);
  return view.seat === player ? said.you(time) : said.other(shownName(view, player), time);
}

const REASONS = new Map<string, string>(Object.entries(texts.abortedReasons));

/** Shows the facts of a forfeit. The loser may disagree, so it offers the evidence. */
function Forfeit({
  session,
  view,
  forfeit,
}: Pick<ResultProps, 'session' | 'view'> & { readonly forfeit: ForfeitFacts }) {
  const { reason, isFilled, announcedMs, ranOut, overchargedMs } = forfeit;
  const known = texts.forfeit;
  const ofAbsence = announcedMs === null ? known.unannounced : null;
  const ofTime = ranOut ? null : known.left;
  const note = reason === 'abandonment' ? ofAbsence : ofTime;
  return (
    <>
      {!isFilled && note !== null && <p class="small soft">{note}</p>}
      {view.seat === forfeit.loser && (
        <>
          {overchargedMs >= OVERCHARGE_MS && <p>{texts.overcharged(Math.floor(overchargedMs / 1_000))}</p>}
          <p class="small soft">{known.unknown}</p>
          <div class="result__actions">
            <Button kind="plain" icon="download" onClick={() => session.saveEvidence()}>
              {known.keep}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

type CalledOff = Extract<Outcome, { kind: 'aborted' }>;

/** Says why a match was called off. Undefined for a reason that this page does not know. */
export function abortedReason(view: MatchView, { reason, leaver, awaited }: CalledOff): string | undefined {
  if (leaver) return texts.leftBy[leaver];
  const isLate = reason === 'time' && awaited !== null && mayBeAway(view.header);
  return (isLate ? waitedInVain(view, awaited, turnTexts.neverCame) : null) ?? REASONS.get(reason);
}

function Aborted({ view, outcome }: { readonly view: MatchView; readonly outcome: CalledOff }) {
  const { kept, isSigned } = outcome;
  const why = abortedReason(view, outcome);
  return (
    <>
      <p class="soft">{texts.abortedHint}</p>
      {why && <p>{why}</p>}
      {!isSigned && <p class="small">{texts.abortedUnsigned}</p>}
      {kept && <p class="small">{texts.abortedKept}</p>}
      <div class="result__actions">
        <LinkButton kind="primary" href="/">
          {texts.toLobby}
        </LinkButton>
      </div>
    </>
  );
}

interface RematchProps extends ResultProps {
  readonly seat: Player;
}

/** The buttons that concern the opponent. A challenge may have other terms than a rematch; where it takes the place of the rematch it is not here too. */
function ChallengeOpponent({ view, client, isRematchOpen }: Pick<ResultProps, 'view' | 'client' | 'isRematchOpen'>) {
  if (view.seat === null) return null;
  const { pub, name, bot } = view.header.players[view.seat === 0 ? 1 : 0];
  if (bot) return null;
  return (
    <>
      {isRematchOpen && <ChallengeButton invitations={client.invitations} pub={pub} name={name} />}
      <RelationButtons client={client} pub={pub} name={name} />
      <ComplaintButton client={client} match={view.id} pub={pub} name={name} />
    </>
  );
}

const REMATCH = {
  ask: texts.rematch,
  asked: texts.rematchAsked,
  wanted: texts.rematchWanted,
  accept: texts.acceptRematch,
};
const { money } = texts;
const NEXT_GAME = { ask: money.next, asked: money.nextAsked, wanted: money.nextWanted, accept: money.nextAccept };

/**
 * After a money game the next match is the next game of the session. Either player may leave instead, as long as they have not asked for it. A rematch
 * needs the opponent's connection; a challenge reaches the opponent later too.
 */
function Rematch({ session, view, seat, client, isRematchOpen }: RematchProps) {
  const other = opponent(seat);
  const challenge = useChallenge({ invitations: client.invitations, ...view.header.players[other] });
  const asked = view.rematch[seat];
  const wanted = view.rematch[other];
  const { notice } = view;
  const isMoney = view.match.length === 0;
  const words = isMoney ? NEXT_GAME : REMATCH;
  const refusal = notice?.kind === 'refused' ? notice.failure : null;
  const isGone = refusal?.code === 'away';
  useEffect(() => {
    if (isGone) void client.people.load();
  }, [isGone]);
  return (
    <>
      {!isRematchOpen && (
        <p class="result__wanted" role="status">
          {texts.end.gone(shownName(view, other))}
        </p>
      )}
      {refusal && !(isGone && !isRematchOpen) && (
        <p class="result__wanted" role="status">
          {faultText(refusal)}
        </p>
      )}
      {wanted && <p class="result__wanted">{words.wanted(shownName(view, other))}</p>}
      {isRematchOpen ? (
        <Button kind="primary" icon="redo" disabled={asked} onClick={() => session.rematch()}>
          {asked ? words.asked : wanted ? words.accept : words.ask}
        </Button>
      ) : (
        <Button kind="primary" icon="play" disabled={challenge.busy} onClick={challenge.ask}>
          {offerTexts.challenge}
        </Button>
      )}
      {isMoney && !asked && (
        <LinkButton kind="soft" href="/">
          {texts.money.leave}
        </LinkButton>
      )}
    </>
  );
}
