import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const NODES = ['coordinator', 'first', 'second'] as const;
const HOST = '127.0.0.1';
const USER = 'postgres';
/** User ID of Debian's "nobody" user. Needed because PostgreSQL does not run as root. */
const NOBODY = 65_534;
const SETTINGS = `
listen_addresses = '${HOST}'
unix_socket_directories = ''
shared_preload_libraries = 'citus'
citus.enable_statistics_collection = off
citus.node_conninfo = 'sslmode=disable'
max_connections = 300
# One for each database keeps house there and ends deadlocks between servers.
max_worker_processes = 64
max_prepared_transactions = 200
max_locks_per_transaction = 1024
wal_level = logical
fsync = off
`;

const run = promisify(execFile);

/** A coordinator and two workers on loopback. */
export interface Cluster {
  /** Returns the URLs of a database on the coordinator and on each worker. */
  urlsOf(name: string): readonly string[];
  /**
   * Creates an empty database and returns its URL on the coordinator. If `isDistributed` is true, creates it on all
   * nodes with the Citus extension and registers the workers.
   */
  createDatabase(name: string, isDistributed: boolean): Promise<string>;
  stop(): Promise<void>;
}

/** Starts three servers with the programs from `buildCitus` and new data directories in `home`. */
export async function startCluster(home: string, programs: string): Promise<Cluster> {
  const data = join(home, 'data');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(home, 0o755);
    chownSync(data, NOBODY, NOBODY);
  }
  const as = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const options = { ...as, env: { PATH: process.env['PATH'], HOME: data, LC_ALL: 'C.UTF-8' }, cwd: data };
  const control = (node: string, ...args: string[]): Promise<unknown> =>
    run(join(programs, 'pg_ctl'), ['-D', join(data, node), '-s', '-w', ...args], options);
  const ports: number[] = [];
  for (const node of NODES) {
    const directory = join(data, node);
    await run(
      join(programs, 'initdb'),
      ['-D', directory, '-A', 'trust', '-U', USER, '-E', 'UTF8', '--no-sync'],
      options,
    );
    const port = await freePort();
    ports.push(port);
    appendFileSync(join(directory, 'postgresql.conf'), `${SETTINGS}port = ${port}\n`);
    await control(node, '-l', `${directory}.log`, 'start');
  }
  const urlOf = (port: number, name: string): string => `postgres://${USER}@${HOST}:${port}/${name}?sslmode=disable`;
  return {
    urlsOf: (name) => ports.map((port) => urlOf(port, name)),
    async createDatabase(name, isDistributed) {
      const [coordinator = 0, ...workers] = ports;
      for (const port of isDistributed ? ports : [coordinator]) {
        await ask(urlOf(port, USER), `create database ${name} encoding 'UTF8' template template0`);
        if (isDistributed) await ask(urlOf(port, name), 'create extension citus');
      }
      const url = urlOf(coordinator, name);
      if (isDistributed) {
        await ask(url, `select citus_set_coordinator_host('${HOST}', ${coordinator})`);
        for (const port of workers) await ask(url, `select citus_add_node('${HOST}', ${port})`);
      }
      return url;
    },
    async stop() {
      for (const node of NODES) await control(node, '-m', 'fast', 'stop');
    },
  };
}

async function ask(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  // Safe cast: the server listens on a port, so the address is neither a path nor null.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
