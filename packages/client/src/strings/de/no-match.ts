import type { Words } from '../chosen.ts';
import type { noMatch } from '../no-match.ts';

/** Texts of the page of a match while it does not show the match. */
export const texts: Words<typeof noMatch> = {
  title: 'Match',
  loading: 'Das Match wird geladen …',
  failed: 'Das Match ließ sich nicht laden.',
  again: 'Noch einmal versuchen',
  missing: 'Match nicht gefunden',
  missingText: 'Vielleicht wurde es vor dem ersten Wurf abgebrochen. Von solchen Matches bleibt kein Protokoll.',
  unreadable: 'Die Bedingungen dieses Matches sind nicht lesbar',
  unreadableText:
    'Der Server hat Bedingungen geschickt, die diese Seite nicht annimmt. Darum kannst du dieses Match hier nicht spielen.',
  otherFormat: 'Diese Version kann dieses Match nicht prüfen',
  otherFormatText: (format, known) =>
    `Das Protokoll hat das Format ${format}, und diese Version kennt nur ${known}. Du kannst das gespeicherte Protokoll trotzdem herunterladen.`,
  downloadStored: 'Das gespeicherte Protokoll herunterladen',
  offline: 'Keine Verbindung. Das Match wird geladen, sobald du wieder online bist.',
  unprovenText:
    'Das Match erscheint, sobald der Server seinen Schlüssel nachgewiesen hat. Sieh dir den Hinweis oben an.',
  wrongServer: 'Dieses Match wartet auf deine Entscheidung',
  wrongServerText:
    'Der Server zeigt einen anderen Schlüssel als den, den dein Browser kennt. Vertrau oben dem neuen Schlüssel, oder schließ diese Seite.',
  banned: 'Du bist gesperrt',
  bannedText:
    'In einem laufenden Match giltst du als abwesend: Deine Uhr läuft weiter, und dein Gegner kann den Sieg beanspruchen. Beendete Matches kannst du weiterhin prüfen.',
  superseded: 'Dieses Match ist anderswo geöffnet',
  supersededText:
    'Du hast in einem anderen Tab oder auf einem anderen Gerät weitergemacht. Um hier weiterzuspielen, drück oben „Hier weitermachen“.',
  yourTurn: (names) => `● Du bist dran · ${names}`,
  home: 'Zur Startseite',
};
