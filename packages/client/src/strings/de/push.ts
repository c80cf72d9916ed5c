import type { Words } from '../chosen.ts';
import type { push } from '../push.ts';

const faults: Readonly<Record<string, string>> = {
  'push-denied':
    'Dein Browser blockiert Benachrichtigungen dieser Seite. Du kannst sie in seinen Einstellungen für diese Website erlauben.',
  'push-unreachable': 'Dein Browser hat seinen Push-Dienst nicht erreicht. Versuche es später noch einmal.',
  'push-unsupported': 'Dieser Browser kann keine Benachrichtigungen empfangen.',
  'push-off': 'Der Betreiber dieses Servers hat Benachrichtigungen abgeschaltet.',
};

export const texts: Words<typeof push> = {
  title: 'Benachrichtigungen bei geschlossener Seite',
  lead: 'Sie gehen über den Push-Dienst deines Browsers, so verschlüsselt, dass nur dieser Browser sie lesen kann.',
  kinds: {
    turn: 'Wenn ich dran bin',
    opponent: 'Wenn ein Gegner gefunden ist',
    challenge: 'Wenn mich jemand herausfordert',
  },
  busy: 'Dein Browser wird gefragt …',
  unsupported: faults['push-unsupported'] ?? '',
  faults,
};
