import { type ConnectionStatus, isViewersTurn, type MatchHandle, type MatchSession } from 'bg-session';
import { useEffect, useMemo } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { faultText } from '../../strings/faults.ts';
import { texts } from '../../strings/main.ts';
import { isolated } from '../../strings/name-text.ts';
import { noMatchTexts } from '../../strings/no-match.ts';
import { Button } from '../../ui/button.tsx';
import { MessagePage } from '../../ui/message-page.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { OtherFormat } from '../../ui/other-format.tsx';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/tab-title.ts';
import { useHidden } from '../../ui/use-hidden.ts';
import MatchPage from './match-page.tsx';

interface MatchRouteProps {
  readonly id?: string;
  readonly client: Client;
}

/** /match/ID: plays, watches, or shows a finished match. */
export default function MatchRoute({ id = '', client }: MatchRouteProps) {
  const { matches, preferences, connection } = client;
  const handle = useMemo(() => matches.open(id), [id]).value;
  useEffect(() => () => matches.close(id), [id]);
  const hidden = useHidden();
  useTitle(handle.kind === 'ready' ? titleOf(handle.session, hidden) : noMatchTexts.title);
  if (handle.kind === 'ready')
    return (
      <MatchPage key={id} connection={connection} session={handle.session} preferences={preferences} client={client} />
    );
  if (handle.kind === 'loading') return <Loading status={connection.status.value} />;
  if (handle.kind === 'failed') return <Failed onAgain={() => matches.again(id)} />;
  if (handle.kind === 'other-format') return <OtherFormat match={id} {...handle} />;
  return <NoMatch handle={handle} />;
}

/** Returns the title: the players, or, if the page is hidden, that it is the viewer's turn. */
function titleOf(session: MatchSession, hidden: boolean): string {
  const { header } = session.view.value;
  const [one, other] = header.players;
  const names = texts.home.versus(isolated(one.name, one.pub), isolated(other.name, other.pub));
  return hidden && isViewersTurn(session.view.value) ? noMatchTexts.yourTurn(names) : names;
}

/** Shown while the match is loading, with the reason if it cannot be. */
function Loading({ status }: { readonly status: ConnectionStatus }) {
  if (status === 'wrong-server')
    return <Page title={noMatchTexts.wrongServer} lead={noMatchTexts.wrongServerText} children={null} />;
  if (status === 'wrong-address' || status === 'unproven')
    return <Page title={texts.connection[status]} lead={noMatchTexts.unprovenText} children={null} />;
  if (status === 'banned') return <Page title={noMatchTexts.banned} lead={noMatchTexts.bannedText} children={null} />;
  if (status === 'superseded')
    return <Page title={noMatchTexts.superseded} lead={noMatchTexts.supersededText} children={null} />;
  return (
    <div class="page page--empty">
      <Waiting>{status === 'offline' ? noMatchTexts.offline : noMatchTexts.loading}</Waiting>
    </div>
  );
}

function Failed({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <Page title={noMatchTexts.title}>
      <Notice tone="bad">{noMatchTexts.failed}</Notice>
      <div class="row">
        <Button kind="primary" icon="redo" onClick={onAgain}>
          {noMatchTexts.again}
        </Button>
      </div>
    </Page>
  );
}

type NoMatchProps = {
  readonly handle: Exclude<MatchHandle, { kind: 'ready' | 'loading' | 'failed' | 'other-format' }>;
};

function NoMatch({ handle }: NoMatchProps) {
  const missing = handle.kind === 'missing';
  return (
    <MessagePage
      title={missing ? noMatchTexts.missing : noMatchTexts.unreadable}
      lead={missing ? noMatchTexts.missingText : noMatchTexts.unreadableText}
      way={{ href: '/', icon: 'back', label: noMatchTexts.home }}
    >
      {handle.kind === 'unreadable' && <Notice tone="bad">{faultText(handle.failure)}</Notice>}
    </MessagePage>
  );
}
