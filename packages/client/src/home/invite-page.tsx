import type { ServerMessageOf } from '@anchor/wire';
import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../app/compose.ts';
import { texts } from '../strings/main.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Notice, Waiting } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import type { Offers } from './offers.ts';
import { TermTags } from './terms-form.tsx';
import { useAsk } from './use-ask.ts';
import './home.css';
import { isolated } from '../ui/name-text.ts';

type Info = ServerMessageOf<'invite-info'>;
type Shown = Info | 'gone' | null;

interface InvitePageProps {
  readonly code?: string;
  readonly client: Client;
}

/** /invite/CODE: who invites to what, and the button that begins it. */
export default function InvitePage({ code = '', client: { offers, connection } }: InvitePageProps) {
  const shown = useInvite(offers, code, connection.status.value === 'online');
  if (shown === null)
    return (
      <div class="page page--empty">
        <Waiting>{texts.app.loading}</Waiting>
      </div>
    );
  if (shown === 'gone') return <Gone />;
  const own = shown.from.pub === connection.me.value?.pub;
  return <Invitation code={code} info={shown} own={own} offers={offers} />;
}

function useInvite(offers: Offers, code: string, online: boolean): Shown {
  const [shown, setShown] = useState<Shown>(null);
  useEffect(() => {
    if (!online || shown) return;
    void offers.inviteInfo(code).then((answer) => {
      if (answer.ok) setShown(answer.value.type === 'invite-info' ? answer.value : 'gone');
      else if (answer.code === 'not-found' || answer.code === 'bad-frame') setShown('gone');
    });
  }, [online, code]);
  return shown;
}

interface InvitationProps {
  readonly code: string;
  readonly info: Info;
  readonly own: boolean;
  readonly offers: Offers;
}

function Invitation({ code, info, own, offers }: InvitationProps) {
  const { busy, failure, ask } = useAsk();
  return (
    <Page title={texts.invite.page}>
      <section class="card invitation">
        <p>{texts.invite.from(isolated(info.from.name, info.from.pub))}</p>
        <TermTags terms={info} />
        <p class="soft small">{texts.terms.clockHints[info.clock]}</p>
        {own ? (
          <Notice>{texts.invite.own}</Notice>
        ) : (
          <Button kind="primary" large icon="play" disabled={busy} onClick={() => ask(() => offers.join(code, info))}>
            {busy ? texts.invite.joining : texts.invite.join}
          </Button>
        )}
        {failure && <Notice tone="bad">{failure}</Notice>}
        <p class="soft small">{texts.invite.guest}</p>
      </section>
    </Page>
  );
}

function Gone() {
  return (
    <Page title={texts.invite.gone} lead={texts.invite.goneText}>
      <div class="row">
        <LinkButton kind="primary" href="/" icon="back">
          {texts.invite.home}
        </LinkButton>
      </div>
    </Page>
  );
}
