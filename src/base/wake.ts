import { Client, escapeIdentifier } from 'pg';
import { clientConfig } from './client-config.ts';
import { statement, type Db } from './db.ts';
import type { Log } from './log.ts';

const COALESCE_MS = 5;
const RECONNECT_MS = 500;

/** NOTIFY takes a cluster-wide lock at commit, so it is sent apart from the work and at most once an interval. */
const notifyStatement = statement<[channel: string], unknown>('base_notify', `select pg_notify($1, '')`);

/** Wakes listeners of a channel: a hint, never the record. */
export interface Notifier {
  /** Sends at once when the last hint is 5 ms or more ago, else once at the end of that time. Never throws. */
  notify(): void;
}

/** A notifier over `db`; a lost hint costs a listener at most its polling interval. */
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

/** Calls `onWake` for each hint on `channel`, over a connection of its own that comes back after any loss. */
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
      // The connection is of no more use; a failing end() would only repeat that.
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
