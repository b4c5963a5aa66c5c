import type { Readable, Writable } from 'node:stream';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { clientConfig } from './client-config.ts';
import type { Tx } from './db.ts';

/** A transaction on a connection of its own, without limits of time, that moves whole tables. */
export interface CopySession {
  readonly tx: Tx;
  /** Runs `COPY ... TO STDOUT`; the rows are counted once the stream has ended. */
  copyOut(text: string): Readable & { readonly rowCount: number };
  /** Runs `COPY ... FROM STDIN`; the rows are counted once the stream has finished. */
  copyIn(text: string): Writable & { readonly rowCount: number };
}

/**
 * Runs `work` in a transaction that begins with the command given, on a connection of its own; commits when it resolves, and
 * gives the connection up when it throws or the signal comes, by which the server takes all back.
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
  // What the connection dies of is told by the statement that it dies under.
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
      // Unnamed: the tables that statements were prepared for are dropped and made anew.
      const result = await client.query({ text: asked.text, values: [...values] });
      return result.rows;
    },
  };
  return {
    // The transaction was begun above; the brand exists for the compiler only.
    tx: tx as unknown as Tx,
    copyOut: (text) => client.query(copyTo(text)),
    copyIn: (text) => client.query(copyFrom(text)),
  };
}
