import { useState } from 'preact/hooks';
import type { Client } from '../state/client.ts';
import { isolated, withoutIsolates } from '../strings/name-text.ts';
import { peopleTexts } from '../strings/people.ts';
import { Button } from '../ui/button.tsx';
import { OnDemand } from '../ui/on-demand.tsx';

const words = peopleTexts.complaint;
const loadDialog = () => import('./complaint-dialog.tsx');

interface ComplaintButtonProps {
  readonly client: Pick<Client, 'people'>;
  /** The match of the complaint. */
  readonly match: string;
  /** The opponent. */
  readonly pub: string;
  readonly name: string;
}

/** Opens the dialog in which a player complains of the opponent. */
export function ComplaintButton({ client, match, pub, name }: ComplaintButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const label = withoutIsolates(words.title(isolated(name, pub)));
  return (
    <>
      <Button kind="quiet" aria-label={label} onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <OnDemand load={loadDialog} props={{ client, match, pub, name, onClose: () => setOpen(false) }} />}
    </>
  );
}
