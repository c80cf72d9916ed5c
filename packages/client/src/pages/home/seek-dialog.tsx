import { useState } from 'preact/hooks';
import type { Offers, Terms } from '../../state/offers.ts';
import { useRequest } from '../../state/use-request.ts';
import { texts } from '../../strings/main.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TermsForm } from './terms-form.tsx';

export const PERSON_TERMS: Terms = { length: 5, clock: 'normal', rated: true };

interface SeekDialogProps {
  readonly offers: Offers;
  readonly onClose: () => void;
}

/** Posts an open game. */
export function SeekDialog({ offers, onClose }: SeekDialogProps) {
  const [terms, setTerms] = useState(PERSON_TERMS);
  const { busy, failure, send } = useRequest();
  const submit = async () => {
    if ((await send(() => offers.seek(terms))).ok) onClose();
  };
  return (
    <Dialog title={texts.seek.title} closeLabel={texts.app.close} onClose={onClose}>
      <p class="soft">{texts.seek.text}</p>
      <TermsForm terms={terms} withRated onChange={setTerms} />
      <FailureNotice failure={failure} />
      <DialogActions>
        <Button kind="primary" disabled={busy} onClick={submit}>
          {texts.seek.submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
