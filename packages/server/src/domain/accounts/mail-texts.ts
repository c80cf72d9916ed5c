import type { MadeLink } from '../mailing/links.ts';
import { type MailPart, type MailText, makeMailText } from '../mailing/mail-text.ts';

/** The subject and the parts of a mail that others can ask for. `MailStops` makes the mail of it. */
type Requested = readonly [subject: string, parts: readonly MailPart[]];

const ONCE =
  'The link works once, within 30 minutes. If you didn’t ask for it, ignore this email: nothing will happen.';
const CODE_ONCE =
  'The link and the code work once, within 30 minutes. Never give the code to anyone. If you didn’t ask for this, ignore this email: nothing will happen.';

/** Number of hex digits shown, enough to tell keys apart. */
const SHOWN_DIGITS = 8;

/** Contains no text from the requester, because the reader may be someone else. */
export function confirmMail(pub: string, made: MadeLink): Requested {
  return [
    'Confirm your Anchor account',
    [
      'Hello,',
      'You (or someone using this address) asked to create an Anchor account.',
      ...confirming(pub, made, 'Confirm the account'),
    ],
  ];
}

/** Sent to a new address of an account. Contains no text from the requester, because the reader may be someone else. */
export function newAddressMail(pub: string, made: MadeLink): Requested {
  return [
    'Confirm your new address for Anchor',
    [
      'Hello,',
      'You (or someone else) asked to use this address for an Anchor account.',
      ...confirming(pub, made, 'Use this address'),
    ],
  ];
}

/** The link and the code, which work for the key that asked for them only. */
function confirming(pub: string, { link, code }: MadeLink, label: string): readonly MailPart[] {
  return [
    `Open this link in the browser where you asked. Its key begins with ${pub.slice(0, SHOWN_DIGITS)}.`,
    { link, label },
    `Reading this on another device? Type this code on the page where you asked: ${code}`,
    CODE_ONCE,
  ];
}

/** Sent to a new address that has an account already. No other response reveals that. */
export function takenAddressMail(username: string): Requested {
  return [
    'This address has an Anchor account',
    [
      `Hello ${username},`,
      'You (or someone else) asked to use this address for an Anchor account. It is already the address of your account, so nothing has changed.',
    ],
  ];
}

/** Sent to the former address of an account. */
export function formerAddressMail(username: string, link: string): MailText {
  return makeMailText('Your Anchor account has a new address', [
    `Hello ${username},`,
    'Your Anchor account now has another email address, which was confirmed in a browser where you were signed in. You can no longer sign in with this address.',
    'If that wasn’t you, someone else has the key to your account. Where you’re still signed in, you can change the address back or delete the account.',
    { link, label: 'Open the account page' },
  ]);
}

/** Sent when someone registers with an address that already has an account. No other response reveals that. */
export function alreadyRegisteredMail(username: string, link: string): Requested {
  return [
    'You have an Anchor account',
    [
      `Hello ${username},`,
      'You (or someone using this address) asked to create an Anchor account. This address already has one, so you can sign in.',
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
      'Here is your sign-in link. Open it in the browser you want to play in.',
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
      'You (or someone else) asked to sign in to Anchor with this address, but no account uses it. Perhaps you signed up with another one?',
      { link, label: 'Open the account page' },
      'If you didn’t ask for this, ignore this email.',
    ],
  ];
}
