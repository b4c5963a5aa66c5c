import { expect } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import type { TestApp } from './app.ts';
import { newPerson, type TestPerson } from './callers.ts';
import { plantGroup, rowsOf } from './planted-contacts.ts';

// The type is `any`, because tests read bodies of any shape and check them with expectations.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** Columns of a contact that sign-up forms set. */
export interface SignedUpContact {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly form_id: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly unsubscribed_at: Date | null;
}

/** An account with a list and a user who can create forms. */
export interface FormTenant {
  readonly accountId: number;
  readonly ann: TestPerson;
  readonly list: number;
  readonly db: Database;
  /** Creates a form whose subscribers are added to the list. */
  readonly newForm: (changes?: Record<string, unknown>) => Promise<Json>;
  readonly contacts: () => Promise<SignedUpContact[]>;
  readonly membersOf: (list: number) => Promise<number[]>;
}

/** Creates an account with a list and a user who can create forms. `plan` is a plan of the installation. */
export async function newFormTenant(app: TestApp, plan?: 'free' | 'paid'): Promise<FormTenant> {
  const { db } = app.installation;
  const accountId = (await app.newAccount(plan ? { plan } : {})).account.id;
  const ann = await newPerson(app, accountId);
  const list = await plantGroup(db, accountId, 'list', 'News');
  return {
    accountId,
    ann,
    list,
    db,
    async newForm(changes = {}) {
      const answer = await ann.call('POST', '/forms', { title: 'Newsletter', lists: [list], ...changes });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
      return answer.body;
    },
    contacts: async () =>
      rowsOf(
        db,
        `select id, email, first_name, last_name, form_id, fields, unsubscribed_at from contact
         where account_id = $1 and deleted_at is null order by id`,
        [accountId],
      ),
    membersOf: async (id) =>
      (
        await rowsOf<{ contact_id: number }>(
          db,
          'select contact_id from list_member where account_id = $1 and list_id = $2 order by 1',
          [accountId, id],
        )
      ).map((row) => row.contact_id),
  };
}

/** Returns the submission URL of an embedded form, according to its embed code. */
export function actionOfEmbed(form: { readonly embed: { readonly html: string } }): string {
  return /action="([^"]+)"/.exec(form.embed.html)?.[1] ?? '';
}

/** Resets the rate limits for form submissions. */
export async function deleteFormAttempts(db: Database): Promise<void> {
  await db.script('truncate form_attempt');
}
