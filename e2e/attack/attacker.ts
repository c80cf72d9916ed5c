// The attacker runs in a separate process, so that its own CPU time does not count as the server's.
import { type AttackName, attacks, type Target } from './attacks.ts';

process.once('message', async ({ name, target }: { readonly name: AttackName; readonly target: Target }) => {
  process.send?.(await attacks[name](target), () => process.exit());
});
// The attacker ends when the command that started it is interrupted.
process.once('disconnect', () => process.exit());
