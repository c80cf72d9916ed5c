import type { Client } from '../../state/client.ts';
import { useServerKey } from '../../state/use-server-key.ts';
import { verifyTexts } from '../../strings/verify.ts';
import { Notice } from '../../ui/notice.tsx';

/** The relation of the key of a record's server to the key that this browser knows for this address. */
export function ServerRelation({ server, client }: { readonly server: string; readonly client: Client }) {
  const relation = useServerKey(client, server);
  if (relation === 'present') return <p class="soft small">{verifyTexts.serverPinned}</p>;
  if (relation === 'former') return <p class="soft small">{verifyTexts.serverFormer}</p>;
  return relation && <Notice tone="warn">{verifyTexts.serverOther}</Notice>;
}
