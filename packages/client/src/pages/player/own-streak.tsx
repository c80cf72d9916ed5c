import type { ServerMessageOf } from '@anchor/wire';
import type { Connection } from 'bg-session';
import { useEffect, useState } from 'preact/hooks';
import { playerTexts as texts } from '../../strings/player.ts';

/**
 * The reader's days in a row with the best play of the daily puzzle, now and at most. Shows nothing until the service has sent both, which it
 * does for their own player only.
 */
export function OwnStreak({ connection }: { readonly connection: Connection }) {
  const [streaks, setStreaks] = useState<Pick<ServerMessageOf<'puzzle-streak'>, 'now' | 'longest'> | null>(null);
  const isOnline = connection.status.value === 'online';
  useEffect(() => {
    if (!isOnline) return;
    let isCurrent = true;
    void connection.request({ type: 'puzzle-streak' }).then((got) => {
      if (isCurrent && got.ok && got.value.type === 'puzzle-streak') setStreaks(got.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [isOnline]);
  if (streaks === null) return null;
  return (
    <div>
      <dt>{texts.streak}</dt>
      <dd>
        <a href="/puzzle">{texts.streakDays(streaks.now)}</a>{' '}
        {streaks.longest > 0 && <span class="soft">{texts.longestStreak(streaks.longest)}</span>}
      </dd>
    </div>
  );
}
