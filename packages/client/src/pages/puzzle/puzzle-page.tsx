import '../../ui/play-figures.css';
import '../../ui/solving.css';
import './calendar.css';
import type { PuzzleView } from '@anchor/wire';
import { utcDate } from 'bg-record';
import type { Hop } from 'bg-rules';
import { useState } from 'preact/hooks';
import { AnswerBoard, SolvingBoard } from '../../play/solving-board.tsx';
import type { Client } from '../../state/client.ts';
import { dateOf } from '../../strings/dates.ts';
import { texts as main } from '../../strings/main.ts';
import { puzzleTexts as texts } from '../../strings/puzzle.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { MessagePage } from '../../ui/message-page.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/tab-title.ts';
import { Answer } from './answer.tsx';
import { Calendar } from './calendar.tsx';
import { type PuzzleSession, type ShownPuzzle, usePuzzle } from './use-puzzle.ts';

interface PuzzlePageProps {
  readonly date?: string;
  readonly client: Client;
}

/** /puzzle and /puzzle/DATE: one position to solve, once. */
export default function PuzzlePage({ date, client }: PuzzlePageProps) {
  const session = usePuzzle(client.connection, date ?? null);
  const { state } = session;
  useTitle(date === undefined ? texts.today : texts.titleOf(dateOf(date)));
  if (state.kind === 'ready') {
    const { puzzle, yours } = state.shown;
    return <Puzzle key={`${puzzle.date}-${yours !== null}`} shown={state.shown} session={session} client={client} />;
  }
  if (state.kind === 'missing') return <Missing />;
  if (state.kind === 'failed') return <Failed message={state.message} onAgain={session.reload} />;
  return (
    <div class="page page--empty">
      <Waiting>{state.kind === 'offline' ? texts.offline : texts.loading}</Waiting>
    </div>
  );
}

function Missing() {
  return (
    <MessagePage
      title={texts.missing}
      lead={texts.missingText}
      way={{ href: '/puzzle', icon: 'dice', label: texts.goToToday }}
    />
  );
}

function Failed({ message, onAgain }: { readonly message: string; readonly onAgain: () => void }) {
  return (
    <Page title={texts.failed}>
      <Notice tone="bad">{message}</Notice>
      <div class="row">
        <Button kind="primary" onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
    </Page>
  );
}

interface PuzzleProps {
  readonly shown: ShownPuzzle;
  readonly session: PuzzleSession;
  readonly client: Client;
}

function Puzzle({ shown, session, client }: PuzzleProps) {
  const { puzzle, yours, stats, streak } = shown;
  const [chosen, setChosen] = useState<readonly Hop[] | null>(yours?.best[0]?.hops ?? null);
  const preferences = client.preferences.current.value;
  const open = puzzle.date === today(client);
  const [first, second] = puzzle.dice;
  return (
    <div class="puzzle">
      <div class="puzzle__board">
        {yours || !open ? (
          <AnswerBoard puzzle={puzzle} preferences={preferences} hops={yours ? chosen : null} />
        ) : (
          <SolvingBoard puzzle={puzzle} preferences={preferences} onConfirm={session.busy ? null : session.answer} />
        )}
      </div>
      <div class="puzzle__side">
        <header>
          <p class="soft small">{dateOf(puzzle.date)}</p>
          <h1>{open ? texts.today : texts.titleOf(dateOf(puzzle.date))}</h1>
        </header>
        <Stakes puzzle={puzzle} />
        {!yours && <p class="puzzle__task">{texts.task(first, second)}</p>}
        {!yours && <Hint open={open} busy={session.busy} />}
        {session.refused && <Notice tone="bad">{session.refused}</Notice>}
        {yours && <Answer shown={shown} answer={yours} chosen={chosen} onChoose={setChosen} />}
        <p class="soft small">
          {texts.stats(stats.tries, stats.solved)}
          {streak > 0 && <span class="tag tag--accent puzzle__streak">{texts.streak(streak)}</span>}
        </p>
        <p class="small">
          <a href="/puzzles">{main.home.puzzles}</a> · <a href="/cards">{main.footer.cards}</a> ·{' '}
          <a href="/openings">{main.footer.openings}</a>
        </p>
        <Calendar connection={client.connection} today={today(client)} shown={puzzle.date} answered={yours !== null} />
      </div>
    </div>
  );
}

function Hint({ open, busy }: { readonly open: boolean; readonly busy: boolean }) {
  if (busy) return <Waiting>{texts.checking}</Waiting>;
  if (open) return <p class="soft">{texts.help}</p>;
  return (
    <>
      <p class="soft">{texts.closed}</p>
      <LinkButton href="/puzzle" icon="dice">
        {texts.goToToday}
      </LinkButton>
    </>
  );
}

/** The match, the score and the cube of the puzzle. */
function Stakes({ puzzle }: { readonly puzzle: PuzzleView }) {
  const { length, score, crawford, cube, choices } = puzzle;
  const owner = cube.owner === null ? null : cube.owner === 0 ? 'you' : 'opponent';
  return (
    <ul class="puzzle__stakes">
      <li>{length === 0 ? texts.money : texts.match(length, score[0], score[1])}</li>
      {crawford ? <li>{texts.crawford}</li> : <li>{texts.cube(cube.value, owner)}</li>}
      <li>{texts.choices(choices)}</li>
    </ul>
  );
}

/** Returns the server's date, which decides which puzzle is open. */
function today({ connection }: Client): string {
  return utcDate(connection.time.now());
}
