import { useState } from 'preact/hooks';
import { verifyTexts } from '../../strings/verify.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useDrop } from '../../ui/use-drop.ts';

interface SourcesProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onId: (id: string) => void;
  /** Selects the latest finished match. */
  readonly onLatest: () => void;
}

/** The choice of the record's source. */
export function Sources({ onFiles, onId, onLatest }: SourcesProps) {
  return (
    <>
      <DropZone onFiles={onFiles} />
      <ById onId={onId} onLatest={onLatest} />
      <p class="soft small">{verifyTexts.compareText}</p>
    </>
  );
}

const RECORD_FILES = '.json,application/json';

interface DropZoneProps extends Pick<SourcesProps, 'onFiles'> {
  /** Endings of other files that are accepted beside a record. */
  readonly beside?: string;
}

/** Accepts one file, or two to compare. */
export function DropZone({ onFiles, beside }: DropZoneProps) {
  const { isOver, target } = useDrop(({ files }) => {
    if (files.length > 0) onFiles([...files]);
  });
  return (
    <div class={isOver ? 'drop drop--over' : 'drop'} {...target}>
      <Icon name="shield" />
      <FileButton
        kind="primary"
        label={verifyTexts.choose}
        hint={verifyTexts.drop}
        accept={beside ? `${RECORD_FILES},${beside}` : RECORD_FILES}
        multiple
        onFiles={onFiles}
      />
    </div>
  );
}

function ById({ onId, onLatest }: Pick<SourcesProps, 'onId' | 'onLatest'>) {
  const [id, setId] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (id.trim()) onId(id.trim());
  };
  return (
    <form class="by-id" onSubmit={submit}>
      <TextField label={verifyTexts.id} hint={verifyTexts.idHint} value={id} maxLength={64} onInput={setId} />
      <Button type="submit" disabled={id.trim() === ''}>
        {verifyTexts.fetch}
      </Button>
      <Button kind="quiet" onClick={onLatest}>
        {verifyTexts.recent}
      </Button>
    </form>
  );
}
