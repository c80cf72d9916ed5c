import type { BotLevel, PlayerAnalysis } from '@anchor/wire';
import { useBotMatch } from '../../play/use-bot-match.ts';
import type { Client } from '../../state/client.ts';
import { texts as mainTexts } from '../../strings/main.ts';
import { playerTexts as texts } from '../../strings/player.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Group } from '../../ui/fields.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { botResults, nextLevel, OF_LAST, WINS } from './bot-results.ts';
import type { OwnMatch } from './own-side.ts';
import type { Sample } from './sample.ts';

interface BotCardProps {
  readonly client: Client;
  readonly matches: readonly OwnMatch[];
  readonly analyses: readonly PlayerAnalysis[];
  readonly estimates: readonly PlayerAnalysis[];
  readonly sample: Sample;
}

/** The reader's own results against each level of the bot, and the level that comes next. */
export function BotCard({ client, matches, analyses, estimates, sample }: BotCardProps) {
  const results = botResults(matches, analyses, estimates);
  const next = nextLevel(results);
  const { botLevels } = mainTexts.home;
  return (
    <Group title={texts.bots}>
      <p class="soft small">{texts.rivalsSample(sample.loaded, sample.all)}</p>
      <table class="figures figures--bots">
        <TableHead titles={[texts.botLevel, texts.won, texts.lost, texts.prColumn]} />
        <tbody>
          {results.map(({ level, won, lost, pr, isBeaten }) => (
            <tr key={level}>
              <th scope="row">
                {botLevels[level]} {isBeaten && <span class="tag tag--accent">{texts.botBeaten}</span>}
                {level === next && <span class="tag">{texts.botNext}</span>}
              </th>
              <td>{texts.count(won)}</td>
              <td>{texts.count(lost)}</td>
              <td>{pr === null ? texts.noPr : texts.prValue(pr)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft small">{texts.botRule(WINS, OF_LAST)}</p>
      {next === null ? <p>{texts.botTop}</p> : <PlayNext client={client} level={next} />}
    </Group>
  );
}

/** Begins an unrated match on the terms that were used last against the bot. */
function PlayNext({ client, level }: Pick<BotCardProps, 'client'> & { readonly level: BotLevel }) {
  const { terms, failure, mayPlay, play } = useBotMatch(client, level);
  const { length, clock } = terms;
  const { botTerms, botLevels } = mainTexts.home;
  return (
    <>
      <div class="row">
        <Button kind="soft" icon="play" disabled={!mayPlay} onClick={() => void play()}>
          {texts.botPlay}
        </Button>
        <span class="soft small">
          {botTerms(botLevels[level], mainTexts.terms.points(length), mainTexts.terms.clocks[clock])}
        </span>
      </div>
      <FailureNotice failure={failure} />
    </>
  );
}
