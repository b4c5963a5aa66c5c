import { Client, escapeIdentifier } from 'pg';
import { clientConfig } from './client-config.ts';
import { statement, type Db } from './db.ts';
import type { Log } from './log.ts';

const COALESCE_MS = 5;
const RECONNECT_MS = 500;

/**
 * Sends a notification. Runs separately from the work that it announces, because NOTIFY takes a cluster-wide lock at
 * commit.
 */
const notifyStatement = statement<[channel: string], unknown>('base_notify', `select pg_notify($1, '')`);

/** Wakes the listeners of a channel. A notification is only a hint and has no data. */
export interface Notifier {
  /**
   * Sends a notification immediately if the last one was at least 5 ms ago, otherwise once at the end of those 5 ms.
   * Never throws.
   */
  notify(): void;
}

export function createNotifier(db: Db, channel: string, log: Log): Notifier {
  let pending = false;
  let resting = false;
  const send = (): void => {
    resting = true;
    pending = false;
    notifyStatement(db, channel).catch((error: Error) =>
      log.debug('Wake-up notification not sent', { error: error.message }),
    );
    setTimeout(() => {
      resting = false;
      if (pending) send();
    }, COALESCE_MS).unref();
  };
  return {
    notify() {
      if (resting) pending = true;
      else send();
    },
  };
}

/**
 * Calls `onWake` for each notification on `channel`, and after each time it connects, because notifications may have
 * been missed before. Uses its own connection, and reconnects whenever the connection is lost.
 */
export function listen(options: {
  readonly url: string;
  readonly channel: string;
  readonly log: Log;
  readonly onWake: () => void;
}): { close(): Promise<void> } {
  let closed = false;
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    if (closed) return;
    const current = new Client({ ...clientConfig(options.url, 'listener'), statement_timeout: 0 });
    client = current;
    let lost = false;
    const reconnect = (error?: Error): void => {
      if (lost) return;
      lost = true;
      if (closed) return;
      options.log.debug('Listener connection lost; reconnecting', { error: error?.message });
      retry = setTimeout(() => void connect(), RECONNECT_MS);
      // The connection is unusable anyway, so ignore errors from `end()`.
      current.end().catch(() => {});
    };
    current.on('error', reconnect);
    current.on('end', () => reconnect());
    current.on('notification', options.onWake);
    try {
      await current.connect();
      await current.query(`listen ${escapeIdentifier(options.channel)}`);
      options.onWake();
    } catch (error) {
      reconnect(error as Error);
    }
  };
  void connect();

  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
