import type { TurnView } from '@anchor/wire';
import { waitsForPlayer } from 'bg-session';
import { PlayerCountry } from '../../play/player-country.tsx';
import type { Client } from '../../state/client.ts';
import { momentOf } from '../../strings/forms.ts';
import { texts } from '../../strings/main.ts';
import { isolated, withoutIsolates } from '../../strings/name-text.ts';
import { turnTexts } from '../../strings/turns.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PlayerLink } from '../../ui/player-link.tsx';
import { TrustedDice } from '../../ui/trusted-dice.tsx';

/** A row for each of the player's correspondence matches, those that wait for the player first. */
export function turnRows({ turns, countries }: Pick<Client, 'turns' | 'countries'>) {
  const list = turns.list.value;
  const links = linkNames(list);
  return list.map((turn, n) => <Row key={turn.match} turn={turn} link={links[n]} countries={countries} />);
}

/** Returns a different name for the link to each match, which screen readers list without the row around it. */
export function linkNames(list: readonly TurnView[]): string[] {
  const uses = new Map<string, number>();
  return list.map((turn) => {
    const name = linkName(turn);
    const before = uses.get(name) ?? 0;
    uses.set(name, before + 1);
    return before === 0 ? name : `${name}, ${turnTexts.oneOfSeveral(before + 1)}`;
  });
}

function linkName(turn: TurnView): string {
  const { opponent, length, clock, until } = turn;
  const terms = [texts.terms.points(length), texts.terms.clockTags[clock]];
  const facts = length === 0 ? terms : [texts.home.score(...scoreOf(turn)), ...terms];
  const about = until === null ? facts : [...facts, turnTexts.until(momentOf(until))];
  const what = waitsForPlayer(turn) ? turnTexts.play : turnTexts.open;
  return withoutIsolates(turnTexts.linkOf(what, isolated(opponent.name, opponent.pub), about.join(', ')));
}

/** Returns the score, the player's own points first. */
function scoreOf({ seat, score: [one, other] }: TurnView): readonly [number, number] {
  return seat === 0 ? [one, other] : [other, one];
}

interface RowProps {
  readonly turn: TurnView;
  readonly link: string | undefined;
  readonly countries: Client['countries'];
}

function Row({ turn, link, countries }: RowProps) {
  const { match, opponent, seat, toAct, length, clock, dice, until } = turn;
  const isMine = waitsForPlayer(turn);
  const theirs = toAct === seat ? turnTexts.answering : turnTexts.theirs;
  return (
    <li class="list__row">
      <div class="list__what">
        <span class="list__who">
          <PlayerLink name={opponent.name} pub={opponent.pub} />
          {!opponent.bot && <PlayerCountry countries={countries} pub={opponent.pub} />}
        </span>
        <span class="tags">
          <span class={isMine ? 'tag tag--accent' : 'tag'}>{isMine ? turnTexts.yours : theirs}</span>
          {length > 0 && <span class="tag tabular">{texts.home.score(...scoreOf(turn))}</span>}
          <span class="tag">{texts.terms.points(length)}</span>
          <span class="tag">{texts.terms.clockTags[clock]}</span>
          {dice && <TrustedDice />}
        </span>
        {until !== null && <span class="soft small">{turnTexts.until(momentOf(until))}</span>}
      </div>
      <LinkButton kind={isMine ? 'primary' : 'soft'} href={`/match/${match}`} aria-label={link}>
        {isMine ? turnTexts.play : turnTexts.open}
      </LinkButton>
    </li>
  );
}
