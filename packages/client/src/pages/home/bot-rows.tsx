import { type BotLevel, botLevel, botName } from '@anchor/wire';
import { BOT_PR } from '../../play/bot-strength.ts';
import { useBotMatch } from '../../play/use-bot-match.ts';
import type { Client } from '../../state/client.ts';
import { texts } from '../../strings/main.ts';
import { plainName } from '../../strings/name-text.ts';
import { roomTexts as words } from '../../strings/room.ts';
import { troubleText } from '../../strings/troubles.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PlayerName } from '../../ui/player-link.tsx';
import { TermTags } from '../../ui/term-tags.tsx';
import { toast } from '../../ui/toast.tsx';

interface BotRowsProps {
  readonly client: Client;
}

/** The bot's levels as rows of the open games, and where to find the player's own results against them. */
export function BotRows({ client }: BotRowsProps) {
  const own = client.connection.me.value?.pub;
  return (
    <>
      {botLevel.options.map((level) => (
        <BotRow key={level} level={level} client={client} />
      ))}
      {own !== undefined && (
        <li class="list__row">
          <a class="small" href={`/player/${own}`}>
            {words.botResults}
          </a>
        </li>
      )}
    </>
  );
}

/** One press begins an unrated match on the terms that were used last against the bot. */
function BotRow({ level, client }: BotRowsProps & { readonly level: BotLevel }) {
  const { terms, mayPlay, play } = useBotMatch(client, level);
  const press = async () => {
    const answer = await play();
    if (!answer.ok) toast(troubleText(answer));
  };
  const name = botName(level);
  return (
    <li class="list__row">
      <div class="list__what">
        <span class="list__who">
          <Icon name="bot" />
          <PlayerName name={name} />
        </span>
        <span class="tags">
          <span class="tag tabular">{words.botPr(BOT_PR[level])}</span>
          <TermTags terms={{ ...terms, rated: false }} />
        </span>
      </div>
      <Button kind="soft" disabled={!mayPlay} aria-label={words.playBot(plainName(name))} onClick={press}>
        {texts.home.accept}
      </Button>
    </li>
  );
}
