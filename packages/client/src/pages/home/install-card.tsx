import { pushKind } from '@anchor/wire';
import { useMemo, useState } from 'preact/hooks';
import { installsByMenu, isInstalled } from '../../platform/installed.ts';
import { canPush } from '../../platform/push.ts';
import type { Client } from '../../state/client.ts';
import { InstallOffer } from '../../state/install-offer.ts';
import { askToInstall, installEvent } from '../../state/install-prompt.ts';
import { turnPushOn } from '../../state/push-messages.ts';
import { spokenTag } from '../../strings/chosen.ts';
import { pushTexts } from '../../strings/push.ts';
import { roomTexts as words } from '../../strings/room.ts';
import { troubleText } from '../../strings/troubles.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

interface InstallCardProps {
  readonly client: Client;
}

/** Offers to install the page and to allow notifications, once. Not while the player has a live match. */
export function InstallCard({ client }: InstallCardProps) {
  const offer = useMemo(() => new InstallOffer(client.storage), []);
  const [isOpen, setOpen] = useState(offer.isDue);
  const { preferences, matches } = client;
  const mayInstall = !isInstalled() && installEvent.value !== null;
  const isByMenu = !isInstalled() && installsByMenu();
  const mayNotify = canPush() && Notification.permission !== 'denied' && preferences.current.value.push.length === 0;
  if (!isOpen || matches.current !== null || !(mayInstall || isByMenu || mayNotify)) return null;
  // Each press is an answer. The card stays for the other one until it is closed or the page is left.
  const answer = (what: () => void) => {
    offer.answer();
    what();
  };
  return (
    <section class="card room__install" aria-labelledby="install">
      <div>
        <h2 id="install">{mayInstall || isByMenu ? words.install.title : words.install.noticesTitle}</h2>
        {(mayInstall || isByMenu) && <p class="soft small">{words.install.lead}</p>}
        {isByMenu && <p class="small">{words.install.byMenu}</p>}
        {mayNotify && <p class="soft small">{words.install.notices}</p>}
      </div>
      <div class="row">
        {mayInstall && (
          <Button kind="soft" icon="download" onClick={() => answer(() => void askToInstall())}>
            {words.install.install}
          </Button>
        )}
        {mayNotify && <Notices client={client} onPress={() => offer.answer()} />}
        <Button kind="quiet" onClick={() => answer(() => setOpen(false))}>
          {words.install.no}
        </Button>
      </div>
    </section>
  );
}

interface NoticesProps extends InstallCardProps {
  readonly onPress: () => void;
}

/** The button that asks the browser for permission and subscribes to all kinds of messages. The settings choose among them. */
function Notices({ client: { connection, preferences }, onPress }: NoticesProps) {
  const [busy, setBusy] = useState(false);
  const allow = async () => {
    onPress();
    setBusy(true);
    const outcome = await turnPushOn(connection, { kinds: pushKind.options, language: spokenTag });
    setBusy(false);
    if (!outcome.ok) return toast(pushTexts.faults[outcome.code] ?? troubleText(outcome));
    preferences.set({ push: pushKind.options });
    toast(words.install.noticesOn);
  };
  return (
    <Button kind="soft" icon="bell" disabled={busy || !connection.mayAsk} onClick={() => void allow()}>
      {busy ? pushTexts.busy : words.install.allow}
    </Button>
  );
}
