import type { Key } from 'bg-record';
import { parseKeyText } from 'bg-session';
import { useState } from 'preact/hooks';
import { faultText } from '../../strings/faults.ts';
import { keyTexts } from '../../strings/keys.ts';
import { texts } from '../../strings/main.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Group } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Notice } from '../../ui/notice.tsx';

interface ImportKeyProps {
  readonly held: Key | null;
  readonly onUse: (key: Key) => Promise<void>;
}

/** Ten times the size of an exported key. The start of a larger file suffices to reject it. */
const FILE_BYTES = 1_500;

/** Imports a key. A key that is already here is replaced only after a warning. */
export function ImportKey({ held, onUse }: ImportKeyProps) {
  const keys = keyTexts;
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [offered, setOffered] = useState<Key | null>(null);
  const read = async (file: File | undefined) => setText((await file?.slice(0, FILE_BYTES).text()) ?? '');
  const submit = async () => {
    const read = await parseKeyText(text);
    setFailure(read.ok ? null : faultText(read));
    if (!read.ok) return;
    if (read.value.pub === held?.pub) setFailure(keys.same);
    else if (held) setOffered(read.value);
    else await use(read.value);
  };
  const use = (key: Key) => {
    setOffered(null);
    return onUse(key).catch(() => setFailure(keys.notKept));
  };
  return (
    <Group title={keys.import}>
      <p class="soft">{keys.importText}</p>
      <KeyInput text={text} onText={setText} />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <div class="row">
        <Button kind="primary" disabled={text.trim() === ''} onClick={submit}>
          {keys.submit}
        </Button>
        <FileButton label={keys.choose} accept=".txt,text/plain" onFiles={([file]) => void read(file)} />
      </div>
      {offered && <ConfirmReplace onClose={() => setOffered(null)} onConfirm={() => use(offered)} />}
    </Group>
  );
}

function KeyInput({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  return (
    <label class="field">
      <span class="field__label">{keyTexts.importLabel}</span>
      <textarea
        class="input mono"
        spellcheck={false}
        autocomplete="off"
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </label>
  );
}

function ConfirmReplace({ onClose, onConfirm }: { readonly onClose: () => void; readonly onConfirm: () => void }) {
  const { replaceTitle, replaceText, replace } = keyTexts;
  return (
    <Dialog title={replaceTitle} closeLabel={texts.app.close} onClose={onClose}>
      <Notice tone="bad">{replaceText}</Notice>
      <DialogActions>
        <Button onClick={onClose}>{texts.app.cancel}</Button>
        <Button kind="danger" onClick={onConfirm}>
          {replace}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
