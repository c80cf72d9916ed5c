import type { Evidence, EvidenceStore } from 'bg-session';
import { useEffect, useState } from 'preact/hooks';
import { saveJson } from '../../platform/browser.ts';
import { faultText } from '../../strings/faults.ts';
import { verifyTexts } from '../../strings/verify.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Group } from '../../ui/fields.tsx';

const texts = verifyTexts.evidence;

/** The evidence that this device stored when a match failed verification. It is hidden if there is none. */
export function EvidenceList({ evidence }: { readonly evidence: EvidenceStore }) {
  const [kept, setKept] = useState<readonly Evidence[]>([]);
  const [pendingDeletion, setPendingDeletion] = useState<Evidence | null>(null);
  const load = async () => setKept(await evidence.list());
  useEffect(() => void load(), []);
  const remove = async ({ key }: Evidence) => {
    setPendingDeletion(null);
    await evidence.remove(key);
    await load();
  };
  if (kept.length === 0) return null;
  return (
    <Group title={texts.title}>
      <p class="soft">{texts.text}</p>
      <ul class="evidence">
        {kept.map((item) => (
          <Row key={String(item.key)} item={item} onDelete={() => setPendingDeletion(item)} />
        ))}
      </ul>
      {pendingDeletion && (
        <ConfirmDeletion onKeep={() => setPendingDeletion(null)} onDelete={() => remove(pendingDeletion)} />
      )}
    </Group>
  );
}

function Row({ item, onDelete }: { readonly item: Evidence; readonly onDelete: () => void }) {
  const { match, code, said, transcripts } = item.file;
  const save = () => saveJson(`${match || 'log'}-evidence.json`, item.file);
  return (
    <li class="evidence__row">
      <div class="evidence__what">
        {match !== '' && <code>{match}</code>}
        <p class="small">{faultText({ code, message: said || texts.unknown })}</p>
        {transcripts.length > 0 && (
          <p class="soft small">{texts.what(transcripts.map(({ events }) => events.length))}</p>
        )}
      </div>
      <Button icon="download" onClick={save}>
        {texts.download}
      </Button>
      <Button kind="quiet" onClick={onDelete}>
        {texts.remove}
      </Button>
    </li>
  );
}

interface DeletionProps {
  readonly onKeep: () => void;
  readonly onDelete: () => void;
}

/** Asks before deleting, because there is no other copy. */
function ConfirmDeletion({ onKeep, onDelete }: DeletionProps) {
  return (
    <Dialog title={texts.sure} onClose={onKeep}>
      <p class="soft">{texts.sureText}</p>
      <DialogActions>
        <Button onClick={onKeep}>{texts.keep}</Button>
        <Button kind="danger" onClick={onDelete}>
          {texts.removeForGood}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
