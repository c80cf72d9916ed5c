import { type MailPart, type MailText, makeMailText } from '../mailing/mail-text.ts';

/** The subject and the parts of a mail that others can ask for. `MailStops` makes the mail of it. */
type Requested = readonly [subject: string, parts: readonly MailPart[]];

const ONCE =
  'The link works once, within 30 minutes. If you did not ask for it, ignore this mail: nothing will happen.';

/** Number of hex digits shown, enough to tell keys apart. */
const SHOWN_DIGITS = 8;

/** Contains no text from the requester, because the reader may be someone else. */
export function confirmMail(pub: string, link: string): Requested {
  return [
    'Confirm your Anchor account',
    [
      'Hello,',
      `someone, probably you, asked for an Anchor account with this address. They asked in a browser whose key begins with ${pub.slice(0, SHOWN_DIGITS)}; open the link in that browser. Elsewhere it shows the request and changes nothing.`,
      { link, label: 'Confirm the account' },
      ONCE,
    ],
  ];
}

/** Sent to a new address of an account. Contains no text from the requester, because the reader may be someone else. */
export function newAddressMail(pub: string, link: string): Requested {
  return [
    'Confirm your new address for Anchor',
    [
      'Hello,',
      `someone, probably you, wants to use this address for an Anchor account. They asked in a browser whose key begins with ${pub.slice(0, SHOWN_DIGITS)}; open the link in that browser. Elsewhere it shows the request and changes nothing.`,
      { link, label: 'Use this address' },
      ONCE,
    ],
  ];
}

/** Sent to a new address that has an account already. No other response reveals that. */
export function takenAddressMail(username: string): Requested {
  return [
    'This address has an Anchor account',
    [
      `Hello ${username},`,
      'someone, probably you, wants to use this address for an Anchor account. It already is the address of your account, so nothing was changed.',
    ],
  ];
}

/** Sent to the former address of an account. */
export function formerAddressMail(username: string, link: string): MailText {
  return makeMailText('Your Anchor account has a new address', [
    `Hello ${username},`,
    'your Anchor account now has another email address, which was confirmed in a browser with the key of the account. This address no longer signs you in.',
    'If that was not you, another person has the key of your account. Where you are still signed in, you can give the account its address back, or delete it.',
    { link, label: 'Open the account page' },
  ]);
}

/** Sent when someone registers with an address that already has an account. No other response reveals that. */
export function alreadyRegisteredMail(username: string, link: string): Requested {
  return [
    'You have an Anchor account',
    [
      `Hello ${username},`,
      'someone, probably you, asked for an Anchor account with this address. It already has one, so you can sign in.',
      { link, label: 'Sign in' },
      ONCE,
    ],
  ];
}

export function signInMail(username: string, link: string): Requested {
  return [
    'Sign in to Anchor',
    [
      `Hello ${username},`,
      'here is your sign-in link. Open it in the browser in which you want to play.',
      { link, label: 'Sign in' },
      ONCE,
    ],
  ];
}

export function unknownAddressMail(link: string): Requested {
  return [
    'No Anchor account with this address',
    [
      'Hello,',
      'someone, probably you, wants to sign in to Anchor with this address. No account uses it. You may have registered with another one.',
      { link, label: 'Open the account page' },
      'If you did not ask for it, ignore this mail.',
    ],
  ];
}
