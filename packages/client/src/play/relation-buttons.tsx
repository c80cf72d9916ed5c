import type { RelationKind } from '@anchor/wire';
import type { Client } from '../state/client.ts';
import { usePeople } from '../state/use-people.ts';
import { useRequest } from '../state/use-request.ts';
import { isolated, withoutIsolates } from '../strings/name-text.ts';
import { peopleTexts as texts } from '../strings/people.ts';
import { troubleText } from '../strings/troubles.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

interface RelationButtonsProps {
  readonly client: Pick<Client, 'people' | 'connection'>;
  readonly pub: string;
  readonly name: string;
  /** True where there is no room for blocking. */
  readonly followOnly?: boolean;
}

/** Follows or blocks a player, or ends either. Absent until the reader's lists are known. */
export function RelationButtons({ client, pub, name, followOnly = false }: RelationButtonsProps) {
  const { people } = client;
  const { busy, send } = useRequest();
  const shown = isolated(name, pub);
  usePeople(client);
  const relation = people.relationTo(pub);
  if (relation === undefined) return null;
  const relate = (as: RelationKind | null) => async () => {
    const answer = await send(() => people.relate(pub, as));
    if (!answer.ok) toast(troubleText(answer));
    else if (as === 'block') toast(texts.nowBlocked(shown));
  };
  if (relation === 'block') {
    return (
      <>
        <span class="tag">{texts.blocked}</span>
        <Button disabled={busy} aria-label={withoutIsolates(texts.unblockTitle(shown))} onClick={relate(null)}>
          {texts.unblock}
        </Button>
      </>
    );
  }
  const isFollowed = relation === 'follow';
  const label = isFollowed ? texts.unfollowTitle(shown) : texts.followTitle(shown);
  return (
    <>
      <Button
        kind={isFollowed ? 'quiet' : 'plain'}
        disabled={busy}
        aria-label={withoutIsolates(label)}
        title={texts.followText}
        onClick={relate(isFollowed ? null : 'follow')}
      >
        {isFollowed ? texts.unfollow : texts.follow}
      </Button>
      {!followOnly && (
        <Button
          kind="quiet"
          disabled={busy}
          aria-label={withoutIsolates(texts.blockTitle(shown))}
          title={texts.blockedText}
          onClick={relate('block')}
        >
          {texts.block}
        </Button>
      )}
    </>
  );
}
