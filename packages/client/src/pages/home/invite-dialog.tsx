import { daysPreset } from 'bg-record';
import { useState } from 'preact/hooks';
import type { Invitations } from '../../state/invitations.ts';
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
  readonly invitations: Pick<Invitations, 'lists'>;
  readonly onClose: () => void;
}

/** Creates a link for a friend and waits for them. */
export default function InviteDialog({ offers, invitations, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Dialog title={inviteTexts.title} closeLabel={texts.app.close} onClose={onClose}>
      {made === null ? (
        <InviteForm offers={offers} invitations={invitations} onMade={setMade} />
      ) : (
        <InviteLink {...made} />
      )}
    </Dialog>
  );
}

/** An invitation link. */
interface Made {
  readonly url: string;
  /** True if the match begins also while its author is away. */
  readonly isCorrespondence: boolean;
}

interface FormProps extends Pick<InviteDialogProps, 'offers' | 'invitations'> {
  readonly onMade: (made: Made) => void;
}

function InviteForm({ offers, invitations, onMade }: FormProps) {
  const [terms, setTerms] = useState(FRIEND_TERMS);
  const { busy, failure, send } = useRequest();
  const isCorrespondence = daysPreset(terms.clock) !== null;
  const submit = async () => {
    const answer = await send(async () => {
      const made = await offers.invite(terms);
      if (isCorrespondence && made.ok && made.value.type === 'invited')
        await prepared(invitations.lists, made.value.code);
      return made;
    });
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

/** Once the invitation is prepared, the author need not be here for the opening roll. The match can be played without that as well. */
const PREPARED_MS = 2_000;

/** Resolves when this page has prepared the match of an own invitation, or after a while. */
function prepared(lists: Invitations['lists'], code: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, PREPARED_MS);
    const stop = lists.subscribe(({ sent }) => {
      const isDone = sent.some((offer) => offer.code === code && offer.unprepared === undefined);
      // The first call comes before `stop` is known.
      if (isDone) queueMicrotask(end);
    });
    function end() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
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
