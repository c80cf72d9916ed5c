import type { Catalogue } from '../catalogue.ts';

const faults: Readonly<Record<string, string>> = {
  'push-denied':
    'Dein Browser blockiert Benachrichtigungen dieser Seite. Du kannst sie in seinen Einstellungen für diese Website erlauben.',
  'push-unreachable': 'Dein Browser hat seinen Push-Dienst nicht erreicht. Versuche es später noch einmal.',
  'push-unsupported': 'Dieser Browser nimmt keine Nachrichten an, während die Seite geschlossen ist.',
  'push-off': 'Der Betreiber dieses Servers hat diese Nachrichten abgeschaltet.',
};

export const push: Catalogue['push'] = {
  title: 'Nachrichten bei geschlossener Seite',
  lead: 'Sie gehen über den Push-Dienst des Herstellers deines Browsers, so verschlüsselt, dass nur dieser Browser sie lesen kann.',
  kinds: {
    turn: 'Wenn ein Gegner auf mich wartet',
    opponent: 'Wenn ein Gegner für mich gefunden ist',
    challenge: 'Wenn mich jemand herausfordert',
  },
  busy: 'Dein Browser wird gefragt …',
  unsupported: faults['push-unsupported'] ?? '',
  faults,
};
