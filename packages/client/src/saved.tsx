import './platform/strict-csp.ts';
import './ui/theme.css';
import './ui/controls.css';
import './app/shell.css';
import { render } from 'preact';
import { SavedPage } from './pages/verify/saved-page.tsx';
import { spoken, spokenTag } from './strings/chosen.ts';

const { documentElement: root } = document;
root.lang = spokenTag;
root.dir = spoken.dir;
const place = document.getElementById('app') ?? document.body;
place.replaceChildren();
const { server = '', log = '' } = root.dataset;
render(<SavedPage server={server} logKey={log} />, place);
