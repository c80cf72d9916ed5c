import { noMatchTexts as texts } from '../strings/no-match.ts';
import { MessagePage } from './message-page.tsx';

interface OtherFormatProps {
  readonly match: string;
  readonly format: string;
  readonly known: string;
}

/** Says that the record of a match is of another version; the file itself can still be had. */
export function OtherFormat({ match, format, known }: OtherFormatProps) {
  const path = `/records/${match}.json`;
  return (
    <MessagePage
      title={texts.otherFormat}
      lead={texts.otherFormatText(format, known)}
      way={{ href: path, icon: 'download', label: texts.downloadStored, download: true }}
    />
  );
}
