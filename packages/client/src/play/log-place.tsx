import './log-place.css';
import type { MatchRecord } from 'bg-record';
import { cutLogFile, type FormerLog } from 'bg-session';
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
          {place.former && <Former former={place.former} />}
        </>
      );
    case 'pending':
      return place.isLate ? (
        <Notice tone="warn">{texts.late}</Notice>
      ) : (
        <p class="log-place soft small" role="status">
          {texts.pending}
        </p>
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

/** The service has ended its log and begun another one. Both notes stay on this device. */
function Former({ former }: { readonly former: FormerLog }) {
  const { end, known, isWhole } = former;
  const lost = texts.formerLost(known, end.size);
  const save = () => saveJson('former-log-evidence.json', cutLogFile(former, lost));
  if (isWhole) return <p class="log-place soft small">{texts.former(known, end.size)}</p>;
  return (
    <Notice tone="warn">
      <p>{lost}</p>
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
