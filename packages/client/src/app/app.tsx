import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { Home } from '../pages/home/home.tsx';
import type { Client } from '../state/client.ts';
import { Guarded } from './guarded.tsx';
import { NotFound } from './not-found.tsx';
import { Opening } from './opening.tsx';
import { pagePart } from './page-part.tsx';
import { Shell } from './shell.tsx';
import { useTurnMessages } from './use-turn-messages.ts';

const MatchRoute = pagePart(() => import('../pages/match/match-route.tsx'));
const InvitePage = pagePart(() => import('../pages/home/invite-page.tsx'));
const VerifyPage = pagePart(() => import('../pages/verify/verify-page.tsx'));
const SettingsPage = pagePart(() => import('../pages/settings/settings-page.tsx'));
const ReviewPage = pagePart(() => import('../pages/review/review-page.tsx'));
const PuzzlePage = pagePart(() => import('../pages/puzzle/puzzle-page.tsx'));
const LeaderboardPage = pagePart(() => import('../pages/leaderboard/leaderboard-page.tsx'));
const PlayerPage = pagePart(() => import('../pages/player/player-page.tsx'));
const FairnessPage = pagePart(() => import('../pages/fairness/fairness-page.tsx'));
const VolunteersPage = pagePart(() => import('../pages/volunteers/volunteers-page.tsx'));
const KeysPage = pagePart(() => import('../pages/keys/keys-page.tsx'));
const AccountPage = pagePart(() => import('../pages/account/account-page.tsx'));
const ConfirmPage = pagePart(() => import('../pages/account/confirm-page.tsx'));
const ClaimPage = pagePart(() => import('../pages/account/claim-page.tsx'));

/** The routes inside the shell. */
export function App({ client }: { readonly client: Client }) {
  return (
    <LocationProvider>
      <ErrorBoundary>
        <Shell client={client}>
          <GoToBegunMatch client={client} />
          <TurnMessages client={client} />
          <Guarded>
            <Places client={client} />
          </Guarded>
        </Shell>
      </ErrorBoundary>
    </LocationProvider>
  );
}

function Places({ client }: { readonly client: Client }) {
  const underWay = useSignal(false);
  const isUnderWay = (value: boolean) => () => {
    underWay.value = value;
  };
  return (
    <>
      <Opening underWay={underWay} />
      <Router onRouteChange={arrived} onLoadStart={isUnderWay(true)} onLoadEnd={isUnderWay(false)}>
        <Route path="/" component={Home} client={client} />
        <Route path="/play" component={Home} client={client} />
        <Route path="/match/:id" component={MatchRoute} client={client} />
        <Route path="/invite/:code" component={InvitePage} client={client} />
        <Route path="/verify/:id?" component={VerifyPage} client={client} />
        <Route path="/review/:match/:n?" component={ReviewPage} client={client} />
        <Route path="/puzzle/:date?" component={PuzzlePage} client={client} />
        <Route path="/leaderboard" component={LeaderboardPage} client={client} />
        <Route path="/player/:pub" component={PlayerPage} client={client} />
        <Route path="/fairness" component={FairnessPage} client={client} />
        <Route path="/volunteers" component={VolunteersPage} client={client} />
        <Route path="/settings" component={SettingsPage} preferences={client.preferences} />
        <Route path="/keys" component={KeysPage} keys={client.keys} />
        <Route path="/account" component={AccountPage} client={client} />
        <Route path="/account/claim" component={ClaimPage} client={client} />
        <Route path="/account/confirm" component={ConfirmPage} client={client} />
        <Route default component={NotFound} />
      </Router>
    </>
  );
}

/** Moves the focus to the heading, so that screen readers announce the new page. */
function arrived(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

function TurnMessages({ client }: { readonly client: Client }) {
  useTurnMessages(client);
  return null;
}

/** Navigates to a match that this device requested as soon as it begins. */
function GoToBegunMatch({ client: { matches, offers } }: { readonly client: Client }) {
  const { route } = useLocation();
  const begun = matches.begun.value;
  useEffect(() => {
    if (begun === null) return;
    offers.forgetSeek();
    route(`/match/${begun}`);
  }, [begun]);
  return null;
}
