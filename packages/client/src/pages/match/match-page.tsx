import '../../ui/theme-rest.css';
import './match.css';
import type { Reaction } from '@anchor/wire';
import { type Hop, opponent } from 'bg-rules';
import type { Connection, MatchSession, MatchView } from 'bg-session';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { arrowsOf } from '../../board/arrows.ts';
import { Board } from '../../board/board.tsx';
import type { ShownCube } from '../../board/cube.tsx';
import { describePosition } from '../../board/describe.ts';
import type { Orientation } from '../../board/geometry.ts';
import { BoardButtons, BoardQuestion, BoardRollProof, GameBanner, ThumbBar } from '../../play/board-buttons.tsx';
import { showsWayHome } from '../../play/guide-steps.ts';
import type { Step } from '../../play/history.ts';
import { leadText, sessionText, standingOf } from '../../play/money.ts';
import { spokenNames, viewerOf } from '../../play/people.ts';
import { RollProofDialog } from '../../play/roll-proof.tsx';
import type { Scene } from '../../play/scene.ts';
import { type KeyActions, useKeys } from '../../play/use-keys.ts';
import { usePhone, useReducedMotion, useRoomOnBoard, useUpright } from '../../play/use-media.ts';
import type { Client } from '../../state/client.ts';
import { InstallOffer } from '../../state/install-offer.ts';
import type { PreferenceStore } from '../../state/preferences.ts';
import { texts as mainTexts } from '../../strings/main.ts';
import { matchTexts as texts } from '../../strings/match.ts';
import { withoutIsolates } from '../../strings/name-text.ts';
import { Button } from '../../ui/button.tsx';
import { TrustedDice } from '../../ui/trusted-dice.tsx';
import { AdvicePanel } from './advice-panel.tsx';
import { Banners, OfflineNotice } from './banners.tsx';
import { BoardSettings } from './board-settings.tsx';
import { ChanceBar } from './chance-bar.tsx';
import { openQuestion } from './control-panels.tsx';
import { Controls, CubeQuestionPanel, isAboutCube } from './controls.tsx';
import { CorrespondenceLine } from './correspondence-line.tsx';
import type { OpenQuestion } from './decide.ts';
import { Guide, GuideEnd } from './guide.tsx';
import { MoveList } from './move-list.tsx';
import { PlayerStrip } from './player-strip.tsx';
import { ResultCard, type ResultClient, spokenResult } from './result.tsx';
import { statusLine } from './status.ts';
import { type HiddenHeader, Toolbar } from './toolbar.tsx';
import { type Advising, useAdvice } from './use-advice.ts';
import { useEngine } from './use-engine.ts';
import { type Offer, useOffer } from './use-offer.ts';
import { spokenAbsence, spokenNews, useSounds, useTimeWarning } from './use-reports.ts';
import { heardVolume, type Table, useTable } from './use-table.ts';

interface MatchPageProps {
  readonly connection: Connection;
  readonly session: MatchSession;
  readonly preferences: PreferenceStore;
  readonly client: ResultClient & Pick<Client, 'offers' | 'countries' | 'storage'>;
}

/** A live or just finished match: the board, the panels beside it, and all decisions. */
export default function MatchPage({ connection, session, preferences, client }: MatchPageProps) {
  const view = session.view.value;
  const chosen = preferences.current.value;
  const engine = useEngine();
  const table = useTable(session, view, chosen, useReducedMotion(), engine);
  const [proof, setProof] = useState<number | null>(null);
  const { mirrored, flipped } = chosen;
  const orientation = useMemo(() => ({ viewer: viewerOf(view), mirrored, flipped }), [view.seat, mirrored, flipped]);
  const isUpright = useUpright();
  const hasRoom = useRoomOnBoard();
  const isPhone = usePhone();
  const [isHeaderShown, showHeader] = useState(false);
  // While the viewer plays, and on a phone on its side, there is no room for the header of the page.
  const isTight = isPhone && (isPlaying(view) || !isUpright);
  const [wasOver] = useState(isOver(view));
  useEffect(() => {
    if (view.outcome?.kind === 'finished' && view.seat !== null && !wasOver)
      new InstallOffer(client.storage).finished(view.id);
  }, [view.outcome?.kind]);
  const pastStep = table.past === null ? null : (table.history.steps[table.past] ?? null);
  const advising = useAdvice(view, pastStep, engine);
  const offer = useOffer(table.history.steps, view.seat, preferences);
  useKeys({ ...keysOf(table), hint: advising.told ? advising.close : advising.ask });
  const volume = heardVolume(chosen);
  useSounds(view, table.history, volume);
  useTimeWarning(session, view, volume);
  const parts: Parts = {
    connection,
    session,
    preferences,
    client,
    view,
    table,
    pastStep,
    wasOver,
    offer: table.isGuided ? null : offer,
    advising,
    orientation,
    isUpright,
    isAskedOnBoard: hasRoom && table.past === null && !table.tutor.blunder && isAboutCube(view, table.ask),
    onSeal: setProof,
    header: isTight ? { isShown: isHeaderShown, show: showHeader } : null,
    isPhone,
  };
  const isFull = isTight && !isHeaderShown;
  const looks = ['match', isUpright && 'match--upright', view.outcome && 'match--over', isFull && 'match--full'];
  const look = looks.filter(Boolean).join(' ');
  return (
    <div class={look}>
      <div class="match__banners">
        {isFull && isUpright && <OfflineNotice view={view} />}
        <Banners session={session} view={view} />
      </div>
      <div class="match__board">
        <MatchBoard {...parts} />
      </div>
      <Players {...parts} />
      <div class="match__desk">
        <Questions {...parts} />
        <Advice {...parts} />
        <ChanceBar view={view} />
        {isUpright && !table.tutor.blunder && hasThumbBar(view, table.ask) && (
          <ThumbBar {...table.actions} opening={view.match.turn === null} />
        )}
      </div>
      <div class="match__side">
        <Side {...parts} />
      </div>
      <Spoken {...parts} />
      {proof && <RollProofDialog header={view.header} rolls={view.rolls} roll={proof} onClose={() => setProof(null)} />}
    </div>
  );
}

/** The guide, if the player wants it. Otherwise hints on request. */
function Advice({ view, table, advising, preferences, pastStep }: Parts) {
  if (view.outcome) return null;
  if (table.isGuided && !pastStep && !view.halted)
    return <Guide view={view} table={table} advising={advising} preferences={preferences} />;
  return (
    <AdvicePanel advising={advising} position={pastStep?.before ?? view.match.position} isPast={pastStep !== null} />
  );
}

/** An open question takes the place of the buttons. */
function hasThumbBar(view: MatchView, ask: OpenQuestion | null): boolean {
  return view.seat !== null && !view.outcome && ask === null && openQuestion(view) === null;
}

/** True if the viewer plays this match now. */
function isPlaying({ seat, outcome, halted }: MatchView): boolean {
  return seat !== null && !outcome && !halted;
}

function isOver({ outcome, match }: MatchView): boolean {
  return outcome !== null || match.phase === 'over';
}

/** Data that the parts of the page share. */
interface Parts extends MatchPageProps {
  readonly view: MatchView;
  readonly table: Table;
  /** The earlier step that the board shows. */
  readonly pastStep: Step | null;
  /** True if the match was over when the page opened it, even if the server had not announced the end yet. */
  readonly wasOver: boolean;
  readonly advising: Advising;
  /** The automatic action that is offered now. */
  readonly offer: Offer | null;
  readonly orientation: Orientation;
  /** True if the buttons of the turn are below the board, and the list of moves folds away. */
  readonly isUpright: boolean;
  /** True if the board has room for the open question about the cube. */
  readonly isAskedOnBoard: boolean;
  readonly onSeal: (roll: number) => void;
  /** The header of the page, where the match hides it. Null where it is always shown. */
  readonly header: HiddenHeader | null;
  readonly isPhone: boolean;
}

/** The lines of the players, each at their side of the board. */
function Players({ connection, client, session, preferences, view, table, orientation }: Parts) {
  const { viewer, flipped } = orientation;
  const near = flipped ? opponent(viewer) : viewer;
  const strip = {
    connection,
    countries: client.countries,
    session,
    view,
    position: table.scene.position,
    cube: table.scene.cube,
    preferences,
  };
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

function Questions(parts: Parts) {
  const { session, view, table, onSeal, client, preferences, offer, isAskedOnBoard, wasOver, advising } = parts;
  const { history, own, past, ask, actions } = table;
  // The last position is shown first.
  if (view.outcome && !table.ended) {
    const guide = table.isGuided && <GuideEnd view={view} offers={client.offers} preferences={preferences} />;
    const card = { session, view, outcome: view.outcome, client, isNews: !wasOver, guide: guide || null };
    return <ResultCard {...card} />;
  }
  // The better choice is a hint.
  const reveal = () => {
    advising.count();
    table.tutor.reveal();
  };
  const status = past === null ? statusLine(view, history, own.view) : texts.viewing;
  return (
    <Controls
      session={session}
      view={view}
      status={status}
      roll={history.latest?.roll ?? null}
      onSeal={onSeal}
      ask={ask}
      premove={table.premove}
      tutor={{ ...table.tutor, reveal }}
      onTakeBack={actions.takeBack}
      offer={offer}
      isPast={past !== null}
      onAsk={actions.setAsk}
      onCube={actions.cube}
      onLive={() => actions.show(null)}
      isAskedOnBoard={isAskedOnBoard}
    />
  );
}

function Side({ session, preferences, view, table, isUpright, isPhone, header, onSeal }: Parts) {
  // At the end the list makes room for the result.
  const isFolded = isUpright || view.outcome !== null;
  const [settings, setSettings] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const { history, past, actions } = table;
  const onReact = view.seat === null ? null : (reaction: Reaction) => session.react(reaction);
  return (
    <>
      <MatchHead view={view} cube={table.scene.cube}>
        {isFolded && (
          <Button
            kind="quiet"
            class="match__unfold unfolds"
            icon="down"
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {texts.moves}
          </Button>
        )}
      </MatchHead>
      <CorrespondenceLine session={session} view={view} onHoliday={() => actions.setAsk('holiday')} />
      {(!isFolded || unfolded) && (
        <MoveList view={view} steps={history.steps} shown={past} onShow={actions.show} onSeal={onSeal} />
      )}
      <div class="match__foot">
        <Toolbar
          preferences={preferences}
          onSettings={() => setSettings(true)}
          isPlaying={isPlaying(view)}
          isPhone={isPhone}
          header={header}
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

function MatchBoard(parts: Parts) {
  const { session, view, table, pastStep, advising, orientation, isUpright, isAskedOnBoard, onSeal } = parts;
  const { own, hopMs, ended, past, ask, actions } = table;
  const better = pastStep ? null : table.tutor.hops;
  const scene = roomyScene(advisedScene(table.scene, view, pastStep, better ?? advising.hops), isUpright);
  const dance = own.view?.complete === true && own.view.hops.length === 0;
  const isLive = past === null && !ended;
  const [dice] = scene.dice;
  const money = standingOf(view);
  return (
    <Board
      {...scene}
      orientation={orientation}
      interaction={isLive && !better ? own.interaction : null}
      names={view.seat === null ? spokenNames(view) : null}
      showsWayHome={table.isGuided && isLive && showsWayHome(table.history.steps, view.seat)}
      durationMs={hopMs}
    >
      {dice && !dice.aside && <BoardRollProof orientation={orientation} dice={dice} onOpen={onSeal} />}
      {ended?.ended ? (
        <GameBanner view={view} step={ended} session={money && sessionText(view, money)} />
      ) : (
        <BoardButtons
          {...actions}
          {...(isUpright && BELOW)}
          felt={actions.double ? null : actions.roll}
          pips={actions.confirm}
          aside={!isUpright}
          shownCube={scene.cube}
          orientation={orientation}
          opening={view.match.turn === null}
          dance={isLive && dance}
        />
      )}
      {isAskedOnBoard && (
        <BoardQuestion orientation={orientation}>
          <CubeQuestionPanel session={session} view={view} ask={ask} onAsk={actions.setAsk} onCube={actions.cube} />
        </BoardQuestion>
      )}
    </Board>
  );
}

/** The buttons that are below the board. */
const BELOW = { roll: null, double: null, confirm: null, undo: null };

/** Dice need not move aside for buttons that are below the board. */
function roomyScene(scene: Scene, isUpright: boolean): Scene {
  return isUpright ? { ...scene, dice: scene.dice.map((dice) => ({ ...dice, aside: false })) } : scene;
}

/** Adds the expert's play as arrows, in the position before it. */
function advisedScene(scene: Scene, view: MatchView, past: Step | null, hops: readonly Hop[] | null): Scene {
  const player = past?.player ?? view.seat;
  if (!hops || player === null) return scene;
  return { ...scene, position: past?.before ?? scene.position, lastPlay: { player, arrows: arrowsOf(hops) } };
}

/** Announcements for screen readers: news at once, the whole position on request. */
function Spoken({ view, table, wasOver }: Parts) {
  const { scene, history, premove } = table;
  return (
    <>
      <div class="visually-hidden" role="log" aria-live="polite">
        {withoutIsolates(spokenNews(view, history))}
      </div>
      <p class="visually-hidden" role="status">
        {premove.said && (premove.said === 'given' ? texts.premoveGiven : texts.premoveTaken)}
      </p>
      <p class="visually-hidden" role="status">
        {view.outcome && !wasOver && withoutIsolates(spokenResult(view, view.outcome))}
      </p>
      <p class="visually-hidden" role="status">
        {withoutIsolates(spokenAbsence(view))}
      </p>
      <section class="visually-hidden" aria-label={texts.boardInWords}>
        <p>{withoutIsolates(describePosition(scene.position, viewerOf(view), spokenNames(view), scene.cube))}</p>
      </section>
    </>
  );
}

function keysOf({ actions, ask, past, history, premove, tutor }: Table): Omit<KeyActions, 'hint'> {
  const at = past ?? history.steps.length - 1;
  const last = history.steps.length - 1;
  return {
    go: actions.confirm ?? actions.roll,
    back: actions.undo,
    double: actions.double,
    premove: premove.toggle,
    cancel: tutor.blunder ? actions.takeBack : ask ? () => actions.setAsk(null) : null,
    earlier: at > 0 ? () => actions.show(at - 1) : null,
    later: past === null ? null : () => actions.show(at + 1 < last ? at + 1 : null),
  };
}

interface HeadProps {
  readonly view: MatchView;
  readonly cube: ShownCube | null;
  readonly children: ComponentChildren;
}

/**
 * The match length, the game number, the running score of a money session, a cube that no player owns, Crawford, rated or unrated, whom the dice are
 * trusted to, and how many watch.
 */
function MatchHead({ view, cube, children }: HeadProps) {
  const { length, game, crawford } = view.match;
  const money = standingOf(view);
  // A watcher is one of them.
  const others = view.seat === null ? view.watchers - 1 : view.watchers;
  return (
    <div class="match-head">
      <h1>{length === 0 ? texts.moneyGame : texts.matchTo(length)}</h1>
      <span class="tag">{texts.game(money?.game ?? game)}</span>
      {money && <span class="tag tabular name">{leadText(view, money.score)}</span>}
      {cube?.owner === null && cube.offeredTo === null && !view.outcome && <span class="tag">{texts.cubeCentred}</span>}
      {crawford && length > 1 && <span class="tag tag--accent">{texts.crawford}</span>}
      {view.header.rated && <span class="tag">{texts.rated}</span>}
      {view.header.dice === 'advance' && <TrustedDice />}
      {view.seat === null && !view.outcome && <span class="tag">{texts.watching}</span>}
      {others > 0 && !view.outcome && <span class="tag tabular">{mainTexts.home.watchers(view.watchers)}</span>}
      {children}
    </div>
  );
}
