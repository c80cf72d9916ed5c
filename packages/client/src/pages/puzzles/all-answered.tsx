import { puzzleSetTexts as texts } from '../../strings/puzzles.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { OwnProgress, type ProgressProps, ThemeField } from './own-progress.tsx';

interface AllAnsweredProps extends ProgressProps {
  /** The number of puzzles that come back later. */
  readonly missed: number;
  readonly onAgain: () => void;
}

/** Shown when every puzzle of the theme has been answered and none is due. */
export function AllAnswered({ missed, onAgain, ...progress }: AllAnsweredProps) {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ThemeField {...progress} />
      <Notice tone="good">
        <p>{texts.done}</p>
        {missed > 0 && <p>{texts.missed(missed)}</p>}
      </Notice>
      <div class="row">
        <Button kind="primary" icon="redo" onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
      <OwnProgress {...progress} />
    </Page>
  );
}
