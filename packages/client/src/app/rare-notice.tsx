import type { Connection } from 'bg-session';
import { texts } from '../strings/main.ts';
import { isolated } from '../strings/name-text.ts';
import { noticeTexts as words } from '../strings/notices.ts';
import { Button } from '../ui/button.tsx';
import { Notice, NoticeRow } from '../ui/notice.tsx';

interface NoticeProps {
  readonly connection: Connection;
  readonly kind: 'banned' | 'wrong-address' | 'key-changed' | 'name-taken' | 'log-halted' | 'unproven' | 'wrong-server';
  /** The key that the browser has pinned, for `wrong-server`. */
  readonly known?: string | null | undefined;
}

/** A notice about the connection that few people ever see, so that the first load does without it. */
export default function RareNotice({ connection, kind, known }: NoticeProps) {
  switch (kind) {
    case 'banned':
      return <Banned connection={connection} />;
    case 'wrong-address':
      return <WrongAddress connection={connection} />;
    case 'key-changed':
      return <KeyChanged connection={connection} />;
    case 'name-taken':
      return <NameTaken connection={connection} />;
    case 'log-halted':
      return <LogHalted connection={connection} />;
    case 'unproven':
      return <Unproven connection={connection} />;
    case 'wrong-server':
      return <WrongServer connection={connection} known={known} />;
  }
}

function Banned({ connection }: Pick<NoticeProps, 'connection'>) {
  const ban = connection.ban.value;
  if (!ban) return null;
  const { bannedUntil, bannedForGood, reason } = words;
  return (
    <NoticeRow
      tone="bad"
      text={
        <>
          <p>{ban.until === null ? bannedForGood[ban.what] : bannedUntil[ban.what](ban.until)}</p>
          {ban.reason !== null && (
            <p>
              {reason} <bdi>{ban.reason}</bdi>
            </p>
          )}
        </>
      }
    >
      <Button kind="primary" onClick={() => connection.takeOver()}>
        {texts.connection.tryAgain}
      </Button>
    </NoticeRow>
  );
}

function WrongAddress({ connection }: Pick<NoticeProps, 'connection'>) {
  const { wrongAddress, visitor, operator, expectedAt } = words;
  return (
    <Notice tone="bad">
      <div class="stack">
        <p>{wrongAddress(connection.origin)}</p>
        <p>{visitor}</p>
        <p>{operator}</p>
        <p>
          <code class="mono">{`PUBLIC_URL=${connection.origin}`}</code>
        </p>
        <dl class="keys">
          <dt>{expectedAt}</dt>
          <dd class="mono">{connection.expected.value.join(', ')}</dd>
        </dl>
        <div class="row">
          <Button kind="primary" onClick={() => connection.takeOver()}>
            {texts.connection.tryAgain}
          </Button>
        </div>
      </div>
    </Notice>
  );
}

/** Enough digits to distinguish two keys. The record pages show the whole key. */
const SHOWN_DIGITS = 16;

function KeyChanged({ connection }: Pick<NoticeProps, 'connection'>) {
  const to = connection.keyChange.value?.to;
  if (to === undefined) return null;
  return (
    <NoticeRow
      tone="info"
      text={
        <>
          {words.keyChanged} <code title={to}>{to.slice(0, SHOWN_DIGITS)}…</code>
        </>
      }
    >
      <Button kind="quiet" icon="close" aria-label={texts.app.dismiss} onClick={() => connection.dismissKeyChange()} />
    </NoticeRow>
  );
}

function NameTaken({ connection }: Pick<NoticeProps, 'connection'>) {
  const name = connection.lostName.value;
  if (name === null) return null;
  return (
    <NoticeRow tone="warn" text={words.nameTaken(isolated(name))}>
      <Button kind="quiet" icon="close" aria-label={texts.app.dismiss} onClick={() => connection.dismissLostName()} />
    </NoticeRow>
  );
}

function LogHalted({ connection }: Pick<NoticeProps, 'connection'>) {
  const { logHalted, logEvidence, logLift } = words;
  return (
    <NoticeRow
      tone="bad"
      text={
        <>
          {logHalted} <a href="/verify">{logEvidence}</a>
        </>
      }
    >
      <Button kind="danger" onClick={() => connection.logHalt.lift()}>
        {logLift}
      </Button>
    </NoticeRow>
  );
}

function Unproven({ connection }: Pick<NoticeProps, 'connection'>) {
  return (
    <NoticeRow tone="bad" text={words.unproven}>
      <Button kind="primary" onClick={() => connection.takeOver()}>
        {texts.connection.tryAgain}
      </Button>
    </NoticeRow>
  );
}

function WrongServer({ connection, known }: Pick<NoticeProps, 'connection' | 'known'>) {
  const { wrongServer, knownKey, shownKey, trust, trustWarning } = words;
  return (
    <Notice tone="bad">
      <div class="stack">
        <p>{wrongServer}</p>
        <dl class="keys">
          <dt>{knownKey}</dt>
          <dd class="mono">{known}</dd>
          <dt>{shownKey}</dt>
          <dd class="mono">{connection.shownKey.value}</dd>
        </dl>
        <div class="row">
          <span class="banner__text">{trustWarning}</span>
          <Button kind="danger" onClick={() => connection.trustShownKey()}>
            {trust}
          </Button>
        </div>
      </div>
    </Notice>
  );
}
