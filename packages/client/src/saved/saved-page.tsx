import * as verifier from 'bg-record';
import { useState } from 'preact/hooks';
import { verifyTexts } from '../strings/verify.ts';
import { Button } from '../ui/button.tsx';
import { Notice, Waiting } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { checkFiles, type Finding } from '../verify/finding.ts';
import { FindingView } from '../verify/finding-view.tsx';
import { DropZone } from '../verify/sources.tsx';

const texts = verifyTexts.saved;

/** The verifier as a file of the reader’s own. `server`: the key of the server that it was saved from, or an empty text. */
export function SavedPage({ server }: { readonly server: string }) {
  const [finding, setFinding] = useState<Finding | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async (files: FileList) => {
    setBusy(true);
    setFinding(await checkFiles(verifier, files));
    setBusy(false);
  };
  return (
    <main>
      <Page title={verifyTexts.title} lead={texts.lead}>
        {busy && <Waiting>{verifyTexts.checking}</Waiting>}
        {!busy && finding && (
          <FindingView
            finding={finding}
            standing={(key) => <Standing isSame={key === server} isKnown={server !== ''} />}
            onReview={null}
          />
        )}
        {!busy && (finding === null || finding.kind === 'trouble') ? (
          <>
            <DropZone onFiles={check} />
            <p class="soft small">{verifyTexts.compareText}</p>
          </>
        ) : (
          <div class="row">
            <Button icon="back" onClick={() => setFinding(null)}>
              {verifyTexts.another}
            </Button>
          </div>
        )}
      </Page>
    </main>
  );
}

function Standing({ isSame, isKnown }: { readonly isSame: boolean; readonly isKnown: boolean }) {
  if (!isKnown) return null;
  return isSame ? <p class="soft small">{texts.sameServer}</p> : <Notice tone="warn">{texts.otherServer}</Notice>;
}
