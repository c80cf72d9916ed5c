import { accountTexts } from '../../strings/account.ts';
import { MessagePage } from '../../ui/message-page.tsx';

/** Shown for an email link that is no longer valid. */
export function Expired() {
  const { expired, expiredText, another } = accountTexts;
  return <MessagePage title={expired} lead={expiredText} way={{ href: '/account', icon: 'back', label: another }} />;
}

/**
 * Returns the token of an email link. It is behind the number sign, a part of the address that reaches this page but no
 * server, proxy or log. Older links have it in the query.
 */
export function linkToken({ hash, search }: Pick<Location, 'hash' | 'search'> = location): string {
  const tokens = [hash.slice(1), search].map((part) => new URLSearchParams(part).get('t'));
  return tokens.find((token) => token !== null) ?? '';
}
