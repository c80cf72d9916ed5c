import type { Connection } from '../session/connection.ts';
import type { PinnedKey } from '../session/pins.ts';
import { texts } from '../strings/main.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useSettled } from '../ui/use-settled.ts';

interface BannerProps {
  readonly connection: Connection;
  readonly pinned: PinnedKey;
}

/** Says what stands between the page and the server, and what can be done about it. */
export function ConnectionBanner({ connection, pinned }: BannerProps) {
  const status = useSettled(connection.status.value, 400);
  if (status === 'online' || status === 'connecting') return null;
  return (
    <div class="banner">
      {status === 'offline' && <Notice tone="warn">{texts.connection.offline}</Notice>}
      {status === 'superseded' && <Superseded connection={connection} />}
      {status === 'wrong-server' && <WrongServer connection={connection} pinned={pinned} />}
    </div>
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
