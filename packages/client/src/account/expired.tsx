import { accountTexts } from '../strings/account.ts';
import { DeadEnd } from '../ui/dead-end.tsx';

/** A link of a mail that is good for nothing any more. */
export function Expired() {
  const { expired, expiredText, another } = accountTexts;
  return <DeadEnd title={expired} lead={expiredText} way={{ href: '/account', icon: 'back', label: another }} />;
}
