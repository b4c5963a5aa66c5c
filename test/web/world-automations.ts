import type { Database } from '../../src/base/db.ts';
import { plantAutomation } from '../support/planted-automations.ts';
import { rowsOf } from '../support/planted-contacts.ts';

const SUBJECTS = [
  'Welcome to the workshop',
  'Three things that we make',
  'What would you like to read, {{ first_name }}?',
];

/**
 * Adds two automations to an account that has an audience: one that has been active for some time, and one that is
 * empty. Returns the IDs by name.
 */
export async function seedAutomations(db: Database, accountId: number): Promise<Readonly<Record<string, string>>> {
  const [list] = await rowsOf<{ id: number }>(
    db,
    'select id from contact_list where account_id = $1 order by id limit 1',
    [accountId],
  );
  const { id, items, triggerId } = await plantAutomation(
    db,
    accountId,
    { type: 'apply_list', list: list?.id ?? 0 },
    [0, 48, 120],
    { from: 'news@northwind.example' },
  );
  await db.script(
    `update automation set title = 'Welcome', entered = 412, finished = 306, ended = 9 where account_id = ${accountId} and id = ${id};
     with made as (insert into automation (account_id, title) values (${accountId}, 'Come back') returning id)
       insert into automation_trigger (account_id, automation_id) select ${accountId}, id from made`,
  );
  for (const [index, item] of items.entries()) {
    await rowsOf(db, 'update campaign set subject = $3, preview_text = $4 where account_id = $1 and id = $2', [
      accountId,
      item.campaignId,
      SUBJECTS[index],
      index === 0 ? 'It is good to have you here' : null,
    ]);
    await rowsOf(
      db,
      `update automation_item set sent = $3, waiting = $4, fault = $5, next_at = null where account_id = $1 and id = $2`,
      [accountId, item.id, 400 - index * 40, index * 30, index === 2 ? 'The content waits for the operator.' : null],
    );
  }
  await rowsOf(
    db,
    `insert into automation_entry (account_id, automation_id, contact_id, trigger_id, item_id, base_at, done, entered_at)
     select $1, $2, id, $3, $4, now() - interval '1 hour', $5, now() - interval '20 days' from contact
     where account_id = $1 and email = 'grace@example.org'`,
    [accountId, id, triggerId, items[1]?.id, [items[0]?.id]],
  );
  await rowsOf(
    db,
    `insert into contact_event (account_id, contact_id, name, properties, occurred_at)
     select $1, id, (array['order.placed', 'account.opened', 'course.completed'])[1 + id % 3],
       jsonb_build_object('order_total', (id * 7 % 90) || '.00', 'items', id % 5), now() - make_interval(hours => id::int)
     from contact where account_id = $1 and email like '%@reader.example' order by id limit 120`,
    [accountId],
  );
  return { automation: String(id), automation_list: String(list?.id) };
}
