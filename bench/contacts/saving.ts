import { Client } from 'pg';
import { clientConfig } from '../../src/base/client-config.ts';
import type { Database } from '../../src/base/db.ts';
import { contactAddressOf, saveContacts, type NewContact } from '../../src/features/audience/contacts/index.ts';
import { isFault } from '../../src/mail/address.ts';
import { row, shown } from '../measure.ts';
import type { Audience } from './rows.ts';

const PER_BATCH = 1_000;
const BATCHES = 60;
const TARGET_PER_SECOND = 14_000;

/** Contacts saved a thousand at once, each into two lists; beside bare inserts of the same rows into the same tables. */
export async function benchSaving(db: Database, url: string, { accountId, lists }: Audience): Promise<void> {
  console.log(`\n  Saving ${shown(PER_BATCH)} contacts at once, each into two lists`);
  const save = async (prefix: string) =>
    rate(async (batch) => {
      const contacts = contactsOf(prefix, batch, [lists.most, lists.some]);
      await db.transaction(async (tx) => saveContacts(tx, accountId, contacts));
    });
  const [fresh, again] = [await save('new'), await save('new')];
  const bare = await bareInserts(url, accountId, [lists.most, lists.some]);
  row(
    'new',
    `${shown(fresh)} rows/s${fresh < TARGET_PER_SECOND ? '  MISSED' : ''} (${(fresh / bare).toFixed(2)} of bare)`,
  );
  row('the same rows again', `${shown(again)} rows/s (${(again / bare).toFixed(2)} of bare)`);
  row('bare inserts', `${shown(bare)} rows/s`);
}

async function rate(work: (batch: number) => Promise<void>): Promise<number> {
  const before = performance.now();
  for (let batch = 0; batch < BATCHES; batch += 1) await work(batch);
  return (BATCHES * PER_BATCH * 1000) / (performance.now() - before);
}

function contactsOf(prefix: string, batch: number, listIds: readonly number[]): NewContact[] {
  return Array.from({ length: PER_BATCH }, (_none, index) => {
    const no = batch * PER_BATCH + index;
    const email = contactAddressOf(`${prefix}.contact${no}@company${no % 977}.example`);
    if (isFault(email)) throw new Error(email.fault);
    return { email, firstName: `First${no % 5_000}`, lastName: `Last${no % 9_000}`, listIds };
  });
}

/** What PostgreSQL does at most with these tables and indexes: nothing is looked up, counted or judged. */
async function bareInserts(url: string, accountId: number, lists: readonly number[]): Promise<number> {
  const client = new Client({ ...clientConfig(url, 'bench'), statement_timeout: 0 });
  await client.connect();
  try {
    return await rate(async (batch) => {
      const contacts = contactsOf('bare', batch, lists);
      await client.query(
        `with made as (
           insert into contact (account_id, email, first_name, last_name, confirmed_at)
           select $1, *, now() from unnest($2::text[], $3::text[], $4::text[]) returning id
         ), stat as (
           insert into contact_stat (account_id, contact_id, created_at) select $1, id, now() from made
         )
         insert into list_member (account_id, list_id, contact_id) select $1, l, id from made, unnest($5::bigint[]) l`,
        [
          accountId,
          contacts.map(({ email }) => email),
          contacts.map(({ firstName }) => firstName),
          contacts.map(({ lastName }) => lastName),
          lists,
        ],
      );
    });
  } finally {
    await client.end();
  }
}
