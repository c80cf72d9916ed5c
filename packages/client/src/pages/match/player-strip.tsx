import { playerRating, type Reaction } from '@anchor/wire';
import { needsClaim } from 'bg-record';
import { opponent, type Player, type Position, pipCount } from 'bg-rules';
import type { Connection, MatchSession, MatchView } from 'bg-session';
import { useEffect, useState } from 'preact/hooks';
import type { ShownCube } from '../../board/cube.tsx';
import { clockText, secondsUntil, spokenTime } from '../../play/clock-text.ts';
import { standingOf } from '../../play/money.ts';
import { shownName, spokenName } from '../../play/people.ts';
import { PlayerCountry } from '../../play/player-country.tsx';
import { isKnownReaction, ReactionText } from '../../play/reactions.tsx';
import { shownPoints } from '../../play/score.ts';
import type { Countries } from '../../state/countries.ts';
import type { PreferenceStore } from '../../state/preferences.ts';
import { useJson } from '../../state/use-json.ts';
import { liveTexts } from '../../strings/live.ts';
import { texts as mainTexts } from '../../strings/main.ts';
import { matchTexts as texts } from '../../strings/match.ts';
import { withoutIsolates } from '../../strings/name-text.ts';
import { Button } from '../../ui/button.tsx';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PlayerName } from '../../ui/player-link.tsx';
import { useTicking } from '../../ui/use-ticking.ts';

interface StripProps {
  readonly connection: Pick<Connection, 'status'>;
  readonly countries: Countries;
  readonly session: MatchSession;
  readonly view: MatchView;
  readonly player: Player;
  /** The position on the board, to which the pip count belongs. */
  readonly position: Position;
  /** The cube on the board. Null without one in play. */
  readonly cube: ShownCube | null;
  readonly preferences: PreferenceStore;
}

/** A player's line beside the board: face, name, country, rating, pips, cube, clock, score and presence. */
export function PlayerStrip(props: StripProps) {
  const { connection, countries, session, view, player, position, cube, preferences } = props;
  const { pub, bot } = view.header.players[player];
  const isActing = view.match.toAct === player && !view.outcome;
  const { muted } = preferences.current.value;
  const isHeard = view.seat === player || !muted;
  const heard = isHeard ? view.reactions.findLast(({ seat }) => seat === player) : undefined;
  const said = heard && isKnownReaction(heard.reaction) ? heard.reaction : null;
  const mute = () => preferences.set({ muted: true });
  return (
    <section class={`strip${isActing ? ' is-acting' : ''}`} aria-label={withoutIsolates(spokenName(view, player))}>
      <span class="strip__face" aria-hidden="true">
        <Face pub={pub} other={view.header.players[opponent(player)].pub} />
        <span class={`strip__checker strip__checker--${player}`} />
      </span>
      <div class="strip__who">
        <div class="strip__name">
          <StripName view={view} player={player} />
          {!bot && <PlayerCountry countries={countries} pub={pub} />}
          {view.seat === player && <span class="strip__you">{texts.you}</span>}
        </div>
        <div class="strip__facts">
          {bot && <span class="tag">{texts.bot}</span>}
          <Rating connection={connection} view={view} player={player} />
          <span class="tabular">{texts.pips(pipCount(position, player))}</span>
          {cube?.owner === player && cube.offeredTo === null && (
            <span
              class="strip__cube tabular"
              role="img"
              aria-label={texts.cubeAt(cube.value)}
              title={texts.cubeAt(cube.value)}
            >
              {cube.value}
            </span>
          )}
          <Absence session={session} view={view} player={player} />
        </div>
      </div>
      <Clock session={session} view={view} player={player} />
      <Score view={view} player={player} />
      {said && <Said key={heard?.key} reaction={said} onMute={view.seat === player ? null : mute} />}
    </section>
  );
}

/** A phrase or emoji is shown this long. */
const SAID_MS = 4_500;

interface SaidProps {
  readonly reaction: Reaction;
  /** Null for the viewer's own. */
  readonly onMute: (() => void) | null;
}

/** The phrase or emoji that a player has just sent, for a few seconds, and the button that mutes them. */
function Said({ reaction, onMute }: SaidProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), SAID_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return (
    <span class="strip__reaction" role="status">
      <ReactionText reaction={reaction} />
      {onMute && (
        <Button
          kind="quiet"
          icon="mute"
          aria-label={texts.muteReactions}
          title={texts.muteReactions}
          onClick={onMute}
        />
      )}
    </span>
  );
}

/**
 * A link to the player's page for a viewer who is not playing. A player in a running match gets no link, because an
 * accidental click must not leave it.
 */
function StripName({ view, player }: Pick<StripProps, 'view' | 'player'>) {
  const { name, pub } = view.header.players[player];
  const mayLeave = view.seat === null || view.outcome !== null;
  return (
    <span class="strip__text">
      {mayLeave ? (
        <a class="player-link" href={`/player/${pub}`}>
          <PlayerName name={name} pub={pub} />
        </a>
      ) : (
        <PlayerName name={name} pub={pub} />
      )}
    </span>
  );
}

/** The player's present rating. Nothing for a bot, and until the server has answered. */
function Rating({ connection, view, player }: Pick<StripProps, 'connection' | 'view' | 'player'>) {
  const { pub, bot } = view.header.players[player];
  const path = bot ? null : `/api/player/${pub}/rating`;
  const { value, reload } = useJson({ path, shape: playerRating, connection });
  const isOver = view.outcome !== null;
  useEffect(() => {
    if (isOver && value) reload();
  }, [isOver]);
  if (!value) return null;
  return (
    <span class="tabular">
      <span class="visually-hidden">{texts.ratingWord}: </span>
      {mainTexts.player.rating(value.rating, value.provisional)}
    </span>
  );
}

function Score({ view, player }: { readonly view: MatchView; readonly player: Player }) {
  const { score, length } = view.match;
  const points = standingOf(view)?.score[player] ?? shownPoints(score[player], length);
  return (
    <div
      class="strip__score tabular"
      role="img"
      aria-label={withoutIsolates(texts.score(shownName(view, player), points))}
    >
      {points}
      {length > 0 && <span class="strip__length">/{length}</span>}
    </div>
  );
}

type SideProps = Pick<StripProps, 'session' | 'view' | 'player'>;

function Absence({ session, view, player }: SideProps) {
  const { online, abandonAt: endsAt } = view.presence[player];
  const isGone = !online && !view.outcome;
  // After the first roll of a match with a clock, the time alone ends nothing.
  const abandonAt = view.hasRolled && needsClaim(view.header) ? null : endsAt;
  useTicking(isGone && abandonAt !== null, 500);
  if (!isGone) return null;
  const left = abandonAt === null ? null : secondsUntil(abandonAt, session.now());
  return (
    <span class="strip__gone">
      <Icon name="offline" />
      {left === null ? texts.goneQuiet : texts.gone(left)}
    </span>
  );
}

/** Below this reserve the clock shows that time is short. */
const SHORT_MS = 15_000;

function Clock({ session, view, player }: SideProps) {
  const isTimed = view.header.clock !== null;
  useTicking(isTimed && !view.outcome);
  const reading = isTimed ? session.clock() : null;
  const delayMs = view.header.clock?.delayMs ?? 0;
  if (!reading) return null;
  const leftMs = reading.remainingMs[player];
  const isRunning = reading.running === player && !view.outcome;
  const share = isRunning && delayMs > 0 ? reading.delayLeftMs / delayMs : 0;
  const look = `clock${isRunning ? ' is-running' : ''}${leftMs < SHORT_MS ? ' is-short' : ''}`;
  return (
    <div
      class={look}
      role="timer"
      aria-label={withoutIsolates(liveTexts.clockLeft(shownName(view, player), spokenTime(leftMs)))}
    >
      <span class="clock__time tabular" aria-hidden="true">
        {clockText(leftMs)}
      </span>
      <span class="clock__delay" aria-hidden="true">
        <span style={{ transform: `scaleX(${share.toFixed(3)})` }} />
      </span>
    </div>
  );
}
