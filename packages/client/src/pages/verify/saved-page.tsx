import * as verifier from 'bg-record';
import { verifyTexts } from '../../strings/verify.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { checkFiles } from './check-files.ts';
import { CheckingView, useChecking } from './checking.tsx';
import { DropZone } from './sources.tsx';

const texts = verifyTexts.saved;

/**
 * The verifier as the reader's own file.
 *
 * @param server the key of the server from which it was saved, or an empty text
 */
export function SavedPage({ server }: { readonly server: string }) {
  const checking = useChecking();
  return (
    <main>
      <Page title={verifyTexts.title} lead={texts.lead}>
        <CheckingView
          checking={checking}
          relation={(key) => <ServerRelation isSame={key === server} isKnown={server !== ''} />}
          place={() => null}
          onReview={null}
        >
          <DropZone onFiles={(files) => checking.check(() => checkFiles(verifier, files))} />
          <p class="soft small">{verifyTexts.compareText}</p>
        </CheckingView>
      </Page>
    </main>
  );
}

function ServerRelation({ isSame, isKnown }: { readonly isSame: boolean; readonly isKnown: boolean }) {
  if (!isKnown) return null;
  return isSame ? <p class="soft small">{texts.sameServer}</p> : <Notice tone="warn">{texts.otherServer}</Notice>;
}
