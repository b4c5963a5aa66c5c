/**
 * `node bin/bootstrap.cjs scripts/power-cut.ts [cuts] [--seed n] [--fsync off] [--synchronous-commit off]`: simulates
 * power failures of a server under load and reports how many messages accepted with status 202 were lost, not
 * delivered, or delivered twice. Requires root, mkfs.ext4, and mkfs.xfs.
 */
import { parseArgs } from 'node:util';
import { cutPower, type Weakness } from '../test/chaos/power-cut.ts';
import { obstacleToImageStores } from '../test/support/volume.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    fsync: { type: 'string', default: 'on' },
    'synchronous-commit': { type: 'string', default: 'on' },
  },
});
const off: Weakness[] = [];
if (values.fsync === 'off') off.push('fsync');
if (values['synchronous-commit'] === 'off') off.push('synchronous_commit');

const obstacle = await obstacleToImageStores();
if (obstacle !== undefined) {
  console.error(`A power cut is not possible here: ${obstacle}.`);
  process.exit(1);
}
// Exit on signals, so that the mounted file systems are released.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const startedMs = performance.now();
let number = 0;
const report = await cutPower({
  cuts: Number(positionals[0] ?? 20),
  seed: Number(values.seed),
  off,
  onCut: (cut) => {
    number += 1;
    const outcome = cut.started ? '' : ', and the database did not start';
    console.log(`cut ${number}: ${cut.accepted} accepted since the last cut, ${cut.lost} lost${outcome}`);
  },
});
const { accepted, cuts, duplicates, lost, seed, undelivered } = report;
const seconds = Math.round((performance.now() - startedMs) / 1_000);
const weakness = off.length > 0 ? ` with ${off.map((name) => `${name} off`).join(' and ')}` : '';
console.log(
  `${cuts.length} power cuts${weakness} (seed ${seed}, ${seconds} s): ${accepted} accepted, ${lost} lost, ` +
    `${undelivered} not delivered, ${duplicates} delivered twice`,
);
process.exit(lost + undelivered > 0 ? 1 : 0);
