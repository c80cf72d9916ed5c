import type { Catalogue } from '../catalogue.ts';
import { momentOf } from '../forms.ts';

/** Texts of notices about the connection that few people ever see. */
export const notices: Catalogue['notices'] = {
  bannedUntil: {
    key: (until) =>
      `Der Betreiber hat deinen Schlüssel bis ${momentOf(until)} gesperrt. So lange kann er hier nicht spielen.`,
    address: (until) =>
      `Der Betreiber hat deine Netzwerkadresse bis ${momentOf(until)} gesperrt. So lange kann von dort niemand spielen.`,
  },
  bannedForGood: {
    key: 'Der Betreiber hat deinen Schlüssel dauerhaft gesperrt. Er kann hier nicht mehr spielen.',
    address: 'Der Betreiber hat deine Netzwerkadresse dauerhaft gesperrt. Von dort kann niemand spielen.',
  },
  reason: 'Angegebener Grund:',
  wrongAddress: (origin) =>
    `Der Server, der hier antwortet, erwartet nicht, unter ${origin} erreicht zu werden. Diese Seite unterschreibt nichts für ihn, darum kann hier niemand spielen.`,
  visitor:
    'Falls dich jemand auf diese Adresse geschickt hat, gib hier nichts ein. Geh zu der Adresse, die du sonst benutzt.',
  operator:
    'Falls du diesen Server betreibst, setze PUBLIC_URL auf die Adresse, die Browser benutzen (oder ergänze sie in ORIGINS), und starte ihn neu:',
  expectedAt: 'Adresse, unter der der Server erreicht werden will',
  keyChanged:
    'Dieser Server hat einen neuen Schlüssel. Er ist mit dem Schlüssel unterschrieben, den dein Browser kannte. Du musst nichts tun. Der neue Schlüssel:',
  nameTaken: (name) =>
    `Der Name ${name} gehört jetzt zu einem Konto oder einem Bot, darum spielst du ohne ihn. Wähl einen anderen, oder melde dich an, wenn es dein Konto ist.`,
  logHalted:
    'Das öffentliche Verzeichnis dieses Dienstes widerspricht sich. Diese Seite beginnt hier kein Match; ein laufendes kann zu Ende gespielt werden.',
  logEvidence: 'Der Beweis steht auf der Seite „Prüfen“.',
  logLift: 'Trotzdem hier spielen',
};
