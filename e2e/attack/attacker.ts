// A process of its own, so that what it costs to attack is not taken for what it does to the server.
import { type AttackName, attacks, type Target } from './attacks.ts';

process.once('message', async ({ name, target }: { readonly name: AttackName; readonly target: Target }) => {
  process.send?.(await attacks[name](target), () => process.exit());
});
// a command that was broken off leaves no attack behind
process.once('disconnect', () => process.exit());
