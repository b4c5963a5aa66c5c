import { Client } from 'pg';
import { clientConfig } from '../client-config.ts';
import { isUnavailable } from '../db.ts';

const PROBE_TIMEOUT_MS = 10_000;

/** Runs one statement on its own connection, for at most 10 s. */
export async function queryOnce(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ ...clientConfig(url, 'supervisor'), query_timeout: PROBE_TIMEOUT_MS });
  // A broken connection also makes the statement reject. Without a listener, the connection's `error` event would crash
  // the process.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
    return rows;
  } finally {
    // Ignore errors, because a connection that cannot be closed is already gone.
    await client.end().catch(() => {});
  }
}

/**
 * Resolves with the server's version (`18.4`) if a query succeeds, or with undefined while the server is starting,
 * stopping, out of connections, or too slow to respond. Throws other errors.
 */
export async function probe(url: string): Promise<string | undefined> {
  try {
    const rows = await queryOnce(url, `select current_setting('server_version') as version`);
    return String(rows[0]?.['version']).split(' ')[0];
  } catch (error) {
    if (isUnavailable(error) || /timeout/i.test((error as Error).message)) return undefined;
    throw error;
  }
}
