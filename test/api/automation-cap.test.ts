import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { purgeOldCaps } from '../../src/features/campaigns/automation-runs/cap.ts';
import { startApp } from '../support/app.ts';
import { newAutomationTenant, type AutomationTenant } from '../support/automations.ts';
import { docBlock } from '../support/doc-blocks.ts';
import { noteMails, passHours, type NotedMails } from '../support/planted-automations.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { runAutomations } from '../support/run-automations.ts';
import { shared } from '../support/shared.ts';

let db: Database;
let noted: NotedMails;
const app = shared(startApp);

beforeAll(async () => {
  ({ db } = app.installation);
  noted = await noteMails(db);
});

interface Tenant extends AutomationTenant {
  readonly contact: number;
  readonly automations: readonly number[];
  /** Reports the event that starts all automations. */
  readonly start: () => Promise<void>;
  readonly sent: () => Promise<number>;
}

/** Creates a contact, and active automations that an event starts and that each send an email immediately. */
async function newTenant(count: number, cap: object | null): Promise<Tenant> {
  const tenant = await newAutomationTenant(app);
  const { accountId, ann, newAutomation, newEmail } = tenant;
  expect((await ann.call('PATCH', '/campaign-settings', { automation_cap: cap })).status).toBe(200);
  const single = { trigger_type: 'event', trigger_list_id: undefined, trigger_event: 'start', active: true };
  const automations: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const { id } = await newAutomation(single);
    await newEmail(id, { delay_hours: 0 });
    automations.push(id);
  }
  const { body } = await ann.call('POST', '/contacts', { email: 'a@way.example' });
  return {
    ...tenant,
    contact: body.id,
    automations,
    async start() {
      expect((await ann.call('POST', '/events', { name: 'start', email: 'a@way.example' })).status).toBe(202);
      await runAutomations(db, noted);
    },
    sent: async () => (await noted.sent(accountId)).length,
  };
}

/** Lets hours pass for the automations and for the recorded emails of an account, then runs everything that is due. */
async function later({ accountId, automations }: Tenant, hours: number): Promise<void> {
  for (const id of automations) await passHours(db, accountId, id, hours);
  await rowsOf(
    db,
    `update automation_cap set last_at = seconds_after(last_at, $2::float8 * -3600),
       sent_at = array(select seconds_after(t, $2::float8 * -3600) from unnest(sent_at) as t)
     where account_id = $1`,
    [accountId, hours],
  );
  await runAutomations(db, noted);
}

describe('limit on automation emails per contact', () => {
  it('applies to all automations together, and emails over the limit are sent later', async () => {
    const ann = await newTenant(4, { emails: 2, days: 7 });
    await ann.start();
    expect(await ann.sent()).toBe(2);
    const waiting = await rowsOf<{ days: number }>(
      db,
      `select round(extract(epoch from base_at - now()) / 86400)::integer as days from automation_entry
       where account_id = $1 and item_id is not null`,
      [ann.accountId],
    );
    expect(waiting).toEqual([{ days: 7 }, { days: 7 }]);
    await later(ann, 7 * 24 - 1);
    expect(await ann.sent()).toBe(2);
    await later(ann, 1);
    expect(await ann.sent()).toBe(4);
    const { body } = await ann.ann.call('GET', `/automations/${ann.automations[3]}`);
    expect(body).toMatchObject({ finished_count: 1, waiting_count: 0 });
  });

  it('does not count emails that could not be created', async () => {
    const ann = await newTenant(1, { emails: 1, days: 30 });
    await ann.ann.call('POST', '/contacts', { email: 'b@way.example' });
    noted.onAdd((ids) => {
      if (ids.includes(ann.contact)) throw new Error('cannot be created');
    });
    const events = ['a@way.example', 'b@way.example'].map((email) => ({ name: 'start', email }));
    expect((await ann.ann.call('POST', '/events/batch', { events })).status).toBe(202);
    await runAutomations(db, noted);
    noted.onAdd(() => {});
    expect(await ann.sent()).toBe(1);
    await later(ann, 2);
    expect(await ann.sent()).toBe(2);
  });

  it('counts nothing while it is off', async () => {
    const ann = await newTenant(3, null);
    await ann.start();
    expect(await ann.sent()).toBe(3);
    expect(await rowsOf(db, 'select from automation_cap where account_id = $1', [ann.accountId])).toHaveLength(0);
  });

  it('forgets emails that are too old to count', async () => {
    const [old, recent] = [await newTenant(1, { emails: 1, days: 90 }), await newTenant(1, { emails: 1, days: 90 })];
    for (const ann of [old, recent]) await ann.start();
    await later(old, 91 * 24);
    await purgeOldCaps(db);
    const kept = async ({ accountId }: Tenant) =>
      (await rowsOf(db, 'select from automation_cap where account_id = $1', [accountId])).length;
    expect([await kept(old), await kept(recent)]).toEqual([0, 1]);
  });

  it('is set as in the documentation, and must be in range', async () => {
    const { ann } = await newAutomationTenant(app);
    const block = docBlock('docs/automations.md', /"automation_cap"/);
    const given = JSON.parse(block.slice(block.indexOf('{')));
    expect((await ann.call('PATCH', '/campaign-settings', given)).body).toMatchObject(given);
    for (const [cap, field] of [
      [{ emails: 0, days: 7 }, 'automation_cap.emails'],
      [{ emails: 101, days: 7 }, 'automation_cap.emails'],
      [{ emails: 1, days: 91 }, 'automation_cap.days'],
      [{ emails: 1 }, 'automation_cap.days'],
    ] as const) {
      const { body, status } = await ann.call('PATCH', '/campaign-settings', { automation_cap: cap });
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    }
    expect((await ann.call('PATCH', '/campaign-settings', { automation_cap: null })).body.automation_cap).toBeNull();
  });
});

describe('contact that enters again', () => {
  it('receives all emails again', async () => {
    const ann = await newTenant(1, null);
    const [id] = ann.automations;
    expect((await ann.ann.call('PATCH', `/automations/${id}`, { reentry: 'after_completion' })).status).toBe(200);
    await ann.start();
    await ann.start();
    expect(await noted.sent(ann.accountId)).toMatchObject([{ contact_id: ann.contact }, { contact_id: ann.contact }]);
    const { body } = await ann.ann.call('GET', `/automations/${id}`);
    expect(body).toMatchObject({ entered_count: 2, finished_count: 2, automation_items: [{ sent_count: 2 }] });
  });
});
