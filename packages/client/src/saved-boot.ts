import { fetchTexts } from './strings/chosen.ts';

void fetchTexts().then(() => import('./saved.tsx'));
