import { loadConfig } from '../../base/config.ts';
import { hasCitus, type Distributed } from '../citus/distribute.ts';
import { bringUpToDate } from '../citus/up-to-date.ts';
import { openInstallation } from '../installation.ts';
import { patiently } from '../patience.ts';
import type { Start } from '../roles.ts';
import { print } from './output.ts';
import { parseArguments, UsageError } from './parse.ts';

export const migrateUsage = `postrider migrate [--citus]

--citus   distribute the tables by account across the workers of a Citus cluster (docs/citus.md)`;

/**
 * Runs `postrider migrate`, which migrates the schema and, on a cluster, distributes new tables. A database with Citus
 * is a cluster even without the option.
 */
export async function migrateCommand(start: Start, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, [], ['citus']);
  if (parsed.words.length > 0) throw new UsageError(`unexpected "${parsed.words[0]}"`);
  const config = loadConfig(start.environment);
  const installation = await openInstallation(config, start.environment, 'migrate', start.cloneRoot);
  try {
    const isCluster = parsed.flag('citus') || (await patiently(installation.log, () => hasCitus(installation.db)));
    const { applied, distributed } = await bringUpToDate(installation, isCluster);
    print(applied.length > 0 ? `Applied ${summarize(applied)}.` : 'The schema is up to date.');
    if (distributed) printDistributed(distributed);
  } finally {
    await installation.close();
  }
}

/** Summarizes the applied files. Functions are only counted, because a new database gets many. */
function summarize(applied: readonly string[]): string {
  const migrations = applied.filter((name) => !name.startsWith('functions/'));
  const functions = applied.length - migrations.length;
  return [...migrations, ...(functions > 0 ? [`functions (${functions})`] : [])].join(', ');
}

function printDistributed({ copied, spread }: Distributed): void {
  if (copied.length + spread.length === 0) return print('All tables are already distributed.');
  if (copied.length > 0) print(`Replicated to all servers: ${copied.join(', ')}.`);
  if (spread.length > 0) print(`Distributed by account: ${spread.join(', ')}.`);
}
