import { afterAll, beforeAll, expect, it } from 'vitest';
import { FILTER_PARTS } from '../../src/app/bulk.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { startAutomationRuns } from '../../src/features/campaigns/automation-runs/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { UNLIMITED_QUOTA, noteMails, plantAutomation, type NotedMails } from '../support/planted-automations.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { createSignUps } from '../support/sign-ups.ts';
import { newFormTenant, type FormTenant } from '../support/signup-forms.ts';

const EMAIL = 'bea@there.example';
const THANKS = 'https://acme.example/thanks';

let app: TestApp;
let db: Database;
let noted: NotedMails;
let does: ReturnType<typeof createSignUps>;

beforeAll(async () => {
  app = await startApp({ POSTRIDER_DOUBLE_OPT_IN: 'on', POSTRIDER_DELIVERY: 'inbox' });
  ({ db } = app.installation);
  noted = await noteMails(db);
  does = createSignUps(app);
});
afterAll(() => app.close());

/** Runs all automations that are due. */
async function runAutomations(accountId: number): Promise<void> {
  await rowsOf(db, 'update automation_item set next_at = now() where account_id = $1 and next_at is not null', [
    accountId,
  ]);
  let isIdle = false;
  const watched: Database = {
    ...db,
    async query<Row>(...asked: Parameters<Database['query']>) {
      const rows = await db.query<Row>(...asked);
      if (asked[0].name === 'automation_runs_claim') isIdle = JSON.stringify(rows[0]).startsWith('{"claimed":null');
      return rows;
    },
  };
  const parts = {
    log: silentLog,
    clock: systemClock,
    room: UNLIMITED_QUOTA,
    reportSteps: async () => Promise.resolve(),
    mails: noted.mails,
    filterParts: FILTER_PARTS,
    pollMs: 10,
  };
  const runs = startAutomationRuns({ ...parts, db: watched });
  try {
    await eventually('nothing is due', async () => Promise.resolve(isIdle || undefined));
  } finally {
    await runs.close();
  }
}

/**
 * Signs up through a form that redirects, for a list with an automation that sends immediately. Returns the
 * confirmation URL.
 */
async function signedUp({ accountId, list, newForm }: FormTenant): Promise<{ address: string; contactId: number }> {
  await plantAutomation(db, accountId, { type: 'apply_list', list }, [0]);
  const form = await newForm({ redirect_url: THANKS });
  await does.signUp(accountId, EMAIL, { listIds: [list], formId: form.id });
  const contactId = (await does.contactOf(accountId, EMAIL))?.id ?? 0;
  return { address: `${app.url}${await does.pathOf(accountId, contactId)}`, contactId };
}

const restrict = async (accountId: number, at: 'now()' | 'null'): Promise<unknown> =>
  rowsOf(db, `update account set restricted_at = ${at} where account_id = $1`, [accountId]);

const press = async (address: string): Promise<Response> => fetch(address, { method: 'POST', redirect: 'manual' });

it('stores a confirmation while the account is restricted and sends nothing until the restriction is lifted', async () => {
  const tenant = await newFormTenant(app);
  const { accountId } = tenant;
  const { address, contactId } = await signedUp(tenant);
  await restrict(accountId, 'now()');
  expect((await press(address)).status).toBe(200);
  expect(await does.contactOf(accountId, EMAIL)).toMatchObject({ confirmed_at: expect.any(Date), flags: 0 });
  await runAutomations(accountId);
  expect(await noted.sent(accountId)).toEqual([]);
  await restrict(accountId, 'null');
  await runAutomations(accountId);
  expect((await noted.sent(accountId)).map((mail) => mail.contact_id)).toEqual([contactId]);
});

it('redirects after a confirmation as the form says, except for a restricted account', async () => {
  const tenant = await newFormTenant(app);
  const { address } = await signedUp(tenant);
  await restrict(tenant.accountId, 'now()');
  const restricted = await press(address);
  expect([restricted.status, restricted.headers.get('location')]).toEqual([200, null]);
  expect(await restricted.text()).toContain('Your subscription is confirmed');
  await restrict(tenant.accountId, 'null');
  const answer = await press(address);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, THANKS]);
});
