import type { Halt, MatchSession, MatchView } from '../session/types.ts';
import { troubleText } from '../strings/troubles.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useSettled } from '../ui/use-settled.ts';
import { matchTexts as texts } from './texts.ts';

interface BannersProps {
  readonly session: MatchSession;
  readonly view: MatchView;
}

/** A connection that is back sooner was never missed. */
const RECONNECTING_MS = 1_000;

/** What stands above the board: play has stopped, the connection comes back (the shell tells the rest), or some news. */
export function Banners({ session, view }: BannersProps) {
  const connecting = useSettled(view.connection === 'connecting', RECONNECTING_MS);
  return (
    <>
      {view.halted && <Halted session={session} halted={view.halted} />}
      {!view.outcome && connecting && view.connection === 'connecting' && (
        <Notice tone="info">{texts.connecting}</Notice>
      )}
      {view.refused && <Notice tone="warn">{view.refused}</Notice>}
      {view.notice && (
        <Notice tone="info">
          <div class="banner-row">
            {view.notice}
            <Button kind="quiet" icon="close" aria-label={texts.dismiss} onClick={() => session.dismissNotice()} />
          </div>
        </Notice>
      )}
    </>
  );
}

function Halted({ session, halted }: { readonly session: MatchSession; readonly halted: Halt }) {
  return (
    <Notice tone="bad">
      <h2>{texts.halted}</h2>
      <p>{troubleText({ code: halted.code, message: halted.sentence })}</p>
      <p class="small">{texts.haltedHint}</p>
      <div class="banner-row">
        <Button kind="danger" icon="download" onClick={() => session.download()}>
          {texts.downloadTranscript(halted.transcripts)}
        </Button>
        <code>{halted.code}</code>
      </div>
    </Notice>
  );
}
