import { FILTER_PARTS } from '../src/app/bulk.ts';
import type { Database } from '../src/base/db.ts';
import { startBulkActions } from '../src/features/audience/bulk-actions/index.ts';
import { plantGroup, rowsOf } from '../test/support/planted-contacts.ts';
import { fillAudience } from './audience.ts';
import { judged, millisecondsOf, row, shown } from './measure.ts';
import { until, withClient, withStack } from './stack.ts';

const DEFAULT_SIZE = 1_000_000;
const POLL_MS = 50;
/**
 * Number of measurements of each implementation. The implementations alternate, so that both have an equally warm
 * cache.
 */
const ROUNDS = 2;
/** Maximum duration, in seconds, of an action on a million contacts. */
const MAX_SECONDS = 15;
const ACTIONS = [
  ['applied', 'apply_tag'],
  ['applied again, which changes nothing', 'apply_tag'],
  ['removed', 'remove_tag'],
] as const;

/**
 * Measures a bulk action on all contacts of an account, performed by the job and, for comparison, by a single statement
 * in the same run.
 */
export async function benchBulk(contacts = DEFAULT_SIZE): Promise<void> {
  await withStack({}, async ({ installation: { clock, databaseUrl, db, log } }) => {
    const { accountId } = await fillAudience(db, databaseUrl, contacts);
    const [ofJob, ofStatement] = [
      await plantGroup(db, accountId, 'tag', 'job'),
      await plantGroup(db, accountId, 'tag', 'statement'),
    ];
    console.log(`\nA tag for ${shown(contacts)} contacts: seconds and contacts/s; : is relative to a single statement`);
    const running = startBulkActions({ clock, db, log, filterParts: FILTER_PARTS, ceiling: contacts });
    for (let round = 0; round < ROUNDS; round += 1) {
      await db.script('checkpoint');
      const limitMs = await millisecondsOf(() => applyInOneStatement(databaseUrl, accountId, ofStatement));
      const print = (name: string, ms: number): void => {
        const most = MAX_SECONDS * Math.max(1, contacts / 1e6);
        const seconds = judged(ms / 1000, { most }, (ms / 1000).toFixed(1));
        row(name, `${seconds} s ${shown((contacts * 1000) / ms)}/s   : ${(ms / limitMs).toFixed(2)}`);
      };
      await db.script('checkpoint');
      for (const [name, action] of ACTIONS) {
        print(name, await millisecondsOf(() => runAction(db, accountId, action, ofJob)));
      }
      print('applied by a single statement', limitMs);
      await db.script(`truncate tag_member; update contact_tag set contacts_count = 0`);
    }
    await running.close();
  });
}

/** Applies the tag and updates its counter in one statement. */
async function applyInOneStatement(url: string, accountId: number, tagId: number): Promise<void> {
  await withClient(url, async (client) =>
    client.query(
      `with added as (
         insert into tag_member (account_id, tag_id, contact_id)
         select account_id, $2::bigint, contact_id from contact_stat where account_id = $1 order by contact_id
         on conflict do nothing returning 1
       )
       update contact_tag set contacts_count = contacts_count + (select count(*) from added)
       where account_id = $1 and id = $2`,
      [accountId, tagId],
    ),
  );
}

/** Creates a bulk action and waits until the job has finished it. */
async function runAction(db: Database, accountId: number, action: string, tagId: number): Promise<void> {
  const filter = JSON.stringify({ created_after: '2000-01-01T00:00:00.000Z' });
  const [made] = await rowsOf<{ id: number }>(
    db,
    `insert into bulk_action (account_id, action, target_id, dry_run, filter, sentence)
     values ($1, $2, $3, false, $4, '') returning id`,
    [accountId, action, tagId, filter],
  );
  const text = 'select status, error from bulk_action where account_id = $1 and id = $2';
  await until(async () => {
    const [found] = await rowsOf<{ status: string; error: string | null }>(db, text, [accountId, made?.id]);
    if (found?.status === 'failed') throw new Error(found.error ?? 'The bulk action failed');
    return found?.status === 'completed';
  }, POLL_MS);
}
