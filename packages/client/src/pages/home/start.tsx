import { type BotLevel, botLevel, USUAL_BOT_LEVEL } from '@anchor/wire';
import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import type { Offers, Terms } from '../../state/offers.ts';
import { useRequest } from '../../state/use-request.ts';
import { texts } from '../../strings/main.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Choices } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { loadTerms, PlayNow } from './play-now.tsx';

const loadInvite = () => import('./invite-dialog.tsx');

const BOT_TERMS: Terms = { length: 3, clock: 'none', rated: false };

interface StartProps {
  readonly client: Client;
  /** True for a reader who may have to learn the game first. */
  readonly isNewcomer?: boolean;
}

/** The ways to start a game. The first needs one click. */
export function Start({ client, isNewcomer = false }: StartProps) {
  const { offers, connection } = client;
  const [isInviting, setIsInviting] = useState(false);
  return (
    <div class="start">
      <PlayNow client={client} />
      <PlayBot offers={offers} mayAsk={connection.mayAsk} />
      <div class="start__others">
        <Button icon="link" disabled={!connection.mayAsk} onClick={() => setIsInviting(true)}>
          {texts.home.invite}
        </Button>
      </div>
      {isNewcomer && (
        <p class="small soft">
          {texts.home.newcomer} <a href="/lesson">{texts.home.lesson}</a> · <a href="/rules">{texts.home.rules}</a>
        </p>
      )}
      {isInviting && <OnDemand load={loadInvite} props={{ offers, onClose: () => setIsInviting(false) }} />}
    </div>
  );
}

function PlayBot({ offers, mayAsk }: { readonly offers: Offers; readonly mayAsk: boolean }) {
  const [terms, setTerms] = useState(BOT_TERMS);
  const [open, setOpen] = useState(false);
  const { busy, failure, send } = useRequest();
  const [level, setLevel] = useState(USUAL_BOT_LEVEL);
  const { length, clock } = terms;
  const { botTerms, botLevels } = texts.home;
  const summary = botTerms(botLevels[level], texts.terms.points(length), texts.terms.clocks[clock]);
  return (
    <>
      <div class="start__bot">
        <Button
          kind="primary"
          large
          icon="play"
          disabled={!mayAsk || busy}
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
          <BotLevels level={level} onChange={setLevel} />
          <OnDemand
            load={loadTerms}
            props={{ terms, withRated: false, absenceMs: offers.absenceMs.value, onChange: setTerms }}
          />
        </div>
      )}
      <FailureNotice failure={failure} />
    </>
  );
}

/** The performance rating of each level. docs/engine.md describes the measurement. */
const PR: Readonly<Record<BotLevel, number>> = { beginner: 26, intermediate: 10, advanced: 4, expert: 1 };

interface BotLevelsProps {
  readonly level: BotLevel;
  readonly onChange: (level: BotLevel) => void;
}

/** The choice of the bot's strength. */
function BotLevels({ level, onChange }: BotLevelsProps) {
  const { botLevel: label, botLevels, botStrength, botStrengthHint: hint } = texts.home;
  const options = botLevel.options.map((value) => ({ value, label: botStrength(botLevels[value], PR[value]) }));
  return <Choices label={label} hint={hint} options={options} value={level} onChange={onChange} />;
}
