import type { Catalogue } from '../catalogue.ts';

export const fetching: Catalogue['fetching'] = {
  loading: 'Wird geholt …',
  offline: 'Keine Verbindung zum Server. Diese Seite füllt sich von selbst, sobald es wieder eine gibt.',
  failed: 'Der Server hat keine Antwort gegeben, die diese Seite versteht.',
  busy: 'Gerade kommen zu viele Anfragen von deiner Adresse. Warte eine Minute und versuch es noch einmal.',
  again: 'Noch einmal versuchen',
  older: 'Die neuesten Zahlen waren nicht zu bekommen. Diese hier sind von vorhin.',
};
