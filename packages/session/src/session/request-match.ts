import type { Connection, Outgoing } from '../connection/connection.ts';
import type { Answer } from '../connection/requests.ts';
import type { MatchRequest, MatchRequests } from './match-requests.ts';

interface RequestParts {
  readonly connection: Pick<Connection, 'request'>;
  readonly requests: MatchRequests;
}

/**
 * Sends a message that may begin a match, and remembers what was asked for: a match whose header does not fit is refused (`not-asked` and other codes),
 * whatever the server says.
 */
export async function requestMatch(
  { connection, requests }: RequestParts,
  request: MatchRequest,
  message: Outgoing,
): Promise<Answer> {
  requests.add(request);
  const answer = await connection.request(message);
  // After a timeout the match may still begin. Only a refusal removes the request.
  if (!answer.ok && answer.code !== 'timeout' && answer.code !== 'connection-lost') requests.removeOne(request);
  return answer;
}
