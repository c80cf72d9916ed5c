import type { Words } from '../chosen.ts';
import type { fetching } from '../fetching.ts';

export const texts: Words<typeof fetching> = {
  loading: 'Wird geladen …',
  offline: 'Keine Verbindung zum Server. Diese Seite wird geladen, sobald du wieder online bist.',
  failed: 'Der Server hat eine Antwort geschickt, die diese Seite nicht versteht.',
  busy: 'Zu viele Anfragen von deiner Adresse. Warte eine Minute und versuch es noch einmal.',
  again: 'Noch einmal versuchen',
  older: 'Die neuesten Zahlen ließen sich nicht laden. Diese sind älter.',
};
