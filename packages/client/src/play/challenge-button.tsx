import { knownKey } from '@anchor/wire';
import { getJson } from 'bg-session';
import { useState } from 'preact/hooks';
import type { Client } from '../state/client.ts';
import { isolated, withoutIsolates } from '../strings/name-text.ts';
import { offerTexts as texts } from '../strings/offers.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

interface ChallengeButtonProps {
  readonly invitations: Client['invitations'];
  /** The key, or its first 16 digits. */
  readonly pub: string;
  readonly name: string;
  /** True where there is only room for an icon. */
  readonly compact?: boolean;
}

/** Opens the dialog with the terms of a challenge. `busy` while the whole key is looked up. */
export function useChallenge({ invitations, pub, name }: Omit<ChallengeButtonProps, 'compact'>) {
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    const whole = pub.length === 64 ? pub : await wholeKey(pub);
    setBusy(false);
    if (whole === null) toast(texts.notFound);
    else invitations.ask({ pub: whole, name });
  };
  return { busy, ask };
}

/** Opens the dialog with the terms of a challenge. */
export function ChallengeButton({ compact = false, ...parts }: ChallengeButtonProps) {
  const { pub, name } = parts;
  const { busy, ask } = useChallenge(parts);
  const label = withoutIsolates(texts.challengeTitle(isolated(name, pub)));
  return compact ? (
    <Button kind="quiet" icon="play" aria-label={label} title={label} disabled={busy} onClick={ask} />
  ) : (
    <Button icon="play" disabled={busy} onClick={ask}>
      {texts.challenge}
    </Button>
  );
}

/** Finds the key by its first digits. Null if that fails. */
async function wholeKey(start: string): Promise<string | null> {
  const found = await getJson(`/api/keys/${start}`, knownKey);
  return found.ok ? found.value.pub : null;
}
