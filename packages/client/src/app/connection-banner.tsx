import type { Connection, PinnedKey } from 'bg-session';
import { texts } from '../strings/main.ts';
import { Button } from '../ui/button.tsx';
import { Notice, NoticeRow } from '../ui/notice.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import { useDebounced } from '../ui/use-debounced.ts';

const loadNotice = () => import('./rare-notice.tsx');

interface BannerProps {
  readonly connection: Connection;
  readonly pinned: PinnedKey;
}

/** Shows problems between the page and the server, and the possible remedies. */
export function ConnectionBanner({ connection, pinned }: BannerProps) {
  const status = useDebounced(connection.status.value, 400);
  const keyChange = connection.keyChange.value;
  const lostName = connection.lostName.value;
  const isHalted = connection.logHalt.isOn.value;
  const isStatusAlone = !keyChange && !isHalted && lostName === null;
  if (isStatusAlone && (status === 'online' || status === 'connecting')) return null;
  return (
    <div class={isStatusAlone && status === 'offline' ? 'banner banner--low' : 'banner'}>
      {keyChange && <OnDemand load={loadNotice} props={{ connection, kind: 'key-changed' as const }} />}
      {lostName !== null && <OnDemand load={loadNotice} props={{ connection, kind: 'name-taken' as const }} />}
      {isHalted && <OnDemand load={loadNotice} props={{ connection, kind: 'log-halted' as const }} />}
      {status === 'offline' && <Notice tone="warn">{texts.connection.offline}</Notice>}
      {status === 'superseded' && <Superseded connection={connection} />}
      {(status === 'banned' || status === 'wrong-address' || status === 'unproven') && (
        <OnDemand load={loadNotice} props={{ connection, kind: status }} />
      )}
      {status === 'wrong-server' && (
        <OnDemand load={loadNotice} props={{ connection, kind: status, known: pinned.pub }} />
      )}
    </div>
  );
}

function Superseded({ connection }: Pick<BannerProps, 'connection'>) {
  return (
    <NoticeRow tone="warn" text={texts.connection.supersededText}>
      <Button kind="primary" onClick={() => connection.takeOver()}>
        {texts.connection.useHere}
      </Button>
    </NoticeRow>
  );
}
