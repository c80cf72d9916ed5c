import { fetchTexts } from './strings/chosen.ts';

// The page's modules read their texts while they are evaluated, so the texts come first. This is no top-level
// `await`, because WebKit may evaluate a module before its dependencies if one of them waits.
void fetchTexts().then(() => import('./main.tsx'));
