// Place in a run: slow.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmationJobs } from '../../src/app/confirmations.ts';
import { erasedPeopleOf } from '../../src/app/contact-privacy.ts';
import type { Tx } from '../../src/base/db.ts';
import { createLog } from '../../src/base/log.ts';
import {
  sendWaitingConfirmations,
  createConfirmations,
  purgeSignUps,
  type ConfirmationParts,
} from '../../src/features/campaigns/confirmations/index.ts';
import { eraseDue } from '../../src/features/audience/contact-privacy/index.ts';
import { contactAddressOf } from '../../src/features/audience/contacts/index.ts';
import { createLinkTokens, type TrackedRecipient } from '../../src/features/outcomes/tracking/index.ts';
import { Refusal } from '../../src/base/refusal.ts';
import { eventually, startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { UNLIMITED_QUOTA } from '../support/planted-automations.ts';
import { plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';
import { createSignUps } from '../support/sign-ups.ts';

const EMAIL = 'bea@there.example';
const SANDBOX = 'onboarding@sandbox.localhost';

let does: ReturnType<typeof createSignUps>;
let accountId: number;
let ann: TestPerson;

const app = shared(async () => startApp({ POSTRIDER_DOUBLE_OPT_IN: 'on', POSTRIDER_DELIVERY: 'inbox' }));

beforeAll(async () => {
  does = createSignUps(app);
});
beforeEach(async () => {
  accountId = (await app.newAccount()).account.id;
  ann = await newPerson(app, accountId);
});

async function rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return rowsOf<Row>(app.installation.db, text, values);
}

async function newList(name = 'News'): Promise<number> {
  return plantGroup(app.installation.db, accountId, 'list', name);
}

const contact = async (email = EMAIL) => {
  const found = await does.contactOf(accountId, email);
  if (!found) throw new Error(`There is no contact ${email}`);
  return found;
};
const mails = async (email = EMAIL) => does.mailsTo(accountId, email);

async function ask(path: string, method = 'GET', body?: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${app.url}${path}`, {
    method,
    redirect: 'manual',
    ...(body !== undefined && { body, headers }),
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

const page = async (email = EMAIL) => does.pathOf(accountId, (await contact(email)).id);
const confirm = async (email = EMAIL) => ask(await page(email), 'POST', '');

/** Returns the default dependencies of these tests, with the given replacements. */
function partsWith(over: Partial<ConfirmationParts>): ConfirmationParts {
  const { clock, db } = app.installation;
  return {
    db,
    clock,
    log: createLog('error', () => {}),
    erasedPeople: erasedPeopleOf(app.installation),
    ready: async () => Promise.resolve({ add: async (_tx: Tx, ids: readonly number[]) => Promise.resolve(ids) }),
    room: UNLIMITED_QUOTA,
    localSender: SANDBOX,
    onConfirmed: [],
    ...over,
  };
}

function addressOf(email: string) {
  const address = contactAddressOf(email);
  if (typeof address === 'object') throw new Error(address.fault);
  return address;
}

async function signUpBy(parts: ConfirmationParts, email = EMAIL, listIds: readonly number[] = []): Promise<void> {
  const signUps = await createConfirmations(parts).prepare(accountId);
  await parts.db.transaction(async (tx) => signUps.signUp(tx, { email: addressOf(email), listIds, source: 'form' }));
}

describe('sign-up', () => {
  it('of a new contact stores it unconfirmed with lists and names, and sends emails after confirmation only', async () => {
    const list = await newList();
    await does.signUp(accountId, EMAIL, { firstName: 'Bea', listIds: [list], formId: 7 });
    const saved = { first_name: 'Bea', confirmed_at: null, flags: 1, lists: [list], form_id: 7 };
    expect([await contact(), await mails()]).toMatchObject([saved, 1]);
    expect((await confirm()).text).toContain('Your subscription is confirmed');
    expect(await contact()).toMatchObject({ ...saved, confirmed_at: expect.any(Date), flags: 0 });
  });

  it('of an unconfirmed contact stores the changes at once without a second email within an hour', async () => {
    const [one, two] = [await newList('One'), await newList('Two')];
    await does.signUp(accountId, EMAIL, { firstName: 'B', listIds: [one] });
    await does.signUp(accountId, EMAIL, { firstName: 'Bea', listIds: [two] });
    expect([await contact(), await mails()]).toMatchObject([{ first_name: 'Bea', flags: 1, lists: [one, two] }, 1]);
  });

  it('of a confirmed contact changes nothing until it is confirmed, and combines several sign-ups', async () => {
    const [one, two, gone] = [await newList('One'), await newList('Two'), await newList('Gone')];
    await does.signUp(accountId, EMAIL, { firstName: 'Bea' }, false);
    const [field = { id: 0 }] = await rows<{ id: number }>(
      `insert into contact_field (account_id, label, name, type) values ($1, 'City', 'city', 'text') returning id`,
      [accountId],
    );
    await does.signUp(accountId, EMAIL, { firstName: 'Mallory', listIds: [one], fields: { [field.id]: 'Köln' } });
    await does.signUp(accountId, EMAIL, { lastName: 'Berg', listIds: [two, gone], fields: { 999: 'of nobody' } });
    expect([await contact(), await mails()]).toMatchObject([{ first_name: 'Bea', flags: 0, lists: [] }, 1]);
    expect((await ann.call('DELETE', `/lists/${gone}`)).status).toBe(200);
    await confirm();
    expect(await contact()).toMatchObject({ first_name: 'Mallory', lists: [one, two] });
    expect(await rows('select last_name, fields from contact where account_id = $1', [accountId])).toEqual([
      { last_name: 'Berg', fields: { [field.id]: 'Köln' } },
    ]);
  });

  it('of an unsubscribed contact resubscribes it only by confirmation', async () => {
    await does.signUp(accountId, EMAIL, {}, false);
    await ann.call('PATCH', '/unsubscribe', { email: EMAIL });
    await does.signUp(accountId, EMAIL);
    expect([await contact(), await mails()]).toMatchObject([{ unsubscribed_at: expect.any(Date), flags: 2 }, 1]);
    expect((await confirm()).status).toBe(200);
    expect(await contact()).toMatchObject({ unsubscribed_at: null, flags: 0 });
  });

  it('of a contact that unsubscribes afterwards cannot be confirmed by the earlier link', async () => {
    await does.signUp(accountId, EMAIL, {}, false);
    await does.signUp(accountId, EMAIL);
    await ann.call('PATCH', '/unsubscribe', { email: EMAIL });
    expect((await confirm()).status).toBe(410);
    expect(await contact()).toMatchObject({ unsubscribed_at: expect.any(Date), flags: 2 });
  });

  it('of a deleted contact restores it unconfirmed', async () => {
    const list = await newList();
    await does.signUp(accountId, EMAIL, { firstName: 'Bea' }, false);
    const { id } = await contact();
    await ann.call('DELETE', `/contacts/${id}`);
    await does.signUp(accountId, EMAIL, { listIds: [list] });
    expect([await contact(), await mails()]).toMatchObject([
      { id, deleted_at: null, confirmed_at: null, first_name: '', flags: 1, lists: [list] },
      1,
    ]);
    await confirm();
    expect(await contact()).toMatchObject({ id, flags: 0 });
  });

  it('of a contact deleted in the meantime is discarded and cannot be confirmed', async () => {
    await does.signUp(accountId, EMAIL, {}, false);
    await does.signUp(accountId, EMAIL, { firstName: 'Bea', consent: { text: 'Yes' }, ipAddress: '192.0.2.1' });
    const path = await page();
    await ann.call('DELETE', `/contacts/${(await contact()).id}`);
    const kept = 'select first_name, ip_address, consent_text from contact_sign_up where account_id = $1';
    expect(await rows(kept, [accountId])).toEqual([{ first_name: null, ip_address: null, consent_text: null }]);
    expect((await ask(path, 'POST', '')).status).toBe(410);
    expect((await contact()).deleted_at).not.toBeNull();
    // Deleting a contact and adding it again does not reset the limit for emails.
    await does.signUp(accountId, EMAIL);
    expect(await mails()).toBe(1);
  });

  it('of an erased person is accepted and becomes a contact by confirmation', async () => {
    const { db } = app.installation;
    const people = erasedPeopleOf(app.installation);
    await db.transaction(async (tx) => people.keep(tx, accountId, addressOf(EMAIL)));
    await does.signUp(accountId, EMAIL);
    expect(await mails()).toBe(1);
    expect((await people.among(db, accountId, [addressOf(EMAIL)])).size).toBe(1);
    await confirm();
    expect((await people.among(db, accountId, [addressOf(EMAIL)])).size).toBe(0);
  });

  it('of an erased person whose address was suppressed is neither emailed nor stored', async () => {
    const { db } = app.installation;
    await rows(`insert into suppression (account_id, address, reason) values ($1, $2, 'manual')`, [accountId, EMAIL]);
    await db.transaction(async (tx) => erasedPeopleOf(app.installation).keep(tx, accountId, addressOf(EMAIL)));
    await does.signUp(accountId, EMAIL);
    expect([await does.contactOf(accountId, EMAIL), await mails()]).toEqual([undefined, 0]);
  });

  it.each([
    ['suppressed', `insert into suppression (account_id, address, reason) values ($1, '${EMAIL}', 'manual')`],
    ['bounced', 'update contact set bounced_at = now() where account_id = $1'],
    ['invalid', 'update contact set invalid_at = now() where account_id = $1'],
  ])('with an address that is %s sends no email', async (_what, sql) => {
    await ann.call('POST', '/contacts/batch', { contacts: [{ email: EMAIL }] });
    await rows(sql, [accountId]);
    await does.signUp(accountId, EMAIL);
    expect(await mails()).toBe(0);
  });

  it("is refused if the plan's contact limit is reached", async () => {
    await rows(`insert into plan (name, contact_limit) values ('tiny', 0) on conflict do nothing`);
    await rows(`update account set plan = 'tiny' where account_id = $1`, [accountId]);
    await expect(does.signUp(accountId, EMAIL)).rejects.toMatchObject({ code: 'contact_limit_exceeded' });
    expect(await does.contactOf(accountId, EMAIL)).toBeUndefined();
  });

  it('stores the consent with the time after confirmation, and the IP address if enabled', async () => {
    await does.signUp(accountId, EMAIL, { consent: { text: 'Yes, letters', ip: '192.0.2.7' } });
    const consents = async () =>
      (await ann.call('GET', `/contacts/${(await contact()).id}/consents`)).body.data as unknown[];
    expect(await consents()).toEqual([]);
    await confirm();
    expect(await consents()).toMatchObject([{ text: 'Yes, letters', source: 'form', ip: null, recorded_by: null }]);
    await rows('update account set keeps_consent_ip = true where account_id = $1', [accountId]);
    await does.signUp(accountId, EMAIL, { consent: { text: 'Yes, more', ip: '192.0.2.8' } });
    await confirm();
    expect(await consents()).toMatchObject([{ text: 'Yes, more', ip: '192.0.2.8' }, { text: 'Yes, letters' }]);
  });
});

it('before confirmation is part of the data export and deleted by an erasure', async () => {
  await does.signUp(accountId, EMAIL, {}, false);
  const said = { firstName: 'Bea', ipAddress: '192.0.2.1', consent: { text: 'Yes' } };
  await does.signUp(accountId, EMAIL, said);
  const { id } = await contact();
  const known = (await ann.call('GET', `/contacts/${id}/data`)).body;
  expect(known.sign_up).toMatchObject({ first_name: 'Bea', ip_address: '192.0.2.1', consent_text: 'Yes' });
  expect(known.contact).toMatchObject({ first_name: '', ip_address: null });
  expect((await ann.call('POST', `/contacts/${id}/erase`, { email: EMAIL })).status).toBe(202);
  const { db, log } = app.installation;
  // End the time for which the erasure waits for the queued email to the address, because this test does not deliver
  // the email.
  await rows('update contact_erasure set patient_until = now() where account_id = $1', [accountId]);
  await eventually('the sign-ups are erased', async () => {
    await eraseDue({ db, log });
    return (await rows('select from contact_sign_up where account_id = $1', [accountId])).length === 0 || undefined;
  });
  expect(await does.contactOf(accountId, EMAIL)).toBeUndefined();
});

describe('single opt-in', () => {
  it('stores, adds and resubscribes immediately without an email', async () => {
    const list = await newList();
    await does.signUp(accountId, EMAIL, { consent: { text: 'Yes' } }, false);
    await ann.call('PATCH', '/unsubscribe', { email: EMAIL });
    await does.signUp(accountId, EMAIL, { firstName: 'Bea', listIds: [list] }, false);
    expect([await contact(), await mails()]).toMatchObject([
      { first_name: 'Bea', unsubscribed_at: null, flags: 0, lists: [list] },
      0,
    ]);
    expect((await ann.call('GET', `/contacts/${(await contact()).id}/consents`)).body.data).toHaveLength(1);
  });

  it('confirms an unconfirmed contact and notifies listeners', async () => {
    const reported: unknown[] = [];
    const onConfirmed = [async (_tx: Tx, ...of: number[]) => Promise.resolve(void reported.push(of))];
    await does.signUp(accountId, EMAIL);
    await rows('update account set double_opt_in = false where account_id = $1', [accountId]);
    await signUpBy(partsWith({ onConfirmed }));
    expect(await contact()).toMatchObject({ flags: 0 });
    expect(reported).toEqual([[accountId, (await contact()).id]]);
  });

  it('silently skips an erased person without consent', async () => {
    const { db } = app.installation;
    await db.transaction(async (tx) => erasedPeopleOf(app.installation).keep(tx, accountId, addressOf(EMAIL)));
    await does.signUp(accountId, EMAIL, {}, false);
    expect(await does.contactOf(accountId, EMAIL)).toBeUndefined();
    await does.signUp(accountId, EMAIL, { consent: { text: 'Yes, again' } }, false);
    expect(await contact()).toMatchObject({ flags: 0 });
  });
});

describe('POST /contacts with double opt-in', () => {
  it('stores a new contact unconfirmed, sends an email, and updates confirmed contacts as usual', async () => {
    const list = await newList();
    const made = await ann.call('POST', '/contacts', { email: EMAIL, first_name: 'Bea', lists: [list] });
    expect(made).toMatchObject({ status: 200, body: { confirmed_at: null, lists: [{ id: list }] } });
    expect(await mails()).toBe(1);
    await confirm();
    await rows(`update contact_sign_up set asked_at = now() - interval '1 day' where account_id = $1`, [accountId]);
    const again = await ann.call('POST', '/contacts', { email: EMAIL, first_name: 'Beate' });
    expect(again.body).toMatchObject({ first_name: 'Beate', confirmed_at: expect.any(String) });
    expect(await mails()).toBe(1);
  });

  it('sends another email after an hour, at most twice in 30 days for any number of requests', async () => {
    for (const [wait, expected] of [
      ['0 minutes', 1],
      ['61 minutes', 2],
      ['8 days', 2],
      ['23 days', 3],
    ] as const) {
      await does.age(accountId, wait);
      await ann.call('POST', '/contacts', { email: EMAIL });
      expect([wait, await mails()]).toEqual([wait, expected]);
    }
  });

  it('sends no email to unsubscribed contacts or those of a batch', async () => {
    await ann.call('POST', '/contacts', { email: EMAIL });
    await ann.call('PATCH', '/unsubscribe', { email: EMAIL });
    await does.age(accountId, '2 hours');
    await ann.call('POST', '/contacts', { email: EMAIL });
    expect(await mails()).toBe(1);
    await ann.call('POST', '/contacts/batch', { contacts: [{ email: 'cas@there.example' }] });
    expect(await contact('cas@there.example')).toMatchObject({ flags: 0 });
    expect(await mails('cas@there.example')).toBe(0);
  });

  it('stores confirmed contacts if double opt-in is disabled for the account', async () => {
    const path = '/dashboard/account';
    expect((await ann.session.call('GET', path)).body.double_opt_in).toBe(true);
    expect((await ann.session.call('PATCH', path, { double_opt_in: false })).body.double_opt_in).toBe(false);
    expect((await ann.call('POST', '/contacts', { email: EMAIL })).body.confirmed_at).toEqual(expect.any(String));
    expect(await mails()).toBe(0);
    const member = await newPerson(app, accountId, 'member');
    expect((await member.session.call('PATCH', path, { double_opt_in: true })).status).toBe(403);
  });
});

describe('confirmation emails', () => {
  it('are sent once for 1,000 concurrent sign-ups of one address', { timeout: 300_000 }, async () => {
    // The number of concurrent requests is twice the number of database connections, so that half of them wait for a
    // connection.
    const rest = Array.from({ length: 1_000 }, (_, index) => index).values();
    const signUpOn = async (): Promise<void> => {
      for (const _turn of rest) await does.signUp(accountId, EMAIL);
    };
    await Promise.all(Array.from({ length: 16 }, signUpOn));
    expect(await mails()).toBe(1);
  });

  it('are sent at most twice in seven days, an hour apart', async () => {
    for (const [wait, expected] of [
      ['0 minutes', 1],
      ['59 minutes', 1],
      ['2 minutes', 2],
      ['2 hours', 2],
      ['6 days', 2],
      ['1 day', 3],
    ] as const) {
      await does.age(accountId, wait);
      await does.signUp(accountId, EMAIL);
      expect([wait, await mails()]).toEqual([wait, expected]);
    }
  });

  it('are still counted after the sign-up expired, until the counts are deleted much later', async () => {
    await does.signUp(accountId, EMAIL);
    const kept = async () => (await rows('select from contact_sign_up where account_id = $1', [accountId])).length;
    await does.age(accountId, '8 days');
    await purgeSignUps(app.installation.db);
    expect(await kept()).toBe(1);
    await does.age(accountId, '30 days');
    await purgeSignUps(app.installation.db);
    expect(await kept()).toBe(0);
  });

  it('wait while they cannot be sent, and the job sends each once', async () => {
    const sent: number[] = [];
    let fault: Refusal | undefined = new Refusal('account_paused', { message: 'The account is paused.' });
    const parts = partsWith({
      async ready() {
        if (fault) throw fault;
        return Promise.resolve({
          async add(_tx, ids) {
            sent.push(...ids);
            return Promise.resolve(ids);
          },
        });
      },
    });
    for (const name of ['one', 'two']) await signUpBy(parts, `${name}@there.example`);
    const due = async () =>
      rows<{ due: boolean; fault: string | null }>(
        'select next_at is not null as due, fault from confirmation_mail where account_id = $1',
        [accountId],
      );
    const hurry = async () => rows('update confirmation_mail set next_at = now() where account_id = $1', [accountId]);
    await hurry();
    await sendWaitingConfirmations(parts);
    expect([sent, await due()]).toEqual([[], [{ due: true, fault: 'The account is paused.' }]]);
    fault = undefined;
    // Nothing is due yet, so the job does nothing.
    await sendWaitingConfirmations(parts);
    expect(sent).toEqual([]);
    await hurry();
    await sendWaitingConfirmations(parts);
    await hurry();
    await sendWaitingConfirmations(parts);
    expect(sent).toEqual([(await contact('one@there.example')).id, (await contact('two@there.example')).id]);
    expect(await due()).toEqual([{ due: false, fault: null }]);
  });

  it('of one failing account do not block others and end with the sign-up', async () => {
    const broken = accountId;
    const never = partsWith({ ready: async () => Promise.reject(new Refusal('domain_not_verified')) });
    await signUpBy(never);
    accountId = (await app.newAccount()).account.id;
    await signUpBy(never);
    await rows('update confirmation_mail set next_at = now() where account_id = any($1)', [[broken, accountId]]);
    const sent: number[] = [];
    const ready: ConfirmationParts['ready'] = async (of) => {
      if (of === broken) throw new Error('A fault of ours');
      return Promise.resolve({ add: async (_tx, ids) => Promise.resolve(sent.push(...ids) > 0 ? ids : []) });
    };
    await sendWaitingConfirmations(partsWith({ ready }));
    expect(sent).toEqual([(await contact()).id]);
    accountId = broken;
    const due = async () =>
      (await rows('select from confirmation_mail where account_id = $1 and next_at is not null', [broken])).length;
    expect(await due()).toBe(1);
    await does.age(broken, '8 days');
    await rows('update confirmation_mail set next_at = now() where account_id = $1', [broken]);
    await sendWaitingConfirmations(partsWith({ ready }));
    expect(await due()).toBe(0);
  });

  it('of one permanently failing contact do not block others', async () => {
    const never = partsWith({ ready: async () => Promise.reject(new Refusal('domain_not_verified')) });
    for (const name of ['one', 'two', 'three']) await signUpBy(never, `${name}@there.example`);
    const poison = (await contact('two@there.example')).id;
    await rows('update confirmation_mail set next_at = now() where account_id = $1', [accountId]);
    const sent: number[] = [];
    await sendWaitingConfirmations(
      partsWith({
        ready: async () =>
          Promise.resolve({
            async add(_tx, ids) {
              if (ids.includes(poison)) throw new Error('Cannot be queued');
              sent.push(...ids);
              return Promise.resolve(ids);
            },
          }),
      }),
    );
    expect(sent).toEqual([(await contact('one@there.example')).id, (await contact('three@there.example')).id]);
    expect(await rows('select from contact_sign_up where account_id = $1 and is_waiting', [accountId])).toEqual([]);
  });

  it('do not fail the sign-up if queueing fails', async () => {
    const add = async () => Promise.reject(new Error('Closed meanwhile'));
    await signUpBy(partsWith({ ready: async () => Promise.resolve({ add }) }));
    expect(await contact()).toMatchObject({ flags: 1 });
    expect(await rows('select from contact_sign_up where account_id = $1 and is_waiting', [accountId])).toHaveLength(1);
  });
});

describe('sign-up too soon after an email', () => {
  const run = async () => confirmationJobs(app.installation, app.api.baseUrl)[0]?.run();
  const waits = async () =>
    (
      await rows('select from contact_sign_up where account_id = $1 and (ask_at is not null or is_waiting)', [
        accountId,
      ])
    ).length;

  it('for a second list sends one email after the hour and can be confirmed', async () => {
    const [one, two] = [await newList('One'), await newList('Two')];
    await does.signUp(accountId, EMAIL, { listIds: [one] });
    await confirm();
    await does.signUp(accountId, EMAIL, { listIds: [two] });
    await does.age(accountId, '59 minutes');
    await run();
    expect([await mails(), await waits()]).toEqual([1, 1]);
    await does.age(accountId, '1 minute');
    await Promise.all([run(), run(), run()]);
    await run();
    expect([await mails(), await waits()]).toEqual([2, 0]);
    await confirm();
    expect((await contact()).lists).toEqual([one, two]);
  });

  it('sends an email if the contact had unsubscribed or was deleted', async () => {
    for (const leave of [
      async () => ann.call('PATCH', '/unsubscribe', { email: EMAIL }),
      async () => ann.call('DELETE', `/contacts/${(await contact()).id}`),
    ]) {
      accountId = (await app.newAccount()).account.id;
      ann = await newPerson(app, accountId);
      await does.signUp(accountId, EMAIL);
      await confirm();
      await leave();
      await rows(`update contact set unsubscribed_at = unsubscribed_at - interval '2 hours' where account_id = $1`, [
        accountId,
      ]);
      await does.signUp(accountId, EMAIL);
      await does.age(accountId, '61 minutes');
      await run();
      expect(await mails()).toBe(2);
      await confirm();
      expect(await contact()).toMatchObject({ unsubscribed_at: null, deleted_at: null, flags: 0 });
    }
  });

  it.each([
    ['has confirmed by the earlier email', async () => confirm()],
    ['has unsubscribed', async () => ann.call('PATCH', '/unsubscribe', { email: EMAIL })],
    ['was deleted', async () => ann.call('DELETE', `/contacts/${(await contact()).id}`)],
    [
      'was suppressed',
      async () =>
        rows(`insert into suppression (account_id, address, reason) values ($1, $2, 'manual')`, [accountId, EMAIL]),
    ],
    ['bounced', async () => rows('update contact set bounced_at = now() where account_id = $1', [accountId])],
  ])('sends no email if the contact %s before the hour ends', async (_what, act) => {
    await does.signUp(accountId, EMAIL);
    await does.signUp(accountId, EMAIL, { listIds: [await newList('Two')] });
    expect(await waits()).toBe(1);
    await act();
    await does.age(accountId, '2 hours');
    await run();
    await run();
    expect([await mails(), await waits()]).toEqual([1, 0]);
  });

  it('sends an email seven days after the first of two, with a link of full validity', async () => {
    await does.signUp(accountId, EMAIL);
    await does.age(accountId, '2 hours');
    await does.signUp(accountId, EMAIL);
    await does.age(accountId, '1 hour');
    await does.signUp(accountId, EMAIL);
    await does.age(accountId, '6 days 20 hours');
    await run();
    expect(await mails()).toBe(2);
    await does.age(accountId, '1 hour');
    await run();
    expect(await mails()).toBe(3);
    await does.age(accountId, '6 days 23 hours');
    expect((await confirm()).status).toBe(200);
  });

  it('of an account that cannot send waits for that too, without blocking others', async () => {
    const broken = accountId;
    await does.signUp(accountId, EMAIL);
    await does.signUp(accountId, EMAIL);
    await rows('update account set paused_at = now() where account_id = $1', [broken]);
    accountId = (await app.newAccount()).account.id;
    await does.signUp(accountId, EMAIL);
    await does.signUp(accountId, EMAIL);
    for (const id of [broken, accountId]) await does.age(id, '61 minutes');
    await run();
    expect([await mails(), await does.mailsTo(broken, EMAIL)]).toEqual([2, 1]);
    await rows('update account set paused_at = null where account_id = $1', [broken]);
    await rows('update confirmation_mail set next_at = now() where account_id = $1', [broken]);
    await run();
    expect(await does.mailsTo(broken, EMAIL)).toBe(2);
  });
});

describe('confirmation page', () => {
  it('changes nothing on GET, HEAD and OPTIONS', async () => {
    await does.signUp(accountId, EMAIL);
    const path = await page();
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET']) await ask(path, method);
    const { headers, status, text } = await ask(path);
    expect([status, headers.get('referrer-policy'), headers.get('x-robots-tag')]).toEqual([
      200,
      'no-referrer',
      'noindex, nofollow, noarchive',
    ]);
    expect(text).toContain('Confirm subscription');
    expect(text).not.toContain(EMAIL);
    expect(Buffer.byteLength(text)).toBeLessThan(6_000);
    expect(await contact()).toMatchObject({ confirmed_at: null, flags: 1 });
  });

  it('confirms once and shows the same message if repeated', async () => {
    const reported: number[] = [];
    await does.signUp(accountId, EMAIL);
    const path = await page();
    const answers = await Promise.all([1, 2, 3, 4].map(async () => ask(path, 'POST', '')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { confirmed_at: at } = await contact();
    expect((await ask(path, 'POST', 'what=ever')).text).toContain('Your subscription is confirmed');
    expect((await ask(path)).text).toContain('Your subscription is confirmed');
    expect((await contact()).confirmed_at).toEqual(at);
    expect(await rows('select confirmed from confirmation_day where account_id = $1', [accountId])).toEqual([
      { confirmed: 1 },
    ]);
    expect(reported).toEqual([]);
  });

  it('of an expired link has no button until there is a new sign-up', async () => {
    await does.signUp(accountId, EMAIL);
    await does.age(accountId, '7 days 1 minute');
    for (const answer of [await ask(await page()), await confirm()]) {
      expect(answer.status).toBe(410);
      expect(answer.text).toContain('expired');
      expect(answer.text).not.toContain('<form');
    }
    expect(await contact()).toMatchObject({ flags: 1 });
    await does.signUp(accountId, EMAIL);
    expect((await confirm()).status).toBe(200);
  });

  it('returns 410 for links that were changed, are for other emails, or of a deleted account', async () => {
    await does.signUp(accountId, EMAIL);
    const { id } = await contact();
    const tokens = (named: TrackedRecipient) => createLinkTokens(app.installation.vault)(named, 'confirm');
    const path = await page();
    const others = [
      `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
      '/confirm/x',
      `/confirm/${tokens({ kind: 'campaign', accountId, source: 1, recipient: id })}`,
      `/confirm/${tokens({ kind: 'automation', accountId, source: 1, recipient: id })}`,
      `/confirm/${tokens({ kind: 'confirmation', accountId: 987_654, source: 1, recipient: id })}`,
    ];
    for (const other of others) {
      expect([(await ask(other)).status, (await ask(other, 'POST', '')).status]).toEqual([404, 404]);
    }
    const stranger = (await app.newAccount()).account.id;
    const foreign = `/confirm/${tokens({ kind: 'confirmation', accountId: stranger, source: 1, recipient: id })}`;
    expect((await ask(foreign, 'POST', '')).status).toBe(410);
    const test = `/confirm/${tokens({ kind: 'confirmation', accountId, source: 1, recipient: 0 })}`;
    expect((await ask(test, 'POST', '')).text).toContain('This link has no recipient');
    expect(await contact()).toMatchObject({ flags: 1 });
  });

  it('refuses large bodies and responds with pages', async () => {
    await does.signUp(accountId, EMAIL);
    const answer = await ask(await page(), 'POST', `x=${'y'.repeat(10_000)}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
  });
});

describe('GET /double-opt-in', () => {
  it('returns the email, which is created once, any error that prevents sending, and the numbers', async () => {
    const answers = await Promise.all([1, 2, 3].map(async () => ann.call('GET', '/double-opt-in')));
    const [{ body }] = answers as [(typeof answers)[number]];
    expect(new Set(answers.map((answer) => answer.body.campaign_id))).toEqual(new Set([body.campaign_id]));
    expect(body).toMatchObject({
      enabled: true,
      fault: null,
      campaign: { id: body.campaign_id, kind: 'confirmation', status: 'draft', from_email: SANDBOX },
      asked: 0,
      confirmed: 0,
      waiting: 0,
    });
    for (const name of ['one', 'two']) await does.signUp(accountId, `${name}@there.example`);
    await confirm('one@there.example');
    expect((await ann.call('GET', '/double-opt-in')).body).toMatchObject({ asked: 2, confirmed: 1, waiting: 1 });
    const stranger = await newPerson(app, (await app.newAccount()).account.id);
    expect((await stranger.call('GET', `/campaigns/${body.campaign_id}`)).status).toBe(403);
  });

  it('uses the current sender of campaigns and reports its errors', async () => {
    await ann.call('PATCH', '/campaign-settings', { from_name: 'Tea', from_email: 'news@tea.example' });
    const { body } = await ann.call('GET', '/double-opt-in');
    expect(body).toMatchObject({
      campaign: { from_name: 'Tea', from_email: 'news@tea.example' },
      fault: expect.stringContaining('tea.example'),
    });
    await does.signUp(accountId, EMAIL);
    expect([await mails(), await contact()]).toMatchObject([0, { flags: 1 }]);
  });

  it('links to a campaign whose content can be changed, but must contain the confirmation link', async () => {
    const { campaign_id: id } = (await ann.call('GET', '/double-opt-in')).body;
    const change = async (body: unknown) => ann.call('PATCH', `/campaigns/${id}`, body);
    for (const html of [
      '<p>Hello</p>',
      '{% if first_name %}<a href="{{ confirm_url }}">x</a>{% endif %}',
      '<!-- {{ confirm_url }} -->',
    ]) {
      expect(await change({ html })).toMatchObject({ status: 422, body: { errors: { html: [expect.any(String)] } } });
    }
    expect(await change({ text: 'No link' })).toMatchObject({
      status: 422,
      body: { errors: { text: expect.anything() } },
    });
    expect((await change({ html: '<a href="{{ confirm_url }}">Yes</a>', subject: 'Really?' })).status).toBe(200);
    expect((await change({ track_opens: true })).status).toBe(409);
    expect((await change({ track_opens: false })).status).toBe(200);
    expect((await ann.call('POST', `/campaigns/${id}/send`)).status).toBe(409);
    expect((await ann.call('DELETE', `/campaigns/${id}`)).status).toBe(409);
    const shown = (await ann.call('POST', `/campaigns/${id}/preview`, {})).body;
    expect(shown.html).toContain('/confirm/');
    expect(shown.html).not.toContain('Unsubscribe');
    const { findings } = (await ann.call('GET', `/campaigns/${id}/checks`)).body;
    const checks = findings.map(({ id }: { id: string }) => id);
    expect(checks).toContain('merge-tags');
    expect(checks).not.toContain('unsubscribe');
    expect(checks).not.toContain('postal-address');
    expect((await ann.call('POST', `/campaigns/${id}/test`, { to: [ann.email] })).status).toBe(202);
    const other = { title: 'x', subject: 'x', html: '<a href="{{ confirm_url }}">x</a>', from_email: SANDBOX };
    const { body: campaign } = await ann.call('POST', '/campaigns', { ...other, from_name: 'x' });
    expect((await ann.call('POST', `/campaigns/${campaign.id}/preview`, {})).status).toBe(422);
  });
});

it('notifies all listeners of the confirmation of a contact, even if one of them fails', async () => {
  const reported: string[] = [];
  const logged: string[] = [];
  const { db, vault } = app.installation;
  const { confirmPageRoutes } = await import('../../src/features/campaigns/confirmations/index.ts');
  const routes = confirmPageRoutes({
    db,
    vault,
    log: createLog('error', (line) => void logged.push(line)),
    erasedPeople: erasedPeopleOf(app.installation),
    onConfirmed: [
      async (tx) => void (await rowsOf(tx, 'select 1 / 0')),
      async (_tx, of, id) => Promise.resolve(void reported.push(`${of} ${id}`)),
    ],
    redirectOf: async (_db, of, form) => Promise.resolve(`https://there.example/${of}/${form}`),
  });
  await does.signUp(accountId, EMAIL, { formId: 5 });
  const post = routes.find(({ method }) => method === 'POST');
  const token = (await page()).slice('/confirm/'.length);
  // Safe cast: the server passes more arguments, but this route does not read them.
  const request = { params: { token }, body: {}, query: {}, headers: {} } as unknown as Parameters<
    NonNullable<typeof post>['run']
  >[0];
  const answers = [await post?.run(request), await post?.run(request)];
  expect(answers).toMatchObject(
    [1, 2].map(() => ({ status: 303, headers: { location: `https://there.example/${accountId}/5` } })),
  );
  expect(reported).toEqual([`${accountId} ${(await contact()).id}`]);
  expect(logged).toHaveLength(1);
});
