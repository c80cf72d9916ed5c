import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import type { Challenged } from '../../state/invitations.ts';
import type { Terms } from '../../state/offers.ts';
import { useRequest } from '../../state/use-request.ts';
import { isolated } from '../../strings/name-text.ts';
import { offerTexts as texts } from '../../strings/offers.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { TermsForm } from './terms-form.tsx';

const FIRST: Terms = { length: 5, clock: 'normal', rated: true };

interface ChallengeDialogProps {
  readonly client: Client;
  readonly player: Challenged;
}

/** The terms of a challenge. */
export default function ChallengeDialog({ client: { invitations, offers }, player }: ChallengeDialogProps) {
  const [terms, setTerms] = useState(FIRST);
  const { busy, failure, send } = useRequest();
  const name = isolated(player.name, player.pub);
  const close = () => invitations.ask(null);
  const submit = async () => {
    const answer = await send(() => invitations.challenge(player.pub, terms));
    if (!answer.ok) return;
    toast(texts.challenged(name));
    close();
  };
  return (
    <Dialog title={texts.challengeTitle(name)} onClose={close}>
      <p class="soft">{texts.challengeText}</p>
      <TermsForm terms={terms} withRated absenceMs={offers.absenceMs.value} onChange={setTerms} />
      <FailureNotice failure={failure} tooMany={texts.tooMany} />
      <DialogActions>
        <Button kind="primary" icon="play" disabled={busy} onClick={submit}>
          {texts.send}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
