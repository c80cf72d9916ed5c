import { type MailText, makeMailText } from '../mailing/mail-text.ts';

const ONCE =
  'The link works once, within 30 minutes. If you did not ask for it, ignore this mail: nothing will happen.';

/** Number of hex digits shown, enough to tell keys apart. */
const SHOWN_DIGITS = 8;

/** Contains no text from the requester, because the reader may be someone else. */
export function confirmMail(pub: string, link: string): MailText {
  return makeMailText('Confirm your Anchor account', [
    'Hello,',
    `someone, probably you, asked for an Anchor account with this address. They asked in a browser whose key begins with ${pub.slice(0, SHOWN_DIGITS)}; open the link in that browser. Elsewhere it shows the request and changes nothing.`,
    { link, label: 'Confirm the account' },
    ONCE,
  ]);
}

/** Sent when someone registers with an address that already has an account. No other response reveals that. */
export function alreadyRegisteredMail(username: string, link: string): MailText {
  return makeMailText('You have an Anchor account', [
    `Hello ${username},`,
    'someone, probably you, asked for an Anchor account with this address. It already has one, so you can sign in.',
    { link, label: 'Sign in' },
    ONCE,
  ]);
}

export function signInMail(username: string, link: string): MailText {
  return makeMailText('Sign in to Anchor', [
    `Hello ${username},`,
    'here is your sign-in link. Open it in the browser in which you want to play.',
    { link, label: 'Sign in' },
    ONCE,
  ]);
}

export function unknownAddressMail(link: string): MailText {
  return makeMailText('No Anchor account with this address', [
    'Hello,',
    'someone, probably you, wants to sign in to Anchor with this address. No account uses it. You may have registered with another one.',
    { link, label: 'Open the account page' },
    'If you did not ask for it, ignore this mail.',
  ]);
}
