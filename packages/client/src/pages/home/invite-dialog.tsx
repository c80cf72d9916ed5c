import { daysPreset } from 'bg-record';
import { useState } from 'preact/hooks';
import type { Offers, Terms } from '../../state/offers.ts';
import { useRequest } from '../../state/use-request.ts';
import { inviteTexts } from '../../strings/invite.ts';
import { texts } from '../../strings/main.ts';
import { Button } from '../../ui/button.tsx';
import { copy } from '../../ui/copy.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Waiting } from '../../ui/notice.tsx';
import { TermsForm } from './terms-form.tsx';

/** The terms that the form shows first. */
const FRIEND_TERMS: Terms = { length: 5, clock: 'normal', rated: false };

interface InviteDialogProps {
  readonly offers: Offers;
  readonly onClose: () => void;
}

/** Creates a link for a friend and waits for them. */
export default function InviteDialog({ offers, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Dialog title={inviteTexts.title} closeLabel={texts.app.close} onClose={onClose}>
      {made === null ? <InviteForm offers={offers} onMade={setMade} /> : <InviteLink {...made} />}
    </Dialog>
  );
}

/** An invitation link. */
interface Made {
  readonly url: string;
  /** True if the match begins also while its author is away. */
  readonly isCorrespondence: boolean;
}

function InviteForm({ offers, onMade }: { readonly offers: Offers; readonly onMade: (made: Made) => void }) {
  const [terms, setTerms] = useState(FRIEND_TERMS);
  const { busy, failure, send } = useRequest();
  const isCorrespondence = daysPreset(terms.clock) !== null;
  const submit = async () => {
    const answer = await send(() => offers.invite(terms));
    // The link uses the address of this page, not the name by which the server knows itself.
    if (answer.ok && answer.value.type === 'invited')
      onMade({ url: `${location.origin}/invite/${answer.value.code}`, isCorrespondence });
  };
  return (
    <>
      <p class="soft">{isCorrespondence ? inviteTexts.textCorrespondence : inviteTexts.text}</p>
      <TermsForm terms={terms} withRated absenceMs={offers.absenceMs.value} onChange={setTerms} />
      <FailureNotice failure={failure} tooMany={inviteTexts.tooMany} />
      <DialogActions>
        <Button kind="primary" icon="link" disabled={busy} onClick={submit}>
          {inviteTexts.submit}
        </Button>
      </DialogActions>
    </>
  );
}

function InviteLink({ url, isCorrespondence }: Made) {
  return (
    <>
      <label class="field">
        <span class="field__label">{inviteTexts.link}</span>
        <input class="input mono" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="row">
        {navigator.clipboard && (
          <Button kind="primary" icon="copy" onClick={() => copy(url, inviteTexts.copied)}>
            {inviteTexts.copy}
          </Button>
        )}
        {'share' in navigator && (
          <Button icon="share" onClick={() => share(url)}>
            {inviteTexts.share}
          </Button>
        )}
      </div>
      {isCorrespondence ? (
        <p class="soft">{inviteTexts.waitingCorrespondence}</p>
      ) : (
        <Waiting>{inviteTexts.waiting}</Waiting>
      )}
    </>
  );
}

/** Closing the system's share sheet is not a failure. */
function share(url: string): void {
  navigator.share({ title: texts.app.name, text: inviteTexts.shareText, url }).catch(() => undefined);
}
