import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { findAccount } from '../../src/features/tenants/accounts/index.ts';
import { startApp } from '../support/app.ts';
import { newPerson, type Caller } from '../support/callers.ts';
import { newSender, type Sender } from '../support/campaign-contents.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

let db: Database;
let chief: Caller;
const app = shared(async () =>
  startApp({ POSTRIDER_CAMPAIGN_APPROVAL: 'always', POSTRIDER_CAMPAIGN_CANARY_AUDIENCE: '15' }),
);

beforeAll(async () => {
  ({ db } = app.installation);
  const operator = await findAccount(db, app.installation.config.ownerEmail);
  chief = (await newPerson(app, operator?.id ?? 0, 'owner')).session;
});

/** Creates a draft for a list of twenty contacts. */
async function draftOf({ accountId, ann, domain }: Sender, more: Record<string, unknown> = {}) {
  const list = await plantGroup(db, accountId, 'list', 'News');
  const contacts = await plantContacts(db, accountId, { count: 20, prefix: `reader${list}-` });
  await plantMembers(db, accountId, { kind: 'list', id: list, contactIds: contacts });
  const { body } = await ann.call('POST', '/campaigns', {
    title: 'Review me',
    subject: 'News',
    html: '<p>Hello <a href="https://shop.example/?a=1&amp;b=2">shop</a></p>',
    from_name: 'Tea',
    from_email: `news@${domain}`,
    lists: [list],
    ...more,
  });
  return { id: Number(body.id), list, contacts };
}

const flag = async (contacts: readonly number[], flags: number): Promise<unknown> =>
  rowsOf(db, 'update contact_stat set flags = $2 where contact_id = any($1::bigint[])', [contacts, flags]);

describe('contacts without a value for a merge tag', () => {
  it('are counted in the audience, on request and by the checks', async () => {
    const sender = await newSender(app);
    const { accountId, ann } = sender;
    const { body: city } = await ann.call('POST', '/contact-fields', {
      label: 'City',
      contact_field_type_id: '0abe5601-7738-43c8-858f-81911ecf89ee',
    });
    const html = '<p>{{ first_name }} {{ contact.city }} {{ contact.last_name | default: "x" }}</p>';
    const { contacts, id } = await draftOf(sender, { html });
    const set = async (column: string, of: readonly number[]): Promise<unknown> =>
      rowsOf(db, `update contact set ${column} where account_id = $1 and id = any($2::bigint[])`, [accountId, of]);
    await set(`first_name = 'Ann'`, contacts);
    await set(`first_name = ''`, contacts.slice(0, 3));
    await set(`fields = '{"${city.id}": "Rome"}'`, contacts.slice(0, 12));
    // Contacts that do not receive the campaign do not count.
    await flag(contacts.slice(18), 2);
    const path = `/dashboard/campaigns/${id}/missing-values`;
    const counted = await ann.session.call('GET', `${path}?names=contact.first_name,city,language`);
    expect([counted.status, counted.body]).toEqual([
      200,
      {
        contacts: 18,
        data: [
          { name: 'contact.first_name', missing: 3 },
          { name: 'city', missing: 6 },
          { name: 'language', missing: 18 },
        ],
      },
    ]);
    const { body: checks } = await ann.call('GET', `/campaigns/${id}/checks`);
    expect(checks.findings.find((one: { id: string }) => one.id === 'merge-tags')).toMatchObject({
      level: 'warning',
      message:
        '3 of 18 contacts have no value for first_name, which has no fallback. ' +
        '6 of 18 contacts have no value for contact.city, which has no fallback.',
    });
  });

  it('are 0 without an audience, and unknown merge tags are refused by name', async () => {
    const sender = await newSender(app);
    const { id } = await draftOf(sender, { lists: [] });
    const path = `/dashboard/campaigns/${id}/missing-values`;
    const call = async (names: string, caller = sender.ann.session) => caller.call('GET', `${path}?names=${names}`);
    expect((await call('first_name')).body).toEqual({ contacts: 0, data: [{ name: 'first_name', missing: 0 }] });
    expect((await call('first_name,frist_name')).body.errors).toEqual({
      names: ['must be merge tags of optional contact fields, not "frist_name". Did you mean "first_name"?'],
    });
    expect((await call(Array.from({ length: 21 }, () => 'first_name').join(','))).body.errors).toEqual({
      names: ['must have at most 20 merge tags.'],
    });
    expect((await call('first_name', (await newSender(app)).ann.session)).status).toBe(403);
  });
});

describe('audience of an upcoming campaign', () => {
  it('counts its contacts, and the excluded ones by the first reason that applies', async () => {
    const sender = await newSender(app);
    const { accountId, ann } = sender;
    const out = await plantGroup(db, accountId, 'tag', 'Out');
    const { contacts, id } = await draftOf(sender, { excluded_contact_tags: [out] });
    await flag(contacts.slice(0, 1), 2);
    await flag(contacts.slice(1, 3), 4);
    await flag(contacts.slice(3, 4), 8);
    await flag(contacts.slice(4, 6), 1);
    // A contact that is excluded for several reasons is counted once.
    await plantMembers(db, accountId, { kind: 'tag', id: out, contactIds: contacts.slice(0, 9) });
    await rowsOf(
      db,
      `insert into suppression (account_id, address, reason) select account_id, email, 'manual' from contact where id = $1`,
      [contacts[8]],
    );
    const { body, status } = await ann.session.call('GET', `/dashboard/campaigns/${id}/audience`);
    expect([status, body]).toEqual([
      200,
      {
        campaign_id: id,
        contacts: 11,
        left_out: [
          { why: 'unsubscribed', contacts: 1 },
          { why: 'bounced', contacts: 2 },
          { why: 'invalid', contacts: 1 },
          { why: 'unconfirmed', contacts: 2 },
          { why: 'suppressed', contacts: 1 },
          { why: 'excluded', contacts: 2 },
        ],
        fault: null,
      },
    ]);
    await rowsOf(
      db,
      `update contact_stat set last_opened_at = now() - interval '100 days' where contact_id = any($1::bigint[])`,
      [contacts.slice(9)],
    );
    await ann.call('PATCH', `/campaigns/${id}`, { engaged_only: true });
    const engaged = await ann.session.call('GET', `/dashboard/campaigns/${id}/audience`);
    expect(engaged.body.left_out.at(-1)).toEqual({ why: 'not_engaged', contacts: 11 });
    expect(engaged.body.contacts).toBe(0);
  });

  it('explains why it is empty and is not shown to other accounts', async () => {
    const sender = await newSender(app);
    const { ann } = sender;
    const { id, list } = await draftOf(sender);
    await rowsOf(db, 'delete from contact_list where account_id = $1 and id = $2', [sender.accountId, list]);
    const { body } = await ann.session.call('GET', `/dashboard/campaigns/${id}/audience`);
    expect(body).toMatchObject({ contacts: 0, left_out: [] });
    expect(body.fault).toContain('of the audience have been deleted');
    const other = (await newSender(app)).ann.session;
    for (const what of ['audience', 'safeguards', 'link-map', 'lanes']) {
      expect((await other.call('GET', `/dashboard/campaigns/${id}/${what}`)).status, what).toBe(403);
      expect((await other.call('GET', `/dashboard/campaigns/999999999/${what}`)).status, what).toBe(404);
      expect((await other.call('GET', `/dashboard/campaigns/no/${what}`)).status, what).toBe(404);
    }
  });
});

describe('safeguards of an upcoming campaign', () => {
  it('are evaluated without asking the operator or changing anything', async () => {
    const sender = await newSender(app);
    const { accountId, ann } = sender;
    const { id } = await draftOf(sender);
    const path = `/dashboard/campaigns/${id}/safeguards`;
    await rowsOf(db, `insert into campaign_safeguard (account_id, overrides) values ($1, '{"canary_least": 3}')`, [
      accountId,
    ]);
    const first = await ann.session.call('GET', path);
    expect(first.body).toEqual({
      campaign_id: id,
      engaged_only: false,
      engaged_reason: null,
      first_wave: { safeguard: 'canary', contacts: 3, minutes: 10 },
      holds: [],
      approval: { state: 'asked_when_sent', reason: null },
    });
    expect(await rowsOf(db, 'select from campaign_approval where account_id = $1', [accountId])).toEqual([]);
    expect(await rowsOf(db, 'select from guarded_campaign where account_id = $1', [accountId])).toEqual([]);
    expect((await ann.call('POST', `/campaigns/${id}/send`)).status).toBe(403);
    expect((await ann.session.call('GET', path)).body.approval).toEqual({ state: 'waiting', reason: null });
  });

  it('list all holds with the time at which each ends', async () => {
    const sender = await newSender(app);
    const { accountId, ann } = sender;
    const { id } = await draftOf(sender);
    const { id: warming } = await draftOf(sender, { title: 'The first' });
    await rowsOf(db, `update campaign set state = 'sending' where id = $1`, [warming]);
    await rowsOf(
      db,
      `insert into guarded_campaign (account_id, campaign_id, domain, charged_at, mails, engaged_only, wave_safeguard, wave_contacts,
         wave_ends_at, wave_state)
       values ($1, $2, 'tea.example', now(), 10, false, 'warm_up', 10, now() + interval '5 hours', 'running')`,
      [accountId, warming],
    );
    await rowsOf(
      db,
      `insert into campaign_safeguard (account_id, overrides) values ($1, '{"daily_mails": 25}')
       on conflict (account_id) do update set overrides = excluded.overrides`,
      [accountId],
    );
    await rowsOf(
      db,
      `insert into mail_class_pause (account_id, class, paused_at, reason) values ($1, 3, now(), 'bounces')`,
      [accountId],
    );
    const { body } = await ann.session.call('GET', `/dashboard/campaigns/${id}/safeguards`);
    expect(body.holds.map(({ safeguard }: { safeguard: string }) => safeguard)).toEqual([
      'mail_class',
      'warm_up',
      'daily_throttle',
    ]);
    expect(body.holds.map(({ lifts_at: at }: { lifts_at: string | null }) => at !== null)).toEqual([false, true, true]);
  });
});

describe("content for the operator's review", () => {
  it('is shown in a sandboxed frame and only to the operator', async () => {
    const sender = await newSender(app);
    const { accountId, ann } = sender;
    const { id } = await draftOf(sender, {
      html: '<p>Hi</p><script>alert(1)</script><a href="https://x.example">x</a>',
    });
    expect((await ann.call('POST', `/campaigns/${id}/send`)).status).toBe(403);
    const path = `/dashboard/operator/accounts/${accountId}/campaigns/${id}/approval/preview`;
    const cookieOf = async (caller: Caller, query = '') =>
      caller.call('GET', `${path}${query}`).catch((error: unknown) => error);
    // The response is a page, so parsing it as JSON fails.
    expect(await cookieOf(chief)).toBeInstanceOf(SyntaxError);
    expect(await cookieOf(chief, '?content=7')).toMatchObject({ status: 404 });
    expect(await cookieOf(chief, '?content=x&mode=blue')).toMatchObject({
      status: 422,
      body: { errors: { content: expect.anything(), mode: expect.anything() } },
    });
    expect(await cookieOf(ann.session)).toMatchObject({ status: 403 });
  });

  it('is listed with campaigns stopped by their results until they are released', async () => {
    const sender = await newSender(app);
    const { accountId } = sender;
    const { id } = await draftOf(sender);
    await rowsOf(db, `update campaign set state = 'paused' where id = $1`, [id]);
    await rowsOf(
      db,
      `insert into guarded_campaign (account_id, campaign_id, domain, charged_at, mails, engaged_only, stopped_at, stopped_by,
         stop_reason) values ($1, $2, 'tea.example', now(), 10, false, now(), 'automatic_pause', 'Too many bounced.')`,
      [accountId, id],
    );
    const listed = async (): Promise<unknown[]> => {
      const { body } = await chief.call('GET', '/dashboard/operator/campaign-stops');
      return body.data.filter((one: { account: { id: number } }) => one.account.id === accountId);
    };
    expect(await listed()).toMatchObject([{ campaign: { id, title: 'Review me' }, reason: 'Too many bounced.' }]);
    const released = `/dashboard/operator/accounts/${accountId}/campaigns/${id}/release`;
    expect((await chief.call('POST', released)).status).toBe(200);
    expect(await listed()).toEqual([]);
  });
});
