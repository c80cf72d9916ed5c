import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { Notice, Waiting } from './notice.tsx';
import { Page } from './page.tsx';

interface OwnDataPageProps {
  readonly state: 'loading' | 'unavailable';
  readonly texts: {
    readonly title: string;
    readonly lead: string;
    readonly loading: string;
    readonly unavailable: string;
    readonly again: string;
  };
  readonly onAgain: () => void;
}

/** A page about data that this browser keeps, while the data is read or if that failed. */
export function OwnDataPage({ state, texts, onAgain }: OwnDataPageProps): ComponentChildren {
  if (state === 'loading')
    return (
      <Page title={texts.title}>
        <Waiting>{texts.loading}</Waiting>
      </Page>
    );
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Notice tone="bad">{texts.unavailable}</Notice>
      <div class="row">
        <Button kind="primary" icon="redo" onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
    </Page>
  );
}
