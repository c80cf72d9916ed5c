import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Client } from '../state/client.ts';
import { texts } from '../strings/main.ts';
import { Button } from '../ui/button.tsx';
import { Face } from '../ui/face.tsx';
import { Icon } from '../ui/icon.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import { PlayerName } from '../ui/player-link.tsx';
import { Toasts } from '../ui/toast.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { OffersButton } from './own-offers.tsx';
import { OwnSeek } from './own-seek.tsx';
import { TurnsLink } from './own-turns.tsx';

const loadNameDialog = () => import('../pages/home/name-dialog.tsx');

interface ShellProps {
  readonly client: Client;
  readonly children: ComponentChildren;
}

/** The header and footer around every page. */
export function Shell({ client, children }: ShellProps) {
  const isMatch = useLocation().path.startsWith('/match/');
  return (
    <>
      <a class="skip" href="#content">
        {texts.app.skip}
      </a>
      <Header client={client} />
      <ConnectionBanner connection={client.connection} pinned={client.pinned} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {!isMatch && <Footer />}
      <Toasts />
    </>
  );
}

const { app } = texts;
/** The header shows these if there is room; otherwise they are in the menu. */
const widePlaces = [
  { path: '/study', text: app.study },
  { path: '/leaderboard', text: app.leaderboard },
  { path: '/fairness', text: app.fairness },
  { path: '/verify', text: app.verify },
  { path: '/rules', text: app.rules },
];
const menuPlaces = [
  ...widePlaces,
  { path: '/cards', text: texts.footer.cards },
  { path: '/openings', text: texts.footer.openings },
  { path: '/volunteers', text: app.volunteers },
  { path: '/settings', text: app.settings },
];

function Header({ client }: { readonly client: Client }) {
  const { path } = useLocation();
  const here = (at: string) => (path === at || (at !== '/' && path.startsWith(at)) ? 'page' : undefined);
  const account = client.connection.me.value?.account ? app.account : app.signIn;
  return (
    <header class="top">
      <a class="brand" href="/" aria-label={app.home}>
        <img src="/favicon.svg" alt="" width="30" height="30" />
        <span>{app.name}</span>
      </a>
      <nav class="top__nav" aria-label={app.nav}>
        <a href="/" aria-current={here('/')}>
          {app.play}
        </a>
        <a href="/puzzle" aria-current={here('/puzzle')}>
          {app.puzzle}
        </a>
        {widePlaces.map(({ path: at, text }) => (
          <a key={at} class="top__wide" href={at} aria-current={here(at)}>
            {text}
          </a>
        ))}
      </nav>
      <OwnSeek client={client} />
      <div class="top__end">
        <TurnsLink client={client} />
        <OffersButton client={client} />
        <Player client={client} />
        <a class="button button--quiet top__account" href="/account" aria-current={here('/account')}>
          {account}
        </a>
        <Menu here={here} account={account} />
        <a
          class="button button--quiet button--icon top__wide"
          href="/settings"
          aria-label={app.settings}
          title={app.settings}
        >
          <Icon name="settings" />
        </a>
      </div>
    </header>
  );
}

interface MenuProps {
  readonly here: (path: string) => 'page' | undefined;
  /** The text of the link to the account, which depends on whether the player is signed in. */
  readonly account: string;
}

/**
 * The other pages, on screens too narrow for a row of links. The platform closes the popover on Escape and on a press
 * outside.
 */
function Menu({ here, account }: MenuProps) {
  const menu = useRef<HTMLElement>(null);
  return (
    <>
      <button
        type="button"
        class="button button--quiet button--icon top__menu"
        popovertarget="menu"
        aria-label={app.more}
        title={app.more}
      >
        <Icon name="menu" />
      </button>
      <nav ref={menu} id="menu" class="menu" popover="auto" aria-label={app.more}>
        {[...menuPlaces, { path: '/account', text: account }].map(({ path, text }) => (
          <a key={path} href={path} aria-current={here(path)} onClick={() => menu.current?.hidePopover()}>
            {text}
          </a>
        ))}
      </nav>
    </>
  );
}

function Player({ client }: { readonly client: Client }) {
  const [open, setOpen] = useState(false);
  const me = client.connection.me.value;
  const status = client.connection.status.value;
  const name = me?.name ?? client.keys.name ?? texts.player.guest;
  return (
    <>
      <Button kind="quiet" class="player-chip" title={texts.player.change} onClick={() => setOpen(true)}>
        {me && <Face pub={me.pub} />}
        <span class={`dot dot--${status}`} role="img" aria-label={texts.connection[status]} />
        <span class="player-chip__name">
          <PlayerName name={name} pub={me?.pub} />
        </span>
        {me && !me.provisional && <span class="soft tabular">{texts.player.rating(me.rating, me.provisional)}</span>}
      </Button>
      {open && <OnDemand load={loadNameDialog} props={{ client, onClose: () => setOpen(false) }} />}
    </>
  );
}

function Footer() {
  const { footer } = texts;
  return (
    <footer class="foot">
      <p>{footer.line}</p>
      <nav aria-label={texts.app.name}>
        <a href="/verify">{footer.verify}</a>
        <a href="/rules">{app.rules}</a>
        <a href="/lesson">{footer.lesson}</a>
        <a href="/fair">{texts.home.fair}</a>
        <a href="/fairness">{footer.fairness}</a>
        <a href="/cards">{footer.cards}</a>
        <a href="/openings">{footer.openings}</a>
        <a href="/leaderboard">{footer.leaderboard}</a>
        <a href="/volunteers">{footer.volunteers}</a>
        <a href="/settings">{footer.settings}</a>
        <a href="/keys">{footer.key}</a>
        <a href="/account">{footer.account}</a>
        {/* separate documents: with a target the router ignores the links */}
        <a href="/privacy.html" target="_top">
          {footer.privacy}
        </a>
        <a href="/terms.html" target="_top">
          {footer.terms}
        </a>
      </nav>
    </footer>
  );
}
