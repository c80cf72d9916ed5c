import type { MatchRow, PlayerCard } from '@anchor/wire';
import { useMemo } from 'preact/hooks';
import { playerTexts as texts } from '../../strings/player.ts';
import { Group } from '../../ui/fields.tsx';
import { PlayerLink } from '../../ui/player-link.tsx';
import { Figures } from './chart-parts.tsx';
import { RatingGraph } from './rating-graph.tsx';
import { type RatingPoint, ratingSeries } from './rating-series.ts';
import type { Sample } from './sample.ts';

interface RatingCardProps {
  readonly pub: string;
  readonly card: PlayerCard;
  readonly rows: readonly MatchRow[];
  readonly sample: Sample;
}

/** The history of the rating, as a graph and a table. */
export function RatingCard({ pub, card, rows, sample }: RatingCardProps) {
  const series = useMemo(() => ratingSeries(rows, pub), [rows.length, card, pub]);
  return (
    <Group title={texts.graph}>
      {series.length === 0 ? (
        <p class="soft">{texts.graphNone}</p>
      ) : (
        <>
          <RatingGraph series={series} now={card} />
          <p class="soft small">{texts.graphSample(series.length, sample.loaded, sample.all)}</p>
          <Table series={series} />
        </>
      )}
    </Group>
  );
}

function Table({ series }: { readonly series: readonly RatingPoint[] }) {
  return (
    <Figures titles={[texts.when, texts.opponent, texts.after, texts.change]}>
      {series.toReversed().map(({ match, atMs, before, after, opponent, opponentPub }) => (
        <tr key={match}>
          <th scope="row">{texts.moment(atMs)}</th>
          <td>
            <PlayerLink name={opponent} pub={opponentPub} />
          </td>
          <td>
            {texts.ratingValue(after.rating)} {texts.spread(after.rd)}
          </td>
          <td>{texts.signed(after.rating - before.rating)}</td>
        </tr>
      ))}
    </Figures>
  );
}
