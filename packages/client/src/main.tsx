import './platform/strict-csp.ts';
import './ui/theme.css';
import './ui/controls.css';
import './app/shell.css';
import { render } from 'preact';
import { App } from './app/app.tsx';
import { fetchAhead } from './app/fetch-ahead.ts';
import { registerServiceWorker } from './app/offline-shell.ts';
import { renewPushMessages } from './app/renew-push.ts';
import { applyTheme } from './app/theme.ts';
import { createClient } from './state/client.ts';
import { keepInstallPrompt } from './state/install-prompt.ts';
import { spoken, spokenTag } from './strings/chosen.ts';
import { texts } from './strings/main.ts';
import { pressByKeys } from './ui/press-keys.ts';
import { writeTitle } from './ui/tab-title.ts';
import { toast } from './ui/toast.tsx';

document.documentElement.lang = spokenTag;
document.documentElement.dir = spoken.dir;
// A service that withholds this text must not keep a page from storing evidence of its faults.
const loadExplain = () =>
  import('./strings/faults.ts').then(
    ({ englishFaultText }) => englishFaultText,
    () => ownWords,
  );
const ownWords = ({ message = '' }: { readonly message?: string }) => message;
const client = createClient(loadExplain);
writeTitle(document);
pressByKeys(document);
applyTheme(client.preferences, document.documentElement);
addEventListener('online', () => client.connection.networkChanged(true));
addEventListener('offline', () => client.connection.networkChanged(false));
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && navigator.onLine) client.connection.lookedAt();
});
document.addEventListener('resume', () => client.connection.reconnect());
addEventListener('pageshow', ({ persisted }) => persisted && client.connection.reconnect());
// Parts of the page are loaded on demand. After a new release, the parts of the old one may be gone.
addEventListener('vite:preloadError', () => toast(texts.app.notLoaded));
keepInstallPrompt();
client.connection.start();
// Starts reading the key while the connection is being made, which will need it.
client.keys.current().catch(() => undefined);
fetchAhead(client.connection.status);
renewPushMessages(client);
registerServiceWorker(client.connection.status, () => toast(texts.app.newRelease));
client.connection.isOutdated.subscribe((isOutdated) => isOutdated && toast(texts.app.newRelease));
render(<App client={client} />, document.getElementById('app') ?? document.body);
