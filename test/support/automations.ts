import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { newPerson, type TestPerson } from './callers.ts';
import { plantGroup, rowsOf } from './planted-contacts.ts';

// The type is `any`, because tests read bodies of any shape and check them with expectations.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** Request fields that all test emails of automations use. */
export const EMAIL = {
  subject: 'Welcome, {{ contact.first_name | default: "reader" }}',
  html: '<p>Hello</p>',
  from_name: 'Acme',
  from_email: 'news@acme.example',
} as const;

/** An account with a user and a list, for tests of automations. */
export interface AutomationTenant {
  readonly accountId: number;
  readonly ann: TestPerson;
  readonly list: number;
  /** Creates an automation that contacts enter when they are added to the list. `changes` can set another trigger. */
  newAutomation: (changes?: Record<string, unknown>) => Promise<Json>;
  newEmail: (automationId: number, changes?: Record<string, unknown>) => Promise<Json>;
  /** Returns the database row of a trigger, an email, or an automation. */
  rowOf: (table: 'automation' | 'automation_trigger' | 'automation_item', id: number) => Promise<Json>;
  /** Inserts contacts that have been waiting for an email of an automation for the given number of hours. */
  plantWaiting: (item: Json, contactIds: readonly number[], hoursAgo?: number) => Promise<void>;
}

export async function newAutomationTenant(app: TestApp): Promise<AutomationTenant> {
  const { db } = app.installation;
  const accountId = (await app.newAccount()).account.id;
  const ann = await newPerson(app, accountId);
  const list = await plantGroup(db, accountId, 'list', 'News');
  const made = async (path: string, body: unknown): Promise<Json> => {
    const answer = await ann.call('POST', path, body);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
    return answer.body;
  };
  return {
    accountId,
    ann,
    list,
    newAutomation: async (changes = {}) =>
      made('/automations', { title: 'Welcome', trigger_type: 'apply_list', trigger_list_id: list, ...changes }),
    newEmail: async (automationId, changes = {}) =>
      made(`/automations/${automationId}/emails`, { ...EMAIL, ...changes }),
    rowOf: async (table, id) => {
      const [row] = await rowsOf(db, `select * from ${table} where account_id = $1 and id = $2`, [accountId, id]);
      return row;
    },
    plantWaiting: async ({ automation_id: automationId, id }, contactIds, hoursAgo = 0) => {
      await rowsOf(
        db,
        `with made as (
           insert into automation_entry (account_id, automation_id, contact_id, trigger_id, item_id, base_at)
           select $1, $2, c, 1, $3, now() - make_interval(hours => $5) from unnest($4::bigint[]) as c
         ), entered as (
           update automation set entered = entered + cardinality($4::bigint[]) where account_id = $1 and id = $2
         )
         update automation_item set waiting = waiting + cardinality($4::bigint[]) where account_id = $1 and id = $3`,
        [accountId, automationId, id, contactIds, hoursAgo],
      );
    },
  };
}
