import type { Reaction } from '@anchor/wire';
import { useEffect, useState } from 'preact/hooks';
import { isKnownReaction, ReactionChoice, ReactionText, SpeechIcon } from '../../play/reactions.tsx';
import type { Client } from '../../state/client.ts';
import type { KnownPeople, Said } from '../../state/people.ts';
import { useRequest } from '../../state/use-request.ts';
import { isolated, withoutIsolates } from '../../strings/name-text.ts';
import { roomTexts as texts } from '../../strings/room.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { toast } from '../../ui/toast.tsx';

/** A phrase or emoji is shown this long. */
const SHOWN_MS = 600_000;

interface TalkProps {
  readonly client: Pick<Client, 'people' | 'preferences'>;
  readonly person: KnownPeople['follows'][number];
}

/** The newest phrase or emoji of a followed player who is online, and the way to send one. */
export default function Talk({ client: { people, preferences }, person: { pub, name } }: TalkProps) {
  const [isOpen, setOpen] = useState(false);
  const said = useRecent(people.saidBy(pub));
  const title = texts.say(isolated(name, pub));
  const label = withoutIsolates(title);
  const isShown = said !== null && !preferences.current.value.muted;
  const reaction = isShown && isKnownReaction(said.reaction) ? said.reaction : null;
  return (
    <span class="room__talk">
      {reaction && (
        <span class="tag tag--accent" role="status" key={said?.at}>
          <ReactionText reaction={reaction} />
        </span>
      )}
      <Button kind="quiet" aria-label={label} title={label} onClick={() => setOpen(true)}>
        <SpeechIcon />
      </Button>
      {isOpen && (
        <SayDialog
          title={title}
          hint={texts.sayHint(isolated(name, pub))}
          preferences={preferences}
          onSay={(chosen) => people.say(pub, chosen)}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
}

/** Null once it is old. */
function useRecent(said: Said | undefined): Said | null {
  const [, draw] = useState(0);
  const leftMs = said ? said.at + SHOWN_MS - Date.now() : 0;
  useEffect(() => {
    if (leftMs <= 0) return;
    const timer = setTimeout(() => draw((times) => times + 1), leftMs);
    return () => clearTimeout(timer);
  }, [said]);
  return said && leftMs > 0 ? said : null;
}

interface SayDialogProps {
  readonly title: string;
  readonly hint: string;
  readonly preferences: Client['preferences'];
  readonly onSay: (reaction: Reaction) => ReturnType<Client['people']['say']>;
  readonly onClose: () => void;
}

function SayDialog({ title, hint, preferences, onSay, onClose }: SayDialogProps) {
  const { busy, failure, send } = useRequest();
  const say = async (reaction: Reaction) => {
    if (busy) return;
    const answer = await send(() => onSay(reaction));
    if (!answer.ok) return;
    toast(texts.sent);
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="soft small">{hint}</p>
      <ReactionChoice preferences={preferences} onChoose={(reaction) => void say(reaction)} />
      <FailureNotice failure={failure} />
    </Dialog>
  );
}
