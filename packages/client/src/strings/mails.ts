import { inLanguage } from './chosen.ts';

/** Texts of the page that stops mails. */
export const mails = {
  title: 'Emails that others ask for',
  lead: 'Anyone can have a confirmation or a sign-in link sent to any address. You can stop these emails to yours.',
  stop: 'Never again',
  stopped:
    'This address won’t get any more emails that others ask for. Emails you’ve subscribed to will still arrive. If the address has an account, it gets at most one sign-in link a day.',
  allow: 'Allow these emails again',
  allowed: 'This address can get confirmations and sign-in links again, at most ten a day.',
  offline: 'The server can’t be reached. Nothing has changed. Please try again.',
  invalid: 'This link isn’t valid',
  invalidText: 'It isn’t one of our links, or a part of it is missing. Nothing has changed.',
  home: 'To the home page',
};

/** Texts of the page that stops mails. */
export const mailTexts = inLanguage('mails', mails);
