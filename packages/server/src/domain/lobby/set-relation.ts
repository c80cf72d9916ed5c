import type { RelationKind, SocketCode } from '@anchor/wire';
import type { Result } from 'bg-rules';
import type { Relations } from '../players/relations.ts';
import type { Invitations } from './invitations.ts';
import type { Lobby } from './lobby.ts';

interface Concerned {
  readonly relations: Pick<Relations, 'set'>;
  readonly lobby: Pick<Lobby, 'block'>;
  readonly invitations: Pick<Invitations, 'part'>;
}

/** A player follows or blocks another one, or neither. A block ends what the two have open: a pairing, challenges, accepted invitations. */
export async function setRelation(
  { relations, lobby, invitations }: Concerned,
  pub: string,
  other: string,
  kind: RelationKind | null,
): Promise<Result<null, SocketCode>> {
  const set = await relations.set(pub, other, kind);
  if (!set.ok) return set;
  await lobby.block(pub, other, kind === 'block');
  if (kind === 'block') await invitations.part(pub, other);
  return set;
}
