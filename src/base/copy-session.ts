import type { Readable, Writable } from 'node:stream';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { clientConfig } from './client-config.ts';
import type { Tx } from './db.ts';

/** A transaction on its own connection without time limits, for copying whole tables. */
export interface CopySession {
  readonly tx: Tx;
  /** Runs `COPY ... TO STDOUT`. `rowCount` is final once the stream has ended. */
  copyOut(text: string): Readable & { readonly rowCount: number };
  /** Runs `COPY ... FROM STDIN`. `rowCount` is final once the stream has finished. */
  copyIn(text: string): Writable & { readonly rowCount: number };
}

/**
 * Runs `work` in a transaction on its own connection. `begin` is the command that starts the transaction. Commits when
 * `work` resolves. If `work` throws or the signal is aborted, closes the connection, so that the server rolls back.
 */
export async function inCopySession<T>(
  options: {
    readonly url: string;
    readonly applicationName: string;
    readonly begin: string;
    readonly signal?: AbortSignal;
  },
  work: (session: CopySession) => Promise<T>,
): Promise<T> {
  const client = new Client({
    ...clientConfig(options.url, options.applicationName),
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  // Ignore this event, because the statement in progress rejects with the same error.
  client.on('error', () => {});
  const onAbort = (): void => void client.end();
  await client.connect();
  options.signal?.addEventListener('abort', onAbort);
  try {
    options.signal?.throwIfAborted();
    await client.query(options.begin);
    const result = await work(sessionOn(client));
    await client.query('commit');
    return result;
  } finally {
    options.signal?.removeEventListener('abort', onAbort);
    await client.end();
  }
}

function sessionOn(client: Client): CopySession {
  const tx = {
    async query(asked: { readonly text: string }, values: readonly unknown[]) {
      // Do not name the statement: a prepared statement would refer to tables that are dropped and created again.
      const result = await client.query({ text: asked.text, values: [...values] });
      return result.rows;
    },
  };
  return {
    // Safe cast: the transaction was started above, and the type brand exists only at compile time.
    tx: tx as unknown as Tx,
    copyOut: (text) => client.query(copyTo(text)),
    copyIn: (text) => client.query(copyFrom(text)),
  };
}
