import { type PageName, pages } from '@anchor/wire';
import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { Home } from '../pages/home/home.tsx';
import type { Client } from '../state/client.ts';
import { texts } from '../strings/main.ts';
import { Reload } from './not-found.tsx';

/** A page gets the parameters of its address as properties too. */
type Page = ComponentType<{ readonly client: Client }>;

/** The component of every page of the table. All but the home page are loaded on demand. */
const components: Readonly<Record<PageName, Page>> = {
  home: Home,
  match: onDemand(() => import('../pages/match/match-route.tsx')),
  invitation: onDemand(() => import('../pages/home/invite-page.tsx')),
  verify: onDemand(() => import('../pages/verify/verify-page.tsx')),
  review: onDemand(() => import('../pages/review/review-page.tsx')),
  puzzle: onDemand(() => import('../pages/puzzle/puzzle-page.tsx')),
  puzzles: onDemand(() => import('../pages/puzzles/puzzles-page.tsx')),
  cards: onDemand(() => import('../pages/cards/cards-page.tsx')),
  openings: onDemand(() => import('../pages/openings/openings-page.tsx')),
  collection: onDemand(() => import('../pages/collection/collection-page.tsx')),
  study: onDemand(() => import('../pages/study/study-page.tsx')),
  leaderboard: onDemand(() => import('../pages/leaderboard/leaderboard-page.tsx')),
  player: onDemand(() => import('../pages/player/player-page.tsx')),
  rules: onDemand(() => import('../pages/rules/rules-page.tsx')),
  lesson: onDemand(() => import('../pages/lesson/lesson-page.tsx')),
  fair: onDemand(() => import('../pages/fair/fair-page.tsx')),
  fairness: onDemand(() => import('../pages/fairness/fairness-page.tsx')),
  volunteers: onDemand(() => import('../pages/volunteers/volunteers-page.tsx')),
  settings: onDemand(() => import('../pages/settings/settings-page.tsx')),
  keys: onDemand(() => import('../pages/keys/keys-page.tsx')),
  account: onDemand(() => import('../pages/account/account-page.tsx')),
  'claim-account': onDemand(() => import('../pages/account/claim-page.tsx')),
  'confirm-account': onDemand(() => import('../pages/account/confirm-page.tsx')),
  'stop-mails': onDemand(() => import('../pages/account/mails-page.tsx')),
};

/** The routes of the router: every address of the table with its page. */
export const routes = (Object.keys(components) as PageName[]).flatMap((name) =>
  pages[name].map((path: string) => ({ path, page: components[name] })),
);

/** If loading fails, a page with a message takes the place of the page. */
function onDemand(load: () => Promise<{ readonly default: Page }>): Page {
  return lazy<Page>(() => load().catch(() => ({ default: NotLoaded })));
}

function NotLoaded() {
  return <Reload title={texts.app.notLoadedTitle} text={texts.app.notLoaded} />;
}
