import { loadConfig } from '../../../src/base/config.ts';
import { joinInstallation, type Environment } from '../../../src/app/installation.ts';

/** Queries for messages that are not final, and for the delivery processes that may hold them. */
const ASKED: readonly string[] = [
  `select message_id, recipient, status, attempts, taken, begun, epoch, worker, is_ready, is_stopped, held_for,
     next_at - now() as due_in
   from delivery where next_at is not null order by message_id limit 5`,
  'select number, now() - joined_at as joined_ago, now() - seen_at as seen_ago from delivery_worker order by number',
  `select message_id, attempt_no, outcome, route, reason, now() - started_at as started_ago from attempt
   where (account_id, message_id) in (select account_id, message_id from delivery where next_at is not null)
   order by message_id, attempt_no limit 10`,
];

/**
 * Runs the queries in ASKED on a running installation, and returns the rows as lines of JSON. They help to explain why
 * a message is late.
 */
export async function waitingRows(environment: Environment): Promise<string[]> {
  const config = loadConfig({ ...environment, POSTRIDER_LOG: 'error' });
  const installation = await joinInstallation(config, environment, 'chaos', undefined);
  try {
    const found = [];
    for (const text of ASKED) found.push(...(await installation.db.query<unknown>({ name: '', text }, [])));
    return found.map((row) => JSON.stringify(row));
  } finally {
    await installation.close();
  }
}
