import { createLog } from '../../src/base/log.ts';
import { startPostgres, type EmbeddedPostgres } from '../../src/base/postgres/server.ts';

/**
 * A program that owns a server. It reads options as JSON from its first argument, prints one line of JSON when the
 * server is ready, and stops the server when standard input ends.
 */
const options = JSON.parse(process.argv[2] ?? '') as { dataDir: string };
try {
  const server: EmbeddedPostgres = await startPostgres({ ...options, durable: false, log: createLog('warn') });
  process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid, adopted: server.adopted })}\n`);
  process.stdin.resume().once('end', () => void server.stop());
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`);
}
