import { inLanguage } from './chosen.ts';

const faults: Readonly<Record<string, string>> = {
  'push-denied': 'Your browser blocks notifications from this page. You can allow them in its settings for this site.',
  'push-unreachable': 'Your browser couldn’t reach its push service. Try again later.',
  'push-unsupported': 'This browser doesn’t support notifications.',
  'push-off': 'The operator of this server has turned notifications off.',
};

/** Texts of the settings about messages that arrive while no page is open. */
export const push = {
  title: 'Notifications while the page is closed',
  lead: 'They go through your browser’s push service, encrypted so that only this browser can read them.',
  kinds: {
    turn: 'When it’s my turn',
    opponent: 'When an opponent is found',
    challenge: 'When someone challenges me',
  },
  busy: 'Asking your browser…',
  unsupported: faults['push-unsupported'] ?? '',
  faults,
};

/** Texts of the settings about messages that arrive while no page is open. */
export const pushTexts = inLanguage('push', push);
