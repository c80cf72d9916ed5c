import { codeIn, type MailHost } from '../smtp.ts';
import { type BrowserPage, button, type Target } from './browser-page.ts';

interface NewAccount {
  /** The address of the server. */
  readonly home: string;
  readonly mail: MailHost;
  readonly name: string;
  readonly email: string;
}

/** Creates an account for the key of this page, by the code in the mail. The next mail has to be this one. */
export async function createAccount(page: BrowserPage, { home, mail, name, email }: NewAccount): Promise<void> {
  await page.window.goto(`${home}/account`);
  await page.fill(inForm('Your name'), name);
  await page.fill(inForm('Email address'), email);
  const next = mail.letters.length;
  await page.click(button('Email me a link'));
  await page.fill(inForm('Code from the email'), codeIn(await mail.letter(next)));
  await page.click(button('Confirm the account'));
  await page.waitFor({ css: '.notice', name: `You’re signed in as .*${name}.*` });
}

/** A field of the first form, which creates the account. */
const inForm = (label: string): Target => ({ css: 'main section label.field', name: `${label}.*` });
