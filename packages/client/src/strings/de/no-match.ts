import type { Catalogue } from '../catalogue.ts';

/** Texts of the page of a match while it does not show the match. */
export const noMatch: Catalogue['noMatch'] = {
  title: 'Match',
  loading: 'Das Match wird geladen …',
  failed: 'Das Match ließ sich nicht laden.',
  again: 'Noch einmal versuchen',
  missing: 'Match nicht gefunden',
  missingText: 'Vielleicht wurde es vor dem ersten Wurf abgesagt. Von solchen Matches bleibt kein Protokoll.',
  unreadable: 'Die Bedingungen dieses Matches sind nicht lesbar',
  unreadableText:
    'Der Server hat Bedingungen geschickt, die diese Seite nicht annimmt. Darum nimmt sie an diesem Match nicht teil.',
  otherFormat: 'Diese Version kann das Protokoll dieses Matches nicht prüfen',
  otherFormatText: (format, known) =>
    `Das Protokoll hat das Format ${format}. Diese Version kennt nur ${known}. Darum zeigt sie nichts von dem Match und sagt nichts darüber, weder Gutes noch Schlechtes. Der Server hat das Protokoll noch so, wie es gespeichert wurde.`,
  downloadStored: 'Das gespeicherte Protokoll herunterladen',
  offline: 'Keine Verbindung. Das Match wird geladen, sobald du wieder online bist.',
  unprovenText:
    'Diese Seite zeigt und unterschreibt nichts, bis der Server seinen Schlüssel nachweist. Sieh dir den Hinweis oben an.',
  wrongServer: 'Dieses Match wartet auf deine Entscheidung',
  wrongServerText:
    'Der Server zeigt einen anderen Schlüssel als den, den dein Browser kennt. Darum wird das Match hier weder gezeigt noch unterschrieben. Vertrau oben dem neuen Schlüssel, oder schließ diese Seite.',
  banned: 'Du bist hier gesperrt',
  bannedText:
    'In einem laufenden Match giltst du als abwesend und verlierst es, wenn du zu lange weg bist. Beendete Matches kannst du weiterhin prüfen.',
  superseded: 'Dieses Match ist anderswo geöffnet',
  supersededText:
    'Du hast in einem anderen Tab oder auf einem anderen Gerät weitergemacht. Um hier weiterzuspielen, drück oben „Hier weitermachen“.',
  yourTurn: (names) => `● Du bist dran · ${names}`,
  home: 'Zur Startseite',
};
