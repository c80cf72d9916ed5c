import './match.css';
import type { Reaction } from '@anchor/wire';
import { type Hop, opponent } from 'bg-rules';
import { useMemo, useState } from 'preact/hooks';
import { arrowsOf } from '../../board/arrows.ts';
import { Board } from '../../board/board.tsx';
import { describePosition } from '../../board/describe.ts';
import type { Orientation } from '../../board/geometry.ts';
import { BoardButtons, BoardRollProof, GameBanner } from '../../play/board-buttons.tsx';
import type { Step } from '../../play/history.ts';
import { spokenNames, viewerOf } from '../../play/people.ts';
import { RollProofDialog } from '../../play/roll-proof.tsx';
import type { Scene } from '../../play/scene.ts';
import { type KeyActions, useKeys } from '../../play/use-keys.ts';
import { useReducedMotion } from '../../play/use-reduced-motion.ts';
import type { Connection } from '../../protocol/connection.ts';
import type { MatchSession, MatchView } from '../../protocol/types.ts';
import type { PreferenceStore } from '../../state/preferences.ts';
import { matchTexts as texts } from '../../strings/match.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AdvicePanel } from './advice-panel.tsx';
import { Banners } from './banners.tsx';
import { BoardSettings } from './board-settings.tsx';
import { ChanceBar } from './chance-bar.tsx';
import { Controls } from './controls.tsx';
import { MoveList } from './move-list.tsx';
import { PlayerStrip } from './player-strip.tsx';
import { ResultBody, type ResultClient, resultTitle } from './result.tsx';
import { statusLine } from './status.ts';
import { Toolbar } from './toolbar.tsx';
import { type Advising, useAdvice } from './use-advice.ts';
import { spokenAbsence, spokenNews, useSounds, useTimeWarning } from './use-reports.ts';
import { type Table, useTable } from './use-table.ts';

interface MatchPageProps {
  readonly connection: Connection;
  readonly session: MatchSession;
  readonly preferences: PreferenceStore;
  readonly client: ResultClient;
}

/** A live or just finished match: the board, the panels beside it, and all decisions. */
export default function MatchPage({ connection, session, preferences, client }: MatchPageProps) {
  const view = session.view.value;
  const chosen = preferences.current.value;
  const table = useTable(session, view, chosen, useReducedMotion());
  const [proof, setProof] = useState<number | null>(null);
  const { mirrored, flipped, sounds } = chosen;
  const orientation = useMemo(() => ({ viewer: viewerOf(view), mirrored, flipped }), [view.seat, mirrored, flipped]);
  const pastStep = table.past === null ? null : (table.history.steps[table.past] ?? null);
  const advising = useAdvice(view, pastStep);
  useKeys({ ...keysOf(table), hint: advising.told ? advising.close : advising.ask });
  useSounds(view, table.history, sounds);
  useTimeWarning(session, view, sounds);
  const parts: Parts = {
    connection,
    session,
    preferences,
    client,
    view,
    table,
    pastStep,
    advising,
    orientation,
    onSeal: setProof,
  };
  return (
    <div class="match">
      <div class="match__banners">
        <Banners session={session} view={view} />
      </div>
      <div class="match__board">
        <MatchBoard {...parts} />
      </div>
      <Players {...parts} />
      <div class="match__desk">
        <Questions {...parts} />
        <AdvicePanel
          advising={advising}
          position={pastStep?.before ?? view.match.position}
          isPast={pastStep !== null}
        />
        <ChanceBar view={view} />
      </div>
      <div class="match__side">
        <Side {...parts} />
      </div>
      <Spoken {...parts} />
      {proof && <RollProofDialog header={view.header} rolls={view.rolls} roll={proof} onClose={() => setProof(null)} />}
      <Ending {...parts} />
    </div>
  );
}

/** Data that the parts of the page share. */
interface Parts extends MatchPageProps {
  readonly view: MatchView;
  readonly table: Table;
  /** The earlier step that the board shows. */
  readonly pastStep: Step | null;
  readonly advising: Advising;
  readonly orientation: Orientation;
  readonly onSeal: (roll: number) => void;
}

/** The lines of the players, each at their side of the board. */
function Players({ connection, session, view, table, orientation }: Parts) {
  const { viewer, flipped } = orientation;
  const near = flipped ? opponent(viewer) : viewer;
  const strip = { connection, session, view, position: table.scene.position };
  return (
    <>
      <div class="match__far">
        <PlayerStrip {...strip} player={opponent(near)} />
      </div>
      <div class="match__near">
        <PlayerStrip {...strip} player={near} />
      </div>
    </>
  );
}

function Questions({ session, view, table, onSeal, client }: Parts) {
  const { history, own, past, ask, actions } = table;
  const status = past === null ? statusLine(view, history, own.view) : texts.viewing;
  return (
    <Controls
      session={session}
      client={client}
      view={view}
      status={status}
      roll={history.latest?.roll ?? null}
      onSeal={onSeal}
      ask={ask}
      premove={table.premove}
      isPast={past !== null}
      onAsk={actions.setAsk}
      onCube={actions.cube}
      onLive={() => actions.show(null)}
    />
  );
}

function Side({ session, preferences, view, table, onSeal }: Parts) {
  const [settings, setSettings] = useState(false);
  const { history, past, actions } = table;
  const onReact = view.seat === null ? null : (reaction: Reaction) => session.react(reaction);
  return (
    <>
      <MatchHead view={view} />
      <MoveList view={view} steps={history.steps} shown={past} onShow={actions.show} onSeal={onSeal} />
      <div class="match__foot">
        <Toolbar
          preferences={preferences}
          onSettings={() => setSettings(true)}
          isPlaying={view.seat !== null && !view.outcome && !view.halted}
          hasRolled={view.hasRolled}
          onResign={actions.resign}
          onLeave={() => actions.setAsk('leave')}
          onReact={onReact}
        />
      </div>
      {settings && <BoardSettings preferences={preferences} onClose={() => setSettings(false)} />}
    </>
  );
}

function MatchBoard({ view, table, pastStep, advising, orientation, onSeal }: Parts) {
  const scene = advisedScene(table.scene, view, pastStep, advising.hops);
  const { own, hopMs, ended, past, actions } = table;
  const dance = own.view?.complete === true && own.view.hops.length === 0;
  const isLive = past === null && !ended;
  const [dice] = scene.dice;
  return (
    <Board
      {...scene}
      orientation={orientation}
      interaction={isLive ? own.interaction : null}
      names={view.seat === null ? spokenNames(view) : null}
      durationMs={hopMs}
    >
      {dice && !dice.aside && <BoardRollProof orientation={orientation} dice={dice} onOpen={onSeal} />}
      {ended?.ended ? (
        <GameBanner view={view} step={ended} />
      ) : (
        <BoardButtons
          {...actions}
          shownCube={scene.cube}
          orientation={orientation}
          opening={view.match.turn === null}
          dance={isLive && dance}
        />
      )}
    </Board>
  );
}

/** Adds the expert's play as arrows, in the position before it. */
function advisedScene(scene: Scene, view: MatchView, past: Step | null, hops: readonly Hop[] | null): Scene {
  const player = past?.player ?? view.seat;
  if (!hops || player === null) return scene;
  return { ...scene, position: past?.before ?? scene.position, lastPlay: { player, arrows: arrowsOf(hops) } };
}

/** Announcements for screen readers: news at once, the whole position on request. */
function Spoken({ view, table }: Parts) {
  const { scene, history, premove } = table;
  return (
    <>
      <div class="visually-hidden" role="log" aria-live="polite">
        {spokenNews(view, history)}
      </div>
      <p class="visually-hidden" role="status">
        {premove.said && (premove.said === 'given' ? texts.premoveGiven : texts.premoveTaken)}
      </p>
      <p class="visually-hidden" role="status">
        {spokenAbsence(view)}
      </p>
      <section class="visually-hidden" aria-label={texts.boardInWords}>
        <p>{describePosition(scene.position, viewerOf(view), spokenNames(view), scene.cube)}</p>
      </section>
    </>
  );
}

/**
 * The result opens once, after the last position was shown, and stays readable beside the board. If the match was
 * already over when the page opened, the result is shown beside the board only, even if the server has not announced
 * the end yet.
 */
function Ending({ session, view, table, client }: Parts) {
  const [wasOver] = useState(view.outcome !== null || view.match.phase === 'over');
  const [closed, setClosed] = useState(false);
  const { outcome } = view;
  if (!outcome || wasOver || closed || table.ended) return null;
  return (
    <Dialog title={resultTitle(view, outcome)} closeLabel={texts.showBoard} onClose={() => setClosed(true)}>
      <ResultBody session={session} view={view} outcome={outcome} client={client} />
    </Dialog>
  );
}

function keysOf({ actions, ask, past, history, premove }: Table): Omit<KeyActions, 'hint'> {
  const at = past ?? history.steps.length - 1;
  const last = history.steps.length - 1;
  return {
    go: actions.confirm ?? actions.roll,
    back: actions.undo,
    double: actions.double,
    premove: premove.toggle,
    cancel: ask ? () => actions.setAsk(null) : null,
    earlier: at > 0 ? () => actions.show(at - 1) : null,
    later: past === null ? null : () => actions.show(at + 1 < last ? at + 1 : null),
  };
}

/** The match length, the game number, Crawford, and rated or unrated. */
function MatchHead({ view }: { readonly view: MatchView }) {
  const { length, game, crawford } = view.match;
  return (
    <div class="match-head">
      <h1>{length === 0 ? texts.moneyGame : texts.matchTo(length)}</h1>
      {length > 0 && <span class="tag">{texts.game(game)}</span>}
      {crawford && length > 1 && <span class="tag tag--accent">{texts.crawford}</span>}
      {view.header.rated && <span class="tag">{texts.rated}</span>}
      {view.seat === null && !view.outcome && <span class="tag">{texts.watching}</span>}
    </div>
  );
}
