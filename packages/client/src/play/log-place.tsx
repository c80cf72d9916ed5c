import './log-place.css';
import type { MatchRecord } from 'bg-record';
import { cutLogFile, type FormerLog, type LogPlace } from 'bg-session';
import { saveJson } from '../platform/browser.ts';
import type { Client } from '../state/client.ts';
import { logTexts as texts } from '../strings/log.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { useLogPlace } from './use-log-place.ts';

interface LogPlaceProps {
  readonly record: MatchRecord;
  readonly client: Pick<Client, 'publicLog' | 'connection' | 'evidence'>;
}

/** The place of a finished match in the public log of all results, verified in this page. */
export function LogPlaceView({ record, client }: LogPlaceProps) {
  const { place, file, again } = useLogPlace(record, client);
  const { id } = record.header;
  switch (place?.kind) {
    case undefined:
      return <p class="log-place soft small">{texts.checking}</p>;
    case 'foreign':
      return null;
    case 'entry':
      return (
        <>
          <p class="log-place log-place--verified small" role="status">
            <Icon name="seal" />
            <span title={texts.entryText(place.size)}>
              {texts.entry(place.index)}{' '}
              <a href={`/records/${id}.tlog-proof`} download={`${id}.tlog-proof`}>
                {texts.proof}
              </a>
            </span>
          </p>
          <FormerLogs {...place} />
        </>
      );
    case 'pending':
      return (
        <>
          {place.isLate ? (
            <Notice tone="warn">{texts.late}</Notice>
          ) : (
            <p class="log-place soft small" role="status">
              {texts.pending}
            </p>
          )}
          <FormerLogs {...place} />
        </>
      );
    case 'no-log':
      return <p class="log-place soft small">{texts.noLog}</p>;
    case 'unreachable':
      return (
        <p class="log-place soft small" role="status">
          <span>{texts.unreachable}</span> <Again onClick={again} />
        </p>
      );
    case 'unproven':
      return (
        <Notice tone="warn">
          <p>{place.code === 'rolled-back' ? texts.rolledBack : texts.unproven(place.code)}</p>
          <Again onClick={again} />
        </Notice>
      );
    case 'fault':
      return (
        <Notice tone="bad">
          <p>
            <strong>{texts.fault}</strong>
          </p>
          <p>{texts.faults[place.code]}</p>
          <p>{texts.faultKept}</p>
          <Button icon="download" onClick={() => file && saveJson(`${id}-evidence.json`, file)}>
            {texts.saveEvidence}
          </Button>
        </Notice>
      );
  }
}

type FormerLogsProps = Pick<Extract<LogPlace, { readonly kind: 'entry' | 'pending' }>, 'former' | 'cut'>;

/** The service has ended its log and begun another one. The notes of logs that were cut stay on this device. */
function FormerLogs({ former, cut = [] }: FormerLogsProps) {
  return (
    <>
      {former?.isWhole && <p class="log-place soft small">{texts.former(former.known, former.end.size)}</p>}
      {former && !former.isWhole && <CutLog log={former} text={texts.formerLost(former.known, former.end.size)} />}
      {cut.map((one) => (
        <CutLog key={one.end.sig} log={one} text={texts.earlierLost(one.known, one.end.size)} />
      ))}
    </>
  );
}

function CutLog({ log, text }: { readonly log: FormerLog; readonly text: string }) {
  const save = () => saveJson('former-log-evidence.json', cutLogFile(log, text));
  return (
    <Notice tone="warn">
      <p>{text}</p>
      <Button icon="download" onClick={save}>
        {texts.saveFormer}
      </Button>
    </Notice>
  );
}

function Again({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button kind="quiet" icon="redo" onClick={onClick}>
      {texts.again}
    </Button>
  );
}
