import { accountTexts } from '../../strings/account.ts';
import { DeadEnd } from '../../ui/dead-end.tsx';

/** Shown for an email link that is no longer valid. */
export function Expired() {
  const { expired, expiredText, another } = accountTexts;
  return <DeadEnd title={expired} lead={expiredText} way={{ href: '/account', icon: 'back', label: another }} />;
}
