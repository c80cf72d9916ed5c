import type { BotLevel } from '@anchor/wire';
import type { Answer } from 'bg-session';
import type { Client } from '../state/client.ts';
import type { BotTerms } from '../state/last-terms.ts';
import { useRequest } from '../state/use-request.ts';

/** A match against one level of the bot, on the terms that were used last. */
export function useBotMatch({ offers, lastTerms, connection }: Client, level: BotLevel) {
  const { busy, failure, send } = useRequest();
  const terms: BotTerms = { ...lastTerms.bot.value, level };
  const play = async (): Promise<Answer> => {
    const answer = await send(() => offers.playBot(terms, level));
    if (answer.ok) lastTerms.setBot(terms);
    return answer;
  };
  return { terms, failure, mayPlay: connection.mayAsk && !busy, play };
}
