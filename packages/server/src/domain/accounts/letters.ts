import { type Letter, makeLetter } from '../mailing/letter.ts';

const ONCE = 'The link works once, within 30 minutes. If it was not you who asked, ignore this mail: nothing happens.';

/** Enough digits of a key to tell one from another. */
const SHOWN_DIGITS = 8;

/** Nothing in it was written by whoever asked for it: the reader may not be that person. */
export function confirmLetter(pub: string, link: string): Letter {
  return makeLetter('Confirm your Anchor account', [
    'Hello,',
    `somebody, probably you, wants an account at Anchor with this address. They asked in a browser whose key begins with ${pub.slice(0, SHOWN_DIGITS)}; open the link in that browser. Elsewhere it shows the request and changes nothing.`,
    { link, label: 'Confirm the account' },
    ONCE,
  ]);
}

/** Who registers with an address that has an account learns of it here, and nowhere else. */
export function alreadyLetter(username: string, link: string): Letter {
  return makeLetter('You have an Anchor account', [
    `Hello ${username},`,
    'somebody, probably you, wants an account at Anchor with this address. There is one already, so you can simply sign in.',
    { link, label: 'Sign in' },
    ONCE,
  ]);
}

export function signInLetter(username: string, link: string): Letter {
  return makeLetter('Sign in to Anchor', [
    `Hello ${username},`,
    'here is the link to sign in with. Open it in the browser in which you want to play.',
    { link, label: 'Sign in' },
    ONCE,
  ]);
}

export function unknownLetter(link: string): Letter {
  return makeLetter('No Anchor account with this address', [
    'Hello,',
    'somebody, probably you, wants to sign in to Anchor with this address. No account has it. Perhaps you registered with another one.',
    { link, label: 'To the accounts page' },
    'If it was not you who asked, ignore this mail.',
  ]);
}
