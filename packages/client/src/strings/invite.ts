import { inLanguage } from './chosen.ts';

/** Texts of invitations by link. */
export const invite = {
  title: 'Invite a friend',
  text: 'Create a link and send it. The match starts when your friend joins while you’re online.',
  textCorrespondence: 'Create a link and send it. The match starts when your friend joins, even if you’re offline.',
  submit: 'Create the link',
  tooMany: 'You have too many open invitations. Use one of those links, or wait: each expires after a week.',
  posted:
    'Your game is open to everyone for 14 days. You don’t have to wait: it will be in your matches when someone joins.',
  link: 'Your link',
  copy: 'Copy',
  copied: 'The link is copied.',
  share: 'Share',
  shareText: 'Play a game of backgammon with me',
  waiting: 'You can close this dialog, but stay on this site until your friend joins.',
  waitingCorrespondence: 'You don’t have to wait: the match will be in your list once your friend joins.',
  page: 'You’re invited to play',
  from: (name: string) => `${name} wants to play backgammon with you.`,
  otherRules: 'Special rules:',
  rules: {
    cube: { on: 'with the cube', off: 'without the cube' },
    crawford: { on: 'with the Crawford rule', off: 'without the Crawford rule' },
    jacoby: { on: 'with the Jacoby rule', off: 'without the Jacoby rule' },
    beavers: { on: 'with beavers', off: 'without beavers' },
  },
  join: 'Join the match',
  joining: 'Joining…',
  guest: 'No sign-up needed: you’ll play as a guest.',
  gone: 'This invitation is no longer open',
  goneText: 'It has been used or withdrawn. Ask for a new link, or start another game.',
  own: 'This is your own link. Send it to a friend.',
  offline: 'No connection. The invitation will load when you’re back online.',
  again: 'Try again',
  home: 'Go to the home page',
};

/** Texts of invitations by link. */
export const inviteTexts = inLanguage('invite', invite);
