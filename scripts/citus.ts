/**
 * Builds Citus for Debian's PostgreSQL 15 outside this tree and starts a coordinator and two workers on loopback.
 * Without arguments, migrates and distributes the schema there, runs every SQL statement in Postrider, and reports
 * which statements Citus supports. With `test FILE...`, runs tests of this tree, each on a database that is distributed
 * over the cluster. Run with `node bin/bootstrap.cjs scripts/citus.ts [test FILE...]`. CITUS_HOME sets the build
 * directory, and CITUS_SOURCE the repository.
 */
import { spawn } from 'node:child_process';
import { bringUpToDate } from '../src/app/citus/up-to-date.ts';
import { withoutGenericPlans } from '../src/base/client-config.ts';
import { openDatabase } from '../src/base/db.ts';
import { silentLog as log } from '../src/base/log.ts';
import { buildCitus } from './citus/build.ts';
import { startCluster } from './citus/cluster.ts';
import { citusHome } from './citus/home.ts';
import { survey, type Refusal } from './citus/survey.ts';

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--config', 'scripts/citus/vitest.config.ts'];

const [mode, ...files] = process.argv.slice(2);
if (mode === 'test') {
  spawn(process.execPath, [...VITEST, ...files], { stdio: 'inherit' }).on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else await surveyAll();

async function surveyAll(): Promise<void> {
  const cluster = await startCluster(citusHome(), await buildCitus(citusHome(), process.env['CITUS_SOURCE']));
  try {
    const plain = await cluster.createDatabase('plain', false);
    const distributed = withoutGenericPlans(await cluster.createDatabase('distributed', true));
    for (const url of [plain, distributed]) await migrated(url, url === distributed);
    // A statement may crash Citus. The survey then ends, and only the name of the statement and the error are printed.
    await survey(plain, distributed, 'auto').then(show, (error: Error) => console.log(error.message));
  } finally {
    await cluster.stop();
  }
}

function show({ refused, run, unjudged }: Awaited<ReturnType<typeof survey>>): void {
  console.log(`${run} statements run, ${refused.length} rejected, ${unjudged.length} not evaluated`);
  for (const [why, ofIt] of byReason(refused)) {
    console.log(`${String(ofIt.length).padStart(4)}  ${why}`);
    console.log(`      ${ofIt.map(({ statement }) => statement.name).join(', ')}`);
  }
  console.log(`not evaluated: ${unjudged.join(', ')}`);
}

async function migrated(url: string, isCluster: boolean): Promise<void> {
  const db = openDatabase({ url, log, connections: 2, applicationName: 'citus' });
  const { distributed } = await bringUpToDate({ db, log }, isCluster);
  await db.close();
  if (!distributed) return;
  console.log(
    `${distributed.copied.length} tables are copied to every server, ${distributed.spread.length} are distributed by account`,
  );
}

function byReason(refused: readonly Refusal[]): [string, Refusal[]][] {
  return [...Map.groupBy(refused, ({ why }) => why)].toSorted(([, one], [, other]) => other.length - one.length);
}
