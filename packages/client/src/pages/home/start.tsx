import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import type { BotTerms } from '../../state/last-terms.ts';
import { useRequest } from '../../state/use-request.ts';
import { texts } from '../../strings/main.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { PlayNow } from './play-now.tsx';

const loadInvite = () => import('./invite-dialog.tsx');
const loadBotForm = () => import('./bot-form.tsx');

interface StartProps {
  readonly client: Client;
  /** True for a reader who may have to learn the game first. */
  readonly isNewcomer?: boolean;
}

/** The ways to start a game. The first needs one click. */
export function Start({ client, isNewcomer = false }: StartProps) {
  const { offers, invitations, connection } = client;
  const [isInviting, setIsInviting] = useState(false);
  return (
    <div class="start">
      <PlayNow client={client} />
      <PlayBot client={client} />
      <div class="start__others">
        <Button icon="link" disabled={!connection.mayAsk} onClick={() => setIsInviting(true)}>
          {texts.home.invite}
        </Button>
      </div>
      {isNewcomer && (
        <p class="small soft">
          {texts.home.newcomer} <a href="/lesson">{texts.home.lesson}</a> · <a href="/rules">{texts.home.rules}</a> ·{' '}
          <a href="/fair">{texts.home.fair}</a>
        </p>
      )}
      {isInviting && (
        <OnDemand load={loadInvite} props={{ offers, invitations, onClose: () => setIsInviting(false) }} />
      )}
    </div>
  );
}

function PlayBot({ client: { offers, lastTerms, connection, preferences } }: Pick<StartProps, 'client'>) {
  const terms = lastTerms.bot.value;
  const [open, setOpen] = useState(false);
  const { busy, failure, send } = useRequest();
  const { length, clock, level } = terms;
  const { botTerms, botLevels } = texts.home;
  const summary = botTerms(botLevels[level], texts.terms.points(length), texts.terms.clocks[clock]);
  return (
    <>
      <div class="start__bot">
        <Button
          kind="primary"
          large
          icon="play"
          disabled={!connection.mayAsk || busy}
          onClick={() => send(() => offers.playBot(terms, level))}
        >
          {busy ? texts.home.starting : texts.home.playBot}
        </Button>
        <button type="button" class="start__terms" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span>
            {summary} <span class="start__change">{texts.home.change}</span>
          </span>
          <Icon name="down" />
        </button>
      </div>
      {open && (
        <div class="start__form">
          <OnDemand
            load={loadBotForm}
            props={{
              terms,
              absenceMs: offers.absenceMs.value,
              preferences,
              onChange: (changed: BotTerms) => lastTerms.setBot(changed),
            }}
          />
        </div>
      )}
      <FailureNotice failure={failure} />
    </>
  );
}
