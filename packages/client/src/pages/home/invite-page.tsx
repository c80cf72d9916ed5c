import type { ReceivedOffer, ServerMessageOf } from '@anchor/wire';
import { rulesFor } from 'bg-record';
import type { Answer } from 'bg-session';
import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import type { Offers } from '../../state/offers.ts';
import { useRequest } from '../../state/use-request.ts';
import { clockHint } from '../../strings/clock-hint.ts';
import { inviteTexts } from '../../strings/invite.ts';
import { texts } from '../../strings/main.ts';
import { termsTexts } from '../../strings/terms.ts';
import { troubleText } from '../../strings/troubles.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { TermTags } from '../../ui/term-tags.tsx';
import './home.css';
import './offers.css';
import { isolated } from '../../strings/name-text.ts';
import { offerTexts } from '../../strings/offers.ts';
import { ReceivedRow } from './offer-row.tsx';

type Info = ServerMessageOf<'invite-info'>;
type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'open'; readonly info: Info };

interface InvitePageProps {
  readonly code?: string;
  readonly client: Client;
}

/** /invite/CODE: the inviter, the terms, and the button that starts the match. */
export default function InvitePage({ code = '', client: { offers, invitations, connection } }: InvitePageProps) {
  const status = connection.status.value;
  const { shown, again } = useInvite(offers, code, status === 'online');
  if (shown.kind === 'gone') return <Gone />;
  if (shown.kind === 'failed') return <Failed sentence={shown.sentence} onAgain={again} />;
  if (shown.kind === 'loading')
    return (
      <div class="page page--empty">
        <Waiting>{status === 'offline' ? inviteTexts.offline : texts.app.loading}</Waiting>
      </div>
    );
  const me = connection.me.value;
  const own = shown.info.from.pub === me?.pub;
  const shared = { code, info: shown.info, own, guest: !me?.account, offers, invitations };
  return <Invitation {...shared} />;
}

/** Asks as soon as there is a connection, and again when the player retries. */
function useInvite(offers: Offers, code: string, online: boolean) {
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (online && shown.kind === 'loading') void offers.inviteInfo(code).then((answer) => setShown(shownFor(answer)));
  }, [online, code, round]);
  const again = () => {
    setShown({ kind: 'loading' });
    setRound((old) => old + 1);
  };
  return { shown, again };
}

function shownFor(answer: Answer): Shown {
  if (answer.ok) return answer.value.type === 'invite-info' ? { kind: 'open', info: answer.value } : { kind: 'gone' };
  if (answer.code === 'not-found' || answer.code === 'bad-frame') return { kind: 'gone' };
  // asked again automatically when the connection is back
  if (answer.code === 'offline' || answer.code === 'connection-lost') return { kind: 'loading' };
  return { kind: 'failed', sentence: troubleText(answer) };
}

function Failed({ sentence, onAgain }: { readonly sentence: string; readonly onAgain: () => void }) {
  return (
    <Page title={inviteTexts.page}>
      <Notice tone="bad">{sentence}</Notice>
      <div class="row">
        <Button kind="primary" icon="redo" onClick={onAgain}>
          {inviteTexts.again}
        </Button>
      </div>
    </Page>
  );
}

interface InvitationProps {
  readonly code: string;
  readonly info: Info;
  readonly own: boolean;
  /** True if the reader has no account. */
  readonly guest: boolean;
  readonly offers: Offers;
  readonly invitations: Client['invitations'];
}

function Invitation(props: InvitationProps) {
  const { code, invitations } = props;
  const accepted = invitations.lists.value.received.find((offer) => offer.code === code && offer.state === 'accepted');
  return accepted ? <Accepted offer={accepted} invitations={invitations} /> : <Open {...props} />;
}

function Open({ code, info, own, guest, offers, invitations }: InvitationProps) {
  const { busy, failure, send } = useRequest();
  return (
    <Page title={inviteTexts.page}>
      <section class="card invitation">
        <p>{inviteTexts.from(isolated(info.from.name, info.from.pub))}</p>
        <TermTags terms={info} />
        <p class="soft">{clockHint(info.clock, offers.absenceMs.value)}</p>
        {info.length === 0 && <p class="soft">{termsTexts.money}</p>}
        <OtherRules info={info} />
        {own ? (
          <Notice>{inviteTexts.own}</Notice>
        ) : (
          <Button kind="primary" large icon="play" disabled={busy} onClick={() => send(() => offers.join(code, info))}>
            {busy ? inviteTexts.joining : inviteTexts.join}
          </Button>
        )}
        <FailureNotice failure={failure} />
        {(failure?.code === 'away' || failure?.code === 'not-free') && (
          <>
            <p class="soft">{offerTexts.acceptLaterText}</p>
            <div class="row">
              <Button icon="check" disabled={busy} onClick={() => send(() => invitations.acceptLater(code))}>
                {offerTexts.acceptLater}
              </Button>
            </div>
          </>
        )}
        {guest && <p class="soft small">{inviteTexts.guest}</p>}
        <p class="small">
          <a href="/fair">{texts.home.fair}</a>
        </p>
      </section>
    </Page>
  );
}

/** Names the rules of an invitation that differ from those that the page would choose for its length. */
function OtherRules({ info: { length, rules } }: { readonly info: Info }) {
  const usual = rulesFor(length);
  const names = Object.keys(usual) as (keyof typeof usual)[];
  const other = names.filter((name) => (rules?.[name] ?? usual[name]) !== usual[name]);
  if (other.length === 0) return null;
  const said = other.map((name) => inviteTexts.rules[name][usual[name] ? 'off' : 'on']);
  return <p>{`${inviteTexts.otherRules} ${said.join(', ')}.`}</p>;
}

interface AcceptedProps {
  readonly offer: ReceivedOffer;
  readonly invitations: Client['invitations'];
}

/** An invitation that the reader has accepted because its author could not play at once. */
function Accepted({ offer, invitations }: AcceptedProps) {
  return (
    <Page title={offerTexts.acceptedTitle} lead={offerTexts.acceptedText}>
      <section class="card invitation">
        <ReceivedRow offer={offer} invitations={invitations} />
      </section>
    </Page>
  );
}

function Gone() {
  return (
    <Page title={inviteTexts.gone} lead={inviteTexts.goneText}>
      <div class="row">
        <LinkButton kind="primary" href="/" icon="back">
          {inviteTexts.home}
        </LinkButton>
      </div>
    </Page>
  );
}
