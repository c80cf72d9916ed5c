const faults: Readonly<Record<string, string>> = {
  'push-denied': 'Your browser blocks notifications from this page. You can allow them in its settings for this site.',
  'push-unreachable': 'Your browser could not reach its push service. Try again later.',
  'push-unsupported': 'This browser takes no messages while the page is closed.',
  'push-off': 'The operator of this server has turned these messages off.',
};

/** Texts of the settings about messages that arrive while no page is open. */
export const push = {
  title: 'Messages while the page is closed',
  lead: 'They go through the push service of your browser’s maker, encrypted so that only this browser can read them.',
  kinds: {
    turn: 'When an opponent waits for me',
    opponent: 'When an opponent is found for me',
    challenge: 'When someone challenges me',
  },
  busy: 'Asking your browser…',
  unsupported: faults['push-unsupported'] ?? '',
  faults,
};
