import { Client } from 'pg';
import { clientConfig } from '../client-config.ts';
import { isUnavailable } from '../db.ts';

const PROBE_TIMEOUT_MS = 10_000;

/** Runs one statement on a connection of its own, at most 10 s. */
export async function queryOnce(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ ...clientConfig(url, 'supervisor'), query_timeout: PROBE_TIMEOUT_MS });
  // A connection that breaks rejects the statement as well; without a listener it would also end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
    return rows;
  } finally {
    // The answer counts; a connection that cannot even be closed is gone.
    await client.end().catch(() => {});
  }
}

/** The server's version (`18.4`) when a query succeeds; undefined while it starts, stops or is full. Throws otherwise. */
export async function probe(url: string): Promise<string | undefined> {
  try {
    const rows = await queryOnce(url, `select current_setting('server_version') as version`);
    return String(rows[0]?.['version']).split(' ')[0];
  } catch (error) {
    if (isUnavailable(error) || /timeout/i.test((error as Error).message)) return undefined;
    throw error;
  }
}
