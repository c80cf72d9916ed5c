import '../app/strict-csp.ts';
import '../ui/theme.css';
import '../ui/controls.css';
import '../app/shell.css';
import { render } from 'preact';
import { spoken, spokenTag } from '../strings/chosen.ts';
import { SavedPage } from './saved-page.tsx';

const { documentElement: root } = document;
root.lang = spokenTag;
root.dir = spoken.dir;
const place = document.getElementById('app') ?? document.body;
place.replaceChildren();
render(<SavedPage server={root.dataset.server ?? ''} />, place);
