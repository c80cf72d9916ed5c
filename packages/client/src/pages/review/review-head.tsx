import { type Header, scoreAfter } from 'bg-record';
import { type ImportedMatch, scoreOfImport } from 'bg-record/import';
import { decidingScore, type MatchResult, opponent, type Player } from 'bg-rules';
import type { ComponentChildren } from 'preact';
import { openedImport, openImport } from '../../play/kept-import.ts';
import { LogPlaceView } from '../../play/log-place.tsx';
import { leadText } from '../../play/money.ts';
import { shownName } from '../../play/people.ts';
import { PlayerCountry } from '../../play/player-country.tsx';
import { scoreThen, shownScore } from '../../play/score.ts';
import type { CheckedRecord } from '../../records/load.ts';
import type { Client } from '../../state/client.ts';
import { useServerKey } from '../../state/use-server-key.ts';
import { collectionTexts } from '../../strings/collection.ts';
import { texts as mainTexts } from '../../strings/main.ts';
import { matchTexts } from '../../strings/match.ts';
import { noteText } from '../../strings/note-text.ts';
import { reviewTexts as texts } from '../../strings/review.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PlayerLink, PlayerName } from '../../ui/player-link.tsx';
import type { Review } from './use-review.ts';

interface HeadProps {
  readonly review: Review;
  readonly client: Client;
}

/** The players, the result, and the verification. */
export function ReviewHead({ review: { subject }, client }: HeadProps) {
  return subject.origin === 'import' ? (
    <ImportHead imported={subject.imported} />
  ) : (
    <RecordHead checked={subject.checked} client={client} />
  );
}

interface RecordHeadProps {
  readonly checked: CheckedRecord;
  readonly client: Client;
}

function RecordHead({ checked, client }: RecordHeadProps) {
  const { header, result } = checked.record;
  const score = decidingScore(result, header.length);
  const standing = useServerKey(client, header.server);
  const side = (player: Player) => {
    const { name, pub } = header.players[player];
    return (
      <Side player={player}>
        <PlayerLink name={name} pub={pub} />
        <PlayerCountry countries={client.countries} pub={pub} />
      </Side>
    );
  };
  return (
    <header class="review__head">
      <h1 class="review__players">
        {side(0)}
        {score ? <span class="review__score tabular">{texts.score(...score)}</span> : '–'}
        {side(1)}
      </h1>
      <p class="soft">
        {header.length === 0 ? texts.money(header.session?.game ?? 1) : texts.match(header.length)} ·{' '}
        {outcomeText(header, result)}
        {header.dice === 'advance' && ` · ${mainTexts.terms.trustedDice}`}
      </p>
      {header.length === 0 && <Session header={header} points={result.score} />}
      <p class="review__verified small">
        <Icon name="seal" />
        <span>
          {texts.verified(checked.rolls)} <a href={`/verify/${header.id}`}>{texts.verifiedLink}</a>
        </span>
      </p>
      <LogPlaceView record={checked.record} client={client} />
      {standing === 'other' && <Notice tone="warn">{texts.otherKey}</Notice>}
      {checked.notes.map((note) => (
        <p key={note.message} class="soft small">
          {noteText(note, header.players)}
        </p>
      ))}
    </header>
  );
}

function outcomeText(header: Header, result: MatchResult): string {
  const { winner, reason } = result;
  const name = shownName({ header }, winner);
  const how = texts.reasons[reason];
  if (header.length === 0) return `${texts.wonPoints(name, result.score[winner])}${how}`;
  const score = decidingScore(result, header.length);
  if (score) return `${texts.won(name)} ${texts.score(score[winner], score[opponent(winner)])}${how}`;
  const then = scoreThen(result.score, winner);
  return `${texts.won(name)}${how}${then ? texts.at(texts.score(...then)) : ''}`;
}

/** The score of the session after a money game, and the way to the game before. */
function Session({ header, points }: { readonly header: Header; readonly points: readonly [number, number] }) {
  const { session } = header;
  const score = scoreAfter({ header, points });
  return (
    <p class="soft">
      {matchTexts.money.session(session?.game ?? 1, leadText({ header }, score))}
      {session && (
        <>
          {` ${matchTexts.money.asSigned} · `}
          <a href={`/review/${session.previous.id}`}>{matchTexts.money.before}</a>
        </>
      )}
    </p>
  );
}

interface ImportHeadProps {
  readonly imported: ImportedMatch;
}

/** The head of a match from a file of another program: nothing in it is proved. */
function ImportHead({ imported }: ImportHeadProps) {
  const { names, length, games } = imported;
  const score = shownScore(scoreOfImport(imported), length);
  const isOver = length > 0 && Math.max(...score) >= length;
  return (
    <header class="review__head">
      <h1 class="review__players">
        <Side player={0}>
          <PlayerName name={names[0]} />
        </Side>
        <span class="review__score tabular">{texts.score(...score)}</span>
        <Side player={1}>
          <PlayerName name={names[1]} />
        </Side>
      </h1>
      <p class="soft">
        {length === 0 ? texts.imported.games(games.length) : texts.match(length)}
        {length > 0 && !isOver && ` · ${texts.imported.unfinished}`}
      </p>
      <Notice tone="warn">{texts.imported.unverified}</Notice>
      <div class="row">
        <Button kind="quiet" icon="close" onClick={() => openImport(null)}>
          {texts.imported.close}
        </Button>
        <LinkButton kind="quiet" icon="back" href="/collection">
          {collectionTexts.title}
        </LinkButton>
      </div>
      {openedImport()?.isKept === false && <p class="soft small">{texts.imported.notKept}</p>}
    </header>
  );
}

function Side({ player, children }: { readonly player: Player; readonly children: ComponentChildren }) {
  return (
    <span class="review__player">
      <span class={`review__checker review__checker--${player}`} aria-hidden="true" />
      {children}
    </span>
  );
}
