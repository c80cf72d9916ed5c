import type { Connection } from '../protocol/connection.ts';
import type { PinnedKey } from '../protocol/pinned-key.ts';
import { texts } from '../strings/main.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useDebounced } from '../ui/use-debounced.ts';

interface BannerProps {
  readonly connection: Connection;
  readonly pinned: PinnedKey;
}

/** Shows problems between the page and the server, and the possible remedies. */
export function ConnectionBanner({ connection, pinned }: BannerProps) {
  const status = useDebounced(connection.status.value, 400);
  const keyChange = connection.keyChange.value;
  const isHalted = connection.logHalt.isOn.value;
  if (!keyChange && !isHalted && (status === 'online' || status === 'connecting')) return null;
  return (
    <div class="banner">
      {keyChange && <KeyChanged connection={connection} to={keyChange.to} />}
      {isHalted && <LogHalted connection={connection} />}
      {status === 'offline' && <Notice tone="warn">{texts.connection.offline}</Notice>}
      {status === 'banned' && <Banned connection={connection} />}
      {status === 'superseded' && <Superseded connection={connection} />}
      {status === 'wrong-address' && <WrongAddress connection={connection} />}
      {status === 'unproven' && <Unproven connection={connection} />}
      {status === 'wrong-server' && <WrongServer connection={connection} pinned={pinned} />}
    </div>
  );
}

/** Enough digits to distinguish two keys. The record pages show the whole key. */
const SHOWN_DIGITS = 16;

function KeyChanged({ connection, to }: Pick<BannerProps, 'connection'> & { readonly to: string }) {
  const { keyChanged } = texts.connection;
  return (
    <Notice tone="info">
      <div class="row">
        <span class="banner__text">
          {keyChanged} <code title={to}>{to.slice(0, SHOWN_DIGITS)}…</code>
        </span>
        <Button
          kind="quiet"
          icon="close"
          aria-label={texts.app.dismiss}
          onClick={() => connection.dismissKeyChange()}
        />
      </div>
    </Notice>
  );
}

function LogHalted({ connection }: Pick<BannerProps, 'connection'>) {
  const { logHalted, logEvidence, logLift } = texts.connection;
  return (
    <Notice tone="bad">
      <div class="row">
        <span class="banner__text">
          {logHalted} <a href="/verify">{logEvidence}</a>
        </span>
        <Button kind="danger" onClick={() => connection.logHalt.lift()}>
          {logLift}
        </Button>
      </div>
    </Notice>
  );
}

function Banned({ connection }: Pick<BannerProps, 'connection'>) {
  const ban = connection.ban.value;
  if (!ban) return null;
  const { bannedUntil, bannedForGood, banReason, tryAgain } = texts.connection;
  return (
    <Notice tone="bad">
      <div class="row">
        <div class="banner__text">
          <p>{ban.until === null ? bannedForGood[ban.what] : bannedUntil[ban.what](ban.until)}</p>
          {ban.reason !== null && (
            <p>
              {banReason} <bdi>{ban.reason}</bdi>
            </p>
          )}
        </div>
        <Button kind="primary" onClick={() => connection.takeOver()}>
          {tryAgain}
        </Button>
      </div>
    </Notice>
  );
}

function Superseded({ connection }: Pick<BannerProps, 'connection'>) {
  return (
    <Notice tone="warn">
      <div class="row">
        <span class="banner__text">{texts.connection.supersededText}</span>
        <Button kind="primary" onClick={() => connection.takeOver()}>
          {texts.connection.useHere}
        </Button>
      </div>
    </Notice>
  );
}

function WrongAddress({ connection }: Pick<BannerProps, 'connection'>) {
  const { wrongAddressText, wrongAddressVisitor, wrongAddressOperator, expectedAt, tryAgain } = texts.connection;
  return (
    <Notice tone="bad">
      <div class="stack">
        <p>{wrongAddressText(connection.origin)}</p>
        <p>{wrongAddressVisitor}</p>
        <p>{wrongAddressOperator}</p>
        <pre class="mono">{`PUBLIC_URL=${connection.origin}`}</pre>
        <dl class="keys">
          <dt>{expectedAt}</dt>
          <dd class="mono">{connection.expected.value.join(', ')}</dd>
        </dl>
        <div class="row">
          <Button kind="primary" onClick={() => connection.takeOver()}>
            {tryAgain}
          </Button>
        </div>
      </div>
    </Notice>
  );
}

function Unproven({ connection }: Pick<BannerProps, 'connection'>) {
  return (
    <Notice tone="bad">
      <div class="row">
        <span class="banner__text">{texts.connection.unprovenText}</span>
        <Button kind="primary" onClick={() => connection.takeOver()}>
          {texts.connection.tryAgain}
        </Button>
      </div>
    </Notice>
  );
}

function WrongServer({ connection, pinned }: BannerProps) {
  const { wrongServerText, knownKey, shownKey, trust, trustWarning } = texts.connection;
  return (
    <Notice tone="bad">
      <div class="stack">
        <p>{wrongServerText}</p>
        <dl class="keys">
          <dt>{knownKey}</dt>
          <dd class="mono">{pinned.pub}</dd>
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
