// The attacker runs in a separate process, so that its own CPU time does not count as the server's.
import { setPriority } from 'node:os';
import type { Order, Reply } from './attacker-process.ts';
import { attacks } from './attacks.ts';
import { FloodRun } from './flood-run.ts';

/** Real attackers use other machines. Here server and honest players get processor time before the attacker. */
const LOW_PRIORITY = 5;

let run: FloodRun | null = null;

async function obey(order: Order): Promise<unknown> {
  if (order.type === 'attack') return attacks[order.name](order.target);
  if (order.type === 'open') {
    run = await FloodRun.open(order);
    return null;
  }
  if (!run) throw new Error('the flood is not open');
  setPriority(LOW_PRIORITY);
  return run.flood(order.addresses, order.seconds);
}

process.on('message', async (order: Order) => {
  const reply: Reply = await obey(order).then(
    (value) => ({ value }),
    (error) => ({ error: String(error) }),
  );
  process.send?.(reply);
});
// The attacker ends when the command that started it is interrupted.
process.once('disconnect', () => process.exit());
