import { ANALYSES_SHOWN, type PlayerAnalysis } from '@anchor/wire';
import { useMemo, useState } from 'preact/hooks';
import type { Fetched } from '../../state/use-json.ts';
import { isolated, withoutIsolates } from '../../strings/name-text.ts';
import { playerTexts as texts } from '../../strings/player.ts';
import { ConfirmedButton } from '../../ui/confirmed-button.tsx';
import { FetchState, StaleNotice } from '../../ui/fetch-state.tsx';
import { Choices, Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PlayerLink } from '../../ui/player-link.tsx';
import { Figures } from './chart-parts.tsx';
import { PrGraph } from './pr-graph.tsx';
import { decisionsOf, MEAN_OVER, meanPr, type PrPoint, type PrSeries, prSeries } from './pr-series.ts';
import type { Estimates } from './use-estimates.ts';

interface PrCardProps {
  readonly asked: Fetched<{ readonly analyses: readonly PlayerAnalysis[] }>;
  /** The estimates of the reader's browser on the reader's own page. Null on another player's page. */
  readonly estimates: Estimates | null;
  /** The id of the player's latest match. Null without one. */
  readonly latest: string | null;
}

/** The PR of the player's matches as a graph and a table: by deep analyses, and for the player also by estimates. */
export function PrCard({ asked: { value, trouble, reload }, estimates, latest }: PrCardProps) {
  const own = estimates?.rows;
  const all = useMemo(
    () => [...prSeries(value?.analyses ?? []), ...prSeries(own?.slice(0, ANALYSES_SHOWN) ?? [], 'estimate')],
    [value, own],
  );
  return (
    <Group title={texts.pr}>
      {value === null && all.length === 0 ? (
        <FetchState trouble={trouble} onAgain={reload} />
      ) : (
        <>
          <StaleNotice trouble={trouble} />
          {all.length === 0 ? <None isOwn={estimates !== null} latest={latest} /> : <ByEngine all={all} />}
          {estimates && estimates.rows.length > 0 && <Forget onForget={estimates.forget} />}
        </>
      )}
    </Group>
  );
}

function None({ isOwn, latest }: Pick<PrCardProps, 'latest'> & { readonly isOwn: boolean }) {
  return (
    <>
      <p class="soft">{texts.prNone}</p>
      <p class="soft small">{isOwn ? texts.prHowOwn : texts.prHow}</p>
      {latest !== null && (
        <p>
          <a href={`/review/${latest}`}>{texts.prReview}</a>
        </p>
      )}
    </>
  );
}

/** The figures by one engine, which the reader can choose if there are several. */
function ByEngine({ all }: { readonly all: readonly PrSeries[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = all.find(({ key }) => key === chosen) ?? all[0];
  if (!shown) return null;
  const { key, source, engineId, ply, points, uncounted } = shown;
  return (
    <>
      {all.length > 1 && (
        <Choices
          label={texts.prEngine}
          hint={texts.prEngineHint}
          options={all.map((one) => ({
            value: one.key,
            label: texts.prEngineOption[one.source](one.engineId, one.ply),
          }))}
          value={key}
          onChange={setChosen}
        />
      )}
      <Means points={points} />
      {points.length > 0 && <PrGraph key={key} points={points} />}
      <p class="soft small player__method">
        {texts.prText[source](engineId, ply)} {texts.prSample[source](ANALYSES_SHOWN)}
        {uncounted > 0 && ` ${texts.prUncounted(uncounted)}`}
      </p>
      {points.length > 0 && <Table points={points} />}
    </>
  );
}

/** Deletes the estimates in this browser. */
function Forget({ onForget }: { readonly onForget: Estimates['forget'] }) {
  const [failed, setFailed] = useState(false);
  const forget = () => {
    setFailed(false);
    onForget().catch(() => setFailed(true));
  };
  return (
    <>
      {failed && <Notice tone="bad">{texts.prNotForgotten}</Notice>}
      <div class="row">
        <ConfirmedButton kind="quiet" label={texts.prForget} warning={texts.prForgetText} onConfirm={forget} />
      </div>
    </>
  );
}

/** The PR of the last matches together, and of all. */
function Means({ points }: { readonly points: readonly PrPoint[] }) {
  return (
    <dl class="player__tally tabular">
      {points.length > MEAN_OVER && <Mean title={texts.prMean(MEAN_OVER)} points={points.slice(-MEAN_OVER)} />}
      <Mean title={texts.prAll(points.length)} points={points} />
    </dl>
  );
}

function Mean({ title, points }: { readonly title: string; readonly points: readonly PrPoint[] }) {
  const mean = meanPr(points);
  if (mean === null) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {texts.prValue(mean)} <span class="soft">{texts.prDecisions(decisionsOf(points))}</span>
      </dd>
    </div>
  );
}

function Table({ points }: { readonly points: readonly PrPoint[] }) {
  const titles = [texts.when, texts.opponent, texts.decisions, texts.prColumn, texts.prOther];
  return (
    <Figures titles={titles} kind="figures--pr">
      {points.toReversed().map(({ match, atMs, decisions, pr, opponent, opponentPr }) => (
        <tr key={match}>
          <th scope="row">
            <a
              href={`/review/${match}`}
              aria-label={withoutIsolates(
                texts.linkOf(texts.review, isolated(opponent.name, opponent.pub), texts.day(atMs)),
              )}
            >
              {texts.day(atMs)}
            </a>
          </th>
          <td>
            <PlayerLink name={opponent.name} pub={opponent.pub} />
          </td>
          <td>{texts.count(decisions)}</td>
          <td>{texts.prValue(pr)}</td>
          <td>{opponentPr === null ? texts.noPr : texts.prValue(opponentPr)}</td>
        </tr>
      ))}
    </Figures>
  );
}
