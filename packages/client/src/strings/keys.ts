import { inLanguage } from './chosen.ts';

/** Texts of the page of the player's key. */
export const keys = {
  title: 'Your key',
  lead: 'Your key is your identity here: anyone who has it can play as you. It stays on your devices unless you create an account.',
  warning:
    'This key is stored only in this browser. If you clear its data or lose the device, you lose your key and your rating.',
  again: 'Try again',
  none: 'You don’t have a key yet. You’ll get one when you first play.',
  pub: 'Public key',
  pubHint: 'Safe to share. It’s in the records of your matches.',
  export: 'Export your key',
  exportText: 'Keep the file somewhere safe. It makes you the same player on another device.',
  exportWarning: 'Anyone who has it can play as you.',
  download: 'Save as a file',
  copy: 'Copy as text',
  copied: 'The key is copied. Treat it like a password.',
  persist: 'Ask the browser to keep the key',
  persisted: 'Your browser will keep this site’s data until you delete it.',
  notPersisted: 'Your browser may still clear this site’s data when space runs low.',
  import: 'Import a key',
  importText: 'Paste an exported key, or choose its file.',
  importLabel: 'Exported key',
  choose: 'Choose a file',
  submit: 'Use this key',
  replaceTitle: 'Replace the key in this browser?',
  replaceText: 'You’ll lose your current key for good unless you’ve exported it.',
  replace: 'Replace it',
  same: 'That’s the key you already have.',
  notKept: 'Your browser couldn’t save the key, perhaps because it’s out of space. Nothing has changed.',
  noStorage: 'Your browser isn’t saving data for this site, so it can’t keep a key. You can still watch and verify.',
};

/** Texts of the page of the player's key. */
export const keyTexts = inLanguage('keys', keys);
