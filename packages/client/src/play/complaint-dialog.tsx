import type { ComplaintKind } from '@anchor/wire';
import { useState } from 'preact/hooks';
import type { Client } from '../state/client.ts';
import { useRequest } from '../state/use-request.ts';
import { texts } from '../strings/main.ts';
import { isolated, withoutIsolates } from '../strings/name-text.ts';
import { peopleTexts } from '../strings/people.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Choices } from '../ui/fields.tsx';
import { toast } from '../ui/toast.tsx';

const words = peopleTexts.complaint;
const KINDS = ['name', 'stalling', 'engine'] as const satisfies readonly ComplaintKind[];
const OPTIONS = KINDS.map((value) => ({ value, label: words.kinds[value] }));

interface ComplaintDialogProps {
  readonly client: Pick<Client, 'people'>;
  readonly match: string;
  readonly pub: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks what the player complains of, and sends it to the operator. */
export default function ComplaintDialog({ client: { people }, match, pub, name, onClose }: ComplaintDialogProps) {
  const [about, setAbout] = useState<ComplaintKind>('name');
  const { busy, failure, send } = useRequest();
  const shown = isolated(name, pub);
  const report = async (event: Event) => {
    event.preventDefault();
    const answer = await send(() => people.complain(match, about));
    if (!answer.ok) return;
    toast(words.sent);
    onClose();
  };
  return (
    <Dialog title={withoutIsolates(words.title(shown))} closeLabel={texts.app.close} onClose={onClose}>
      <form class="stack" onSubmit={report}>
        <Choices label={words.about} hint={words.hints[about]} options={OPTIONS} value={about} onChange={setAbout} />
        <p class="soft">{words.text(shown)}</p>
        <FailureNotice failure={failure} tooMany={words.tooMany} />
        <DialogActions>
          <Button kind="primary" type="submit" disabled={busy}>
            {words.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
