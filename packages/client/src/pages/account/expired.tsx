import { accountTexts } from '../../strings/account.ts';
import { MessagePage } from '../../ui/message-page.tsx';

/** Shown for an email link that is no longer valid. */
export function Expired() {
  const { expired, expiredText, another } = accountTexts;
  return <MessagePage title={expired} lead={expiredText} way={{ href: '/account', icon: 'back', label: another }} />;
}
