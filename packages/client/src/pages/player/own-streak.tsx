import { useEffect, useState } from 'preact/hooks';
import type { Connection } from '../../protocol/connection.ts';
import { playerTexts as texts } from '../../strings/player.ts';

/** The reader's days in a row with the best play of the daily puzzle. Nothing until the service has told them: it tells no other player. */
export function OwnStreak({ connection }: { readonly connection: Connection }) {
  const [days, setDays] = useState<number | null>(null);
  const isOnline = connection.status.value === 'online';
  useEffect(() => {
    if (!isOnline) return;
    let isCurrent = true;
    void connection.request({ type: 'puzzle' }).then((got) => {
      if (isCurrent && got.ok && got.value.type === 'puzzle') setDays(got.value.streak);
    });
    return () => {
      isCurrent = false;
    };
  }, [isOnline]);
  if (days === null) return null;
  return (
    <div>
      <dt>{texts.streak}</dt>
      <dd>
        <a href="/puzzle">{texts.streakDays(days)}</a>
      </dd>
    </div>
  );
}
