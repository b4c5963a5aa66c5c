import type { Database } from '../../src/base/db.ts';
import { createForm } from '../../src/features/campaigns/forms/forms.ts';
import { rowsOf } from '../support/planted-contacts.ts';

/** A title that is too long for a table column. */
const LONG_TITLE = 'Sign up for the catalogue in print, at the stand of the spring fair and at nobody else’s';

/**
 * Adds forms to an account that has an audience, and 21 days of sign-ups that require confirmation. One of the forms
 * has texts, a consent checkbox, and double opt-in. Returns the IDs by name.
 */
export async function seedForms(db: Database, accountId: number): Promise<Readonly<Record<string, string>>> {
  const rows = await rowsOf<{ id: number }>(db, 'select id from contact_list where account_id = $1 order by id', [
    accountId,
  ]);
  const lists = rows.map(({ id }) => id);
  await createForm(db, accountId, { title: LONG_TITLE, list_ids: lists });
  const { id } = await createForm(db, accountId, {
    title: 'A letter a month',
    list_ids: lists.slice(0, 2),
    heading: 'News from the workshop',
    description: 'What we made, what we broke, and what is left of both.\n\nOne mail a month, never more.',
    button: 'Write to me',
    gdpr_required: true,
    consent_text: 'Yes, send me the newsletter of Northwind once a month. I can end it at any time.',
    double_opt_in: true,
  });
  await db.script(
    `update form set submissions = 1284 where account_id = ${accountId} and id = ${id};
     insert into confirmation_day (account_id, day, asked, confirmed)
       select ${accountId}, day::date, 9, 7 from generate_series(now() - interval '20 days', now(), interval '1 day') day;`,
  );
  return { form: String(id) };
}
