import type { Words } from '../chosen.ts';
import type { seal } from '../seal.ts';

export const texts: Words<typeof seal> = {
  title: (roll) => `Wurf ${roll}`,
  verified: 'Dein Browser hat diesen Wurf nachgerechnet, und er stimmt.',
  failed: 'Dieser Wurf folgt nicht aus den aufgedeckten Gliedern.',
  idea: 'Vor dem ersten Wurf haben beide Seiten und der Server je das Ende einer langen Hashkette veröffentlicht. Jeder Wurf nimmt von allen dreien das nächste verborgene Glied.',
  hidden: 'Niemand konnte das Ergebnis bestimmen oder vorhersehen.',
  trusted:
    'Niemand konnte das Ergebnis bestimmen. Dass der Server es für niemanden vorhergesehen hat, ist Vertrauenssache.',
  step1: '1. Die Glieder passen zu den Festlegungen',
  step1Hint: 'Der Hash jedes Glieds ist das Glied, das davor gezeigt wurde, bis zurück zum Anker der Festlegung.',
  step2: '2. Die drei Glieder werden verknüpft',
  step2Hint:
    'HMAC-SHA-256. Der Schlüssel ist das Glied des Servers, dann das von Seite 0, dann das von Seite 1; die Nachricht nennt dieses Match und diesen Wurf.',
  step3: '3. Aus dem Ergebnis werden Würfel',
  step3Hint:
    'Byte für Byte: Ein Byte unter 252 ergibt seinen Rest modulo 6, plus 1. Höhere Bytes werden übergangen, damit keine Zahl wahrscheinlicher ist als eine andere.',
  server: 'Server',
  reveal: 'Aufgedecktes Glied',
  hash: 'Sein SHA-256',
  anchor: 'Anker',
  before: 'Glied davor',
  committed: (event) => `festgelegt in Ereignis ${event}`,
  link: (link) => `Glied ${link} jeder Kette`,
  key: 'Schlüssel',
  message: 'Nachricht',
  digest: 'Prüfsumme',
  same: 'gleich',
  different: 'verschieden',
  skipped: 'übergangen',
  arithmetic: (byte, die) => `${byte} = 6 × ${Math.floor(byte / 6)} + ${byte % 6}, also zeigt der Würfel ${die}`,
};
