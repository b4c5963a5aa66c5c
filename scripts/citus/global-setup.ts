import { tmpdir } from 'node:os';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { withoutGenericPlans } from '../../src/base/client-config.ts';
import { openDatabase } from '../../src/base/db.ts';
import { silentLog as log } from '../../src/base/log.ts';
import { bringUpToDate } from '../../src/app/citus/up-to-date.ts';
import { buildCitus } from './build.ts';
import { startCluster } from './cluster.ts';
import { citusHome } from './home.ts';

const NAME = 'postrider';

/**
 * Starts a cluster for the whole test run. The cluster has a distributed template database, which each test copies on
 * every server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = citusHome();
  const cluster = await startCluster(home, await buildCitus(home, process.env['CITUS_SOURCE']));
  try {
    const url = withoutGenericPlans(await cluster.createDatabase(NAME, true));
    const db = openDatabase({ url, log, connections: 2, applicationName: 'test set-up' });
    const { distributed } = await bringUpToDate({ db, log }, true);
    await db.close();
    for (const server of cluster.urlsOf('postgres')) await leaveAlone(server);
    project.provide('templateUrl', url);
    project.provide('otherServers', cluster.urlsOf(NAME).slice(1));
    project.provide('scratch', tmpdir());
    process.stdout.write(`${distributed?.spread.length ?? 0} tables are distributed over two workers\n`);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return () => cluster.stop();
}

/**
 * Closes all connections to the database on a server and prevents new ones, because a database in use cannot be copied.
 */
async function leaveAlone(server: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`alter database ${NAME} allow_connections false`);
  await client.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [NAME]);
  await client.end();
}
