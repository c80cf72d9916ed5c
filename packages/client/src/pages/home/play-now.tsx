import { daysPreset } from 'bg-record';
import { type Answer, coded } from 'bg-session';
import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import type { PlayNowTerms } from '../../state/last-terms.ts';
import type { Terms } from '../../state/offers.ts';
import { useRequest } from '../../state/use-request.ts';
import { texts } from '../../strings/main.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';

const { pairing } = texts;

const loadForm = () => import('./play-now-form.tsx');

/** The rating from which a range is computed before the server has told one: that of a newcomer. */
const NEWCOMER = 1500;

/** Looks for an opponent on the last used terms. The own seek is shown in the header. */
export function PlayNow({ client }: { readonly client: Client }) {
  const { offers, connection, lastTerms } = client;
  const [terms, setTerms] = useState(lastTerms.terms);
  const [open, setOpen] = useState(false);
  const { busy, failure, send } = useRequest();
  const isWaiting = offers.ownSeek.value !== null;
  const { within, ...wanted } = terms;
  const rating = Math.round(connection.me.value?.rating ?? NEWCOMER);
  const range = within > 0 ? { range: { least: Math.max(0, rating - within), most: rating + within } } : {};
  const isCorrespondence = daysPreset(wanted.clock) !== null;
  const play = () => {
    setOpen(false);
    const asked = { ...wanted, rated: wanted.rated && wanted.length > 0 };
    return send(() => (isCorrespondence ? post(client, asked) : offers.seek({ ...asked, ...range })));
  };
  const change = (changed: PlayNowTerms) => {
    lastTerms.terms = changed;
    setTerms(changed);
  };
  return (
    <>
      <div class="start__bot">
        <Button kind="primary" large icon="people" disabled={!connection.mayAsk || busy || isWaiting} onClick={play}>
          {isWaiting || busy ? pairing.looking : pairing.playNow}
        </Button>
        <button type="button" class="start__terms" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span>
            {pairing.terms(
              texts.terms.points(wanted.length),
              texts.terms.clockTags[wanted.clock],
              wanted.rated && wanted.length > 0,
            )}{' '}
            <span class="start__change">{texts.home.change}</span>
          </span>
          <Icon name="down" />
        </button>
      </div>
      {open && (
        <div class="start__form stack">
          <OnDemand load={loadForm} props={{ terms, absenceMs: offers.absenceMs.value, onChange: change }} />
        </div>
      )}
      <FailureNotice failure={failure} tooMany={isCorrespondence ? pairing.tooManyPosted : undefined} />
    </>
  );
}

/** Correspondence needs nobody to wait: such a game is posted. */
function post(client: Client, terms: Terms): Promise<Answer> {
  return import('./post-game.ts').then(
    ({ postGame }) => postGame(client, terms),
    () => coded('offline'),
  );
}
