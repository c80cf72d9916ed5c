import './collection.css';
import { useMemo } from 'preact/hooks';
import { CollectionStore } from '../../collection/collection-store.ts';
import { MatchFileField } from '../../play/match-file.tsx';
import type { Client } from '../../state/client.ts';
import { collectionTexts as texts } from '../../strings/collection.ts';
import { Notice } from '../../ui/notice.tsx';
import { OwnDataPage } from '../../ui/own-data-page.tsx';
import { Page } from '../../ui/page.tsx';
import { Persist } from '../../ui/persist.tsx';
import { CollectionList } from './collection-list.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { reviewerOf } from './reviewer-of.ts';
import { useCollection } from './use-collection.ts';

/** /collection: the matches of other programs that this browser has kept. */
export default function CollectionPage({ client }: { readonly client: Client }) {
  const reviewer = reviewerOf(client);
  const store = useMemo(() => new CollectionStore(), []);
  const { state, reload } = useCollection(store);
  if (state.kind !== 'ready') return <OwnDataPage state={state.kind} texts={texts} onAgain={reload} />;
  return (
    <Page title={texts.title} lead={texts.lead}>
      <MatchFileField />
      {state.matches.length === 0 ? (
        <Notice>
          <p>{texts.none}</p>
          <p>{texts.noneText}</p>
        </Notice>
      ) : (
        <>
          <ReviewPanel reviewer={reviewer} all={state.matches} />
          <CollectionList store={store} all={state.matches} />
          <Persist label={texts.persist} />
        </>
      )}
    </Page>
  );
}
