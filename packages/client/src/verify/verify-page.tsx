import type { Comparison } from 'bg-record';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Client } from '../app/compose.ts';
import { keepAtHand } from '../review/at-hand.ts';
import { reviewPath } from '../review/links.ts';
import { verifyTexts } from '../strings/verify.ts';
import { Button } from '../ui/button.tsx';
import { Notice, Waiting } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { check, type RecordFile, type Report } from './check.ts';
import { ComparisonView } from './comparison.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { loadVerifier, type Verifier } from './module.ts';
import { ReportView } from './report.tsx';
import { fetchFile, latestId, readFiles } from './source.ts';
import { Sources } from './sources.tsx';
import './verify.css';

type Shown =
  | { readonly kind: 'ask' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'trouble'; readonly text: string }
  | { readonly kind: 'report'; readonly verifier: Verifier; readonly file: RecordFile; readonly report: Report }
  | { readonly kind: 'comparison'; readonly names: readonly string[]; readonly comparison: Comparison };

interface VerifyPageProps {
  readonly id?: string;
  readonly client: Client;
}

/** /verify and /verify/ID: a record is checked in this page. */
export default function VerifyPage({ id, client }: VerifyPageProps) {
  const [shown, setShown] = useState<Shown>({ kind: 'ask' });
  const show = async (work: () => Promise<Shown>) => {
    setShown({ kind: 'busy' });
    setShown(await work());
  };
  // before it is needed: whoever loses the connection can still check his files
  useEffect(() => void loadVerifier(), []);
  useEffect(() => {
    if (id) void show(() => checkId(id));
  }, [id]);
  const { route } = useLocation();
  return (
    <Page title={verifyTexts.title} lead={verifyTexts.lead}>
      {shown.kind === 'busy' && <Waiting>{verifyTexts.checking}</Waiting>}
      {shown.kind === 'trouble' && <Notice tone="warn">{shown.text}</Notice>}
      {shown.kind === 'report' && (
        <ReportView {...shown} client={client} onReview={(match, file) => openReview(route, match, file)} />
      )}
      {shown.kind === 'comparison' && <ComparisonView {...shown} />}
      {shown.kind === 'ask' || shown.kind === 'trouble' ? (
        <>
          <Sources
            onFiles={(files) => show(() => checkOwn(files))}
            onId={(wanted) => show(() => checkId(wanted))}
            onLatest={() => show(checkLatest)}
          />
          <EvidenceList evidence={client.evidence} />
        </>
      ) : (
        shown.kind !== 'busy' && (
          <div class="row">
            <Button icon="back" onClick={() => setShown({ kind: 'ask' })}>
              {verifyTexts.another}
            </Button>
          </div>
        )
      )}
    </Page>
  );
}

/** A file of the reader’s own is laid where the review finds it. */
async function openReview(route: (path: string) => void, match: string, { origin, bytes }: RecordFile): Promise<void> {
  if (origin === 'file') await keepAtHand(match, origin, bytes);
  route(reviewPath({ match, n: null, wanted: null, origin }));
}

const trouble = (text: string): Shown => ({ kind: 'trouble', text });

async function checkLatest(): Promise<Shown> {
  const latest = await latestId();
  if (latest === 'missing') return trouble(verifyTexts.noRecent);
  return latest === 'unreachable' ? trouble(verifyTexts.unreachable) : checkId(latest.id);
}

async function checkId(id: string): Promise<Shown> {
  const [file, verifier] = await Promise.all([fetchFile(id), loadVerifier()]);
  if (file === 'missing') return trouble(verifyTexts.noRecord);
  if (file === 'unreachable') return trouble(verifyTexts.unreachable);
  return verifier ? checkFile(verifier, file) : trouble(verifyTexts.noModule);
}

async function checkOwn(files: FileList): Promise<Shown> {
  const verifier = await loadVerifier();
  if (!verifier) return trouble(verifyTexts.noModule);
  const [file, other] = await readFiles(files, verifier.MAX_TEXT_BYTES);
  if (!file) return { kind: 'ask' };
  return other ? compareFiles(verifier, file, other) : checkFile(verifier, file);
}

async function checkFile(verifier: Verifier, file: RecordFile): Promise<Shown> {
  return { kind: 'report', verifier, file, report: await check(verifier, file.bytes) };
}

async function compareFiles(verifier: Verifier, file: RecordFile, other: RecordFile): Promise<Shown> {
  const [one, two] = [verifier.parseRecordText(file.bytes), verifier.parseRecordText(other.bytes)];
  if (!one.ok || !two.ok) return { kind: 'trouble', text: verifyTexts.unreadable };
  const comparison = await verifier.compare(one.value, two.value);
  return { kind: 'comparison', names: [file.name, other.name], comparison };
}
