import { Client } from 'pg';
import { clientConfig } from '../src/base/client-config.ts';
import type { Database } from '../src/base/db.ts';
import { FILTER_PARTS } from '../src/app/bulk.ts';
import { startBulkActions } from '../src/features/audience/bulk-actions/index.ts';
import { fillAudience } from './contacts/rows.ts';
import { shown } from './measure.ts';
import { openStack } from './stack.ts';

const DEFAULT_SIZE = 1_000_000;
const POLL_MS = 50;
/** By turns, so that neither has the colder cache. */
const ROUNDS = 2;

type Action = 'apply_tag' | 'remove_tag';

/** A bulk action on all contacts of an account, by the job and by one single statement, in the same run. */
export async function benchBulk(contacts = DEFAULT_SIZE): Promise<void> {
  const stack = await openStack({});
  const { clock, databaseUrl, db, log } = stack.installation;
  try {
    const { accountId } = await fillAudience(db, databaseUrl, contacts);
    const tags = { ofJob: await newTag(db, accountId, 'job'), ofStatement: await newTag(db, accountId, 'statement') };
    console.log(`\nA tag for ${shown(contacts)} contacts: seconds and contacts/s; : is relative to a single statement`);
    const running = startBulkActions({ clock, db, log, filterParts: FILTER_PARTS, ceiling: contacts });
    for (let round = 0; round < ROUNDS; round += 1) {
      await stack.installation.db.script('checkpoint');
      const limit = await oneStatement(databaseUrl, accountId, tags.ofStatement);
      await stack.installation.db.script('checkpoint');
      for (const [what, action] of [
        ['applied', 'apply_tag'],
        ['applied again, which changes nothing', 'apply_tag'],
        ['removed', 'remove_tag'],
      ] as const) {
        tell(what, contacts, await job(db, { accountId, tagId: tags.ofJob, action }), limit);
      }
      tell('applied by one single statement', contacts, limit, limit);
      await db.script(`truncate tag_member; update contact_tag set contacts_count = 0`);
    }
    await running.close();
  } finally {
    await stack.close();
  }
}

function tell(what: string, contacts: number, seconds: number, limit: number): void {
  const perSecond = shown(Math.round(contacts / seconds)).padStart(10);
  console.log(
    `  ${what.padEnd(40)}${seconds.toFixed(1).padStart(8)} s ${perSecond}/s   : ${(seconds / limit).toFixed(2)}`,
  );
}

async function newTag(db: Database, accountId: number, name: string): Promise<number> {
  const text = `insert into contact_tag (account_id, name, color) values ($1, $2, '#FF644D') returning id`;
  const [made] = await db.query<{ id: number }>({ name: '', text }, [accountId, name]);
  return made?.id ?? 0;
}

/** What nothing that looks at each contact can be faster than: all in one, with the counter. */
async function oneStatement(url: string, accountId: number, tagId: number): Promise<number> {
  const client = new Client({ ...clientConfig(url, 'bench'), statement_timeout: 0 });
  await client.connect();
  try {
    const startedAt = performance.now();
    await client.query(
      `with added as (
         insert into tag_member (account_id, tag_id, contact_id)
         select account_id, $2::bigint, contact_id from contact_stat where account_id = $1 order by contact_id
         on conflict do nothing returning 1
       )
       update contact_tag set contacts_count = contacts_count + (select count(*) from added)
       where account_id = $1 and id = $2`,
      [accountId, tagId],
    );
    return (performance.now() - startedAt) / 1000;
  } finally {
    await client.end();
  }
}

/** Seconds from asking to the end, the time until the job is looked for included. */
async function job(
  db: Database,
  { accountId, action, tagId }: { readonly accountId: number; readonly tagId: number; readonly action: Action },
): Promise<number> {
  const startedAt = performance.now();
  const text = `insert into bulk_action (account_id, action, target_id, dry_run, filter, sentence)
    values ($1, $2, $3, false, '{"created_after":"2000-01-01T00:00:00.000Z"}', '') returning id`;
  const [made] = await db.query<{ id: number }>({ name: '', text }, [accountId, action, tagId]);
  for (;;) {
    const [row] = await db.query<{ status: string; error: string | null }>(
      { name: '', text: 'select status, error from bulk_action where account_id = $1 and id = $2' },
      [accountId, made?.id],
    );
    if (row?.status === 'completed') return (performance.now() - startedAt) / 1000;
    if (row?.status === 'failed') throw new Error(row.error ?? 'It failed');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
