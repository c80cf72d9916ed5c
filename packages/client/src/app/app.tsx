import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import type { Client } from '../state/client.ts';
import { OnDemand } from '../ui/on-demand.tsx';
import { FoundPanel } from './found-opponent.tsx';
import { LoadingIndicator } from './loading-indicator.tsx';
import { NotFound } from './not-found.tsx';
import { OfferNews } from './own-offers.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { routes } from './routes.tsx';
import { Shell } from './shell.tsx';
import { useBadge } from './use-badge.ts';

const loadTurnMessages = () => import('./turn-messages.ts');

/** The pages inside the shell. */
export function App({ client }: { readonly client: Client }) {
  return (
    <LocationProvider>
      <ErrorBoundary>
        <Shell client={client}>
          <GoToBegunMatch client={client} />
          <Turns client={client} />
          <FoundPanel client={client} />
          <OfferNews client={client} />
          <PageErrorBoundary>
            <Places client={client} />
          </PageErrorBoundary>
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
      <LoadingIndicator underWay={underWay} />
      <Router onRouteChange={arrived} onLoadStart={isUnderWay(true)} onLoadEnd={isUnderWay(false)}>
        {routes.map(({ path, page }) => (
          <Route key={path} path={path} component={page} client={client} />
        ))}
        <Route default component={NotFound} />
      </Router>
    </>
  );
}

/** Moves the focus to the heading, so that screen readers announce the new page. */
function arrived(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** Shows the number of waiting matches on the app's icon, and system notifications of turns if the player wants them. */
function Turns({ client }: { readonly client: Client }) {
  useBadge(client);
  return client.preferences.current.value.notifications && <OnDemand load={loadTurnMessages} props={{ client }} />;
}

/** Navigates to a match that this device requested as soon as it begins. */
function GoToBegunMatch({ client: { matches } }: { readonly client: Client }) {
  const { route } = useLocation();
  const begun = matches.begun.value;
  useEffect(() => {
    if (begun !== null) route(`/match/${begun}`);
  }, [begun]);
  return null;
}
