import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { LogPlaceView } from '../../play/log-place.tsx';
import type { RecordFile } from '../../records/check.ts';
import { fetchFile, latestId } from '../../records/fetch-record.ts';
import { reviewPath } from '../../records/review-link.ts';
import { storeRecord } from '../../records/stored-records.ts';
import { loadVerifier } from '../../records/verifier.ts';
import type { Client } from '../../state/client.ts';
import { useServerKey } from '../../state/use-server-key.ts';
import { verifyTexts } from '../../strings/verify.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { type CheckResult, checkFile, checkFiles, trouble } from './check-files.ts';
import { CheckingView, useChecking } from './checking.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { SavePage } from './save-page.tsx';
import { Sources } from './sources.tsx';

interface VerifyPageProps {
  readonly id?: string;
  readonly client: Client;
}

/** /verify and /verify/ID: verifies a record in this page. */
export default function VerifyPage({ id, client }: VerifyPageProps) {
  const checking = useChecking();
  const show = checking.check;
  // loaded ahead, so that files can still be checked offline
  useEffect(() => void loadVerifier(), []);
  useEffect(() => {
    if (id) void show(() => checkId(id));
  }, [id]);
  const { route } = useLocation();
  return (
    <Page title={verifyTexts.title} lead={verifyTexts.lead}>
      <CheckingView
        checking={checking}
        relation={(server) => <ServerRelation server={server} client={client} />}
        place={(record) => <LogPlaceView record={record} client={client} />}
        onReview={(match, file) => openReview(route, match, file)}
      >
        <Sources
          onFiles={(files) => show(() => checkOwn(files))}
          onId={(wanted) => show(() => checkId(wanted))}
          onLatest={() => show(checkLatest)}
        />
        <EvidenceList evidence={client.evidence} />
        <SavePage connection={client.connection} pinned={client.pinned} publicLog={client.publicLog} />
      </CheckingView>
    </Page>
  );
}

/** Stores the reader's own file where the review finds it. */
async function openReview(route: (path: string) => void, match: string, { origin, bytes }: RecordFile): Promise<void> {
  if (origin === 'file') await storeRecord(match, origin, bytes);
  route(reviewPath({ match, n: null, wanted: null, origin }));
}

async function checkLatest(): Promise<CheckResult> {
  const latest = await latestId();
  if (latest === 'missing') return trouble(verifyTexts.noRecent);
  return latest === 'unreachable' ? trouble(verifyTexts.unreachable) : checkId(latest.id);
}

async function checkId(id: string): Promise<CheckResult> {
  const [file, verifier] = await Promise.all([fetchFile(id), loadVerifier()]);
  if (file === 'missing') return trouble(verifyTexts.noRecord);
  if (file === 'unreachable') return trouble(verifyTexts.unreachable);
  return verifier ? checkFile(verifier, file) : trouble(verifyTexts.noModule);
}

async function checkOwn(files: readonly File[]): Promise<CheckResult | null> {
  const verifier = await loadVerifier();
  return verifier ? checkFiles(verifier, files) : trouble(verifyTexts.noModule);
}

/** The relation of the key of a record's server to the key that this browser knows for this address. */
function ServerRelation({ server, client }: { readonly server: string; readonly client: Client }) {
  const relation = useServerKey(client, server);
  if (relation === 'present') return <p class="soft small">{verifyTexts.serverPinned}</p>;
  if (relation === 'former') return <p class="soft small">{verifyTexts.serverFormer}</p>;
  return relation && <Notice tone="warn">{verifyTexts.serverOther}</Notice>;
}
