import type { Client } from '../../state/client.ts';
import { useServerKey } from '../../state/use-server-key.ts';
import { verifyTexts } from '../../strings/verify.ts';
import { Notice } from '../../ui/notice.tsx';

/** The relation of the key of a record's server to the key that this browser knows for this address. */
export function ServerStanding({ server, client }: { readonly server: string; readonly client: Client }) {
  const standing = useServerKey(client, server);
  if (standing === 'present') return <p class="soft small">{verifyTexts.serverPinned}</p>;
  if (standing === 'former') return <p class="soft small">{verifyTexts.serverFormer}</p>;
  return standing && <Notice tone="warn">{verifyTexts.serverOther}</Notice>;
}
