import type { Words } from '../chosen.ts';
import { momentOf } from '../forms.ts';
import type { notices } from '../notices.ts';

/** Texts of rare notices about the connection. */
export const texts: Words<typeof notices> = {
  bannedUntil: {
    key: (until) =>
      `Der Betreiber hat deinen Schlüssel bis ${momentOf(until)} gesperrt. So lange kannst du hier nicht spielen.`,
    address: (until) =>
      `Der Betreiber hat deine Netzwerkadresse bis ${momentOf(until)} gesperrt. So lange kann von dort niemand spielen.`,
  },
  bannedForGood: {
    key: 'Der Betreiber hat deinen Schlüssel dauerhaft gesperrt. Du kannst hier nicht mehr spielen.',
    address: 'Der Betreiber hat deine Netzwerkadresse dauerhaft gesperrt. Von dort kann niemand spielen.',
  },
  reason: 'Angegebener Grund:',
  wrongAddress: (origin) =>
    `Dieser Server erwartet nicht, unter ${origin} erreicht zu werden, darum kann hier niemand spielen.`,
  visitor:
    'Falls dich jemand auf diese Adresse geschickt hat, gib hier nichts ein. Geh zu der Adresse, die du sonst benutzt.',
  operator:
    'Falls du diesen Server betreibst, setze PUBLIC_URL auf die Adresse, die Browser benutzen (oder ergänze sie in ORIGINS), und starte ihn neu:',
  expectedAt: 'Adresse, unter der der Server erreicht werden will',
  keyChanged:
    'Dieser Server hat einen neuen Schlüssel, unterschrieben mit dem alten. Du musst nichts tun. Der neue Schlüssel:',
  nameTaken: (name) =>
    `Der Name ${name} gehört jetzt zu einem Konto oder einem Bot. Wähl einen anderen, oder melde dich an, wenn es dein Konto ist.`,
  logHalted:
    'Das öffentliche Verzeichnis dieses Servers widerspricht sich, darum kannst du hier kein Match beginnen. Ein laufendes kannst du zu Ende spielen.',
  logEvidence: 'Der Beweis steht auf der Seite „Prüfen“.',
  logLift: 'Trotzdem hier spielen',
  unproven:
    'Der Server zeigt einen Schlüssel, hat seine Begrüßung aber nicht damit unterschrieben. Darum unterschreibt diese Seite nichts.',
  wrongServer:
    'Diese Adresse hat bisher einen anderen Serverschlüssel gezeigt. Vielleicht antwortet hier jemand anderes, oder der Betreiber hat den alten Schlüssel verloren. Diese Seite unterschreibt nichts, bis du entschieden hast.',
  knownKey: 'Bekannter Schlüssel',
  shownKey: 'Jetzt gezeigt',
  trust: 'Dem neuen Schlüssel vertrauen',
  trustWarning: 'Vertrau ihm nur, wenn der Betreiber einen neuen Schlüssel angekündigt hat.',
};
