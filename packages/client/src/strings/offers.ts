import { inLanguage } from './chosen.ts';

/** Texts of the invitations that a player has sent and received. */
export const offers = {
  title: 'Invitations',
  none: 'You have no open invitations.',
  sent: 'Sent',
  received: 'Received',
  challengeFrom: (name: string) => `${name} challenges you`,
  acceptedOf: (name: string) => `You accepted ${name}’s invitation. The match starts when you’re both online.`,
  link: 'An invitation link for anyone',
  posted: 'A game that’s open to everyone',
  waitsFor: (name: string) => `Waiting for ${name}`,
  friendAccepted: (name: string) => `${name} has accepted. The match starts when you’re both online.`,
  declined: (name: string) => `${name} has declined`,
  play: 'Play',
  begin: 'Start the match',
  decline: 'Decline',
  later: 'Not now',
  withdraw: 'Withdraw',
  remove: 'Remove',
  takeBack: 'Take back',
  copy: 'Copy the link',
  copied: 'The link is copied.',
  acceptLater: 'Accept for later',
  acceptLaterText:
    'The other player will see that you’ve accepted. Either of you can start the match when you’re both online.',
  acceptedTitle: 'You’ve accepted',
  acceptedText:
    'Either of you can start the match when you’re both online. You’ll find it under “Invitations” at the top of every page.',
  until: (date: string) => `Open until ${date}`,
  challengeTitle: (name: string) => `Challenge ${name}`,
  challengeText: 'They’ll see your challenge next time they’re online. It’s open for a week.',
  challenge: 'Challenge',
  notFound: 'This player couldn’t be found. Try again.',
  send: 'Send the challenge',
  challenged: (name: string) => `Your challenge was sent to ${name}.`,
  tooMany: 'You’ve challenged too many players, or this one too often. Try again in an hour.',
  newAccepted: (name: string) => `${name} has accepted your invitation.`,
  newDeclined: (name: string) => `${name} has declined your challenge.`,
};

/** Texts of the invitations that a player has sent and received. */
export const offerTexts = inLanguage('offers', offers);
