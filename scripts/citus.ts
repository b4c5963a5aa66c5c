/**
 * Builds Citus for Debian's PostgreSQL 15 outside this tree, starts a coordinator and two workers on loopback, migrates and
 * distributes the schema there by account, and runs every statement of the program on it: what Citus runs, and what it refuses.
 * `node bin/bootstrap.cjs scripts/citus.ts`; CITUS_HOME says where it is built and kept, CITUS_SOURCE from which repository.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/base/db.ts';
import { silentLog as log } from '../src/base/log.ts';
import { migrate } from '../src/base/migrate.ts';
import { buildCitus } from './citus/build.ts';
import { startCluster } from './citus/cluster.ts';
import { distribute, survey, type Refusal } from './citus/survey.ts';

const home = process.env['CITUS_HOME'] ?? join(tmpdir(), 'postrider-citus');
const programs = await buildCitus(home, process.env['CITUS_SOURCE']);
const cluster = await startCluster(home, programs);
try {
  const plain = await cluster.createDatabase('plain', false);
  const distributed = await cluster.createDatabase('distributed', true);
  for (const url of [plain, distributed]) await migrated(url);
  const tables = await distribute(distributed);
  console.log(`\n${tables.distributed.length} tables are distributed by account; refused: ${tables.refused.length}`);
  for (const { name, why } of tables.refused) console.log(`  ${name}: ${why}`);
  for (const mode of ['auto', 'force_generic_plan'] as const) {
    console.log(`\nplan_cache_mode = ${mode}`);
    // Citus may not survive a statement: then that is the finding, and what was found before stands above it.
    await survey(plain, distributed, mode).then(show, (error: Error) => console.log(`  ${error.message}`));
  }
} finally {
  await cluster.stop();
}

function show({ refused, run, unjudged }: Awaited<ReturnType<typeof survey>>): void {
  console.log(`  ${run} statements run, ${refused.length} are refused, ${unjudged.length} not judged`);
  for (const [why, ofIt] of byReason(refused)) {
    console.log(`  ${String(ofIt.length).padStart(4)}  ${why}`);
    console.log(`        ${ofIt.map(({ statement }) => statement.name).join(', ')}`);
  }
  console.log(`  not judged: ${unjudged.join(', ')}`);
}

async function migrated(url: string): Promise<void> {
  const db = openDatabase({ url, log, connections: 2, applicationName: 'citus' });
  await migrate(db, { log });
  await db.close();
}

function byReason(refused: readonly Refusal[]): [string, Refusal[]][] {
  return [...Map.groupBy(refused, ({ why }) => why)].toSorted(([, one], [, other]) => other.length - one.length);
}
