import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { erasedPeopleOf } from '../../src/app/contact-privacy.ts';
import { DATA_MAP, eraseDue, SECTIONS, STEPS } from '../../src/features/audience/contact-privacy/index.ts';
import {
  contactAddressOf,
  ERASED_FAULT,
  recordConsent,
  removeContacts,
  saveContacts,
  type ContactAddress,
  type NewConsent,
  type NewContact,
} from '../../src/features/audience/contacts/index.ts';
import { addRecipients, startMailing } from '../../src/features/sending/mailings/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { dsnMail, INBOUND_ENVIRONMENT, newSender, sentMail, startTestInbound } from '../support/inbound.ts';
import { makeMailing } from '../support/mailings.ts';
import { dataMapOf, resources } from '../support/resources.ts';
import { shared } from '../support/shared.ts';

type Tenant = Awaited<ReturnType<typeof newSender>>;

let tenant: Tenant;
let accountId: number;
let ann: TestPerson;

const app = shared(async () => startApp(INBOUND_ENVIRONMENT));
beforeEach(async () => {
  tenant = await newSender(app);
  accountId = tenant.account.id;
  ann = await newPerson(app, accountId);
});

async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

function address(text: string): ContactAddress {
  const parsed = contactAddressOf(text);
  if (typeof parsed === 'object') throw new Error(parsed.fault);
  return parsed;
}

async function save(email: string, over: Partial<NewContact> = {}): Promise<number> {
  const { ids } = await app.installation.db.transaction(async (tx) =>
    saveContacts(tx, accountId, [{ email: address(email), ...over }]),
  );
  return ids[0] ?? 0;
}

const agree = async (consent: NewConsent) =>
  app.installation.db.transaction(async (tx) => recordConsent(tx, accountId, [consent]));

/** Runs the job until all erasures that are due have finished. */
async function eraseAll(): Promise<void> {
  await eraseDue(app.installation);
  await rows('update contact_erasure set next_at = now() where next_at is not null');
  await eraseDue(app.installation);
}

/** Counts the rows that contain the given text, by table. Includes binary columns. */
async function tablesWith(text: string): Promise<Record<string, number>> {
  const tables = await rows<{ name: string; hit: string }>(
    `select c.relname as name, string_agg(
       case when format_type(a.atttypid, null) = 'bytea'
         then format('coalesce(position(lower($1) in lower(encode(%I, ''escape''))) > 0, false)', a.attname)
         else format('coalesce(position(lower($1) in lower(%I::text)) > 0, false)', a.attname) end, ' or ') as hit
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped
     group by c.relname order by c.relname`,
  );
  const found: Record<string, number> = {};
  for (const { hit, name } of tables) {
    const [row] = await rows<{ rows: number }>(`select count(*)::integer as rows from ${name} where ${hit}`, [text]);
    if (row && row.rows > 0) found[name] = row.rows;
  }
  return found;
}

describe('consent of a contact', () => {
  it('is stored with text, time, source and author, and listed newest first', async () => {
    const id = await save('bo@x.example');
    await agree({ contactId: id, text: 'The monthly letter', at: new Date('2026-01-02T03:04:05Z'), source: 'import' });
    await agree({ contactId: id, text: 'The weekly letter', source: 'dashboard', recordedBy: 'Ann', ip: '192.0.2.7' });
    const { body, status } = await ann.call('GET', `/contacts/${id}/consents?per_page=1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 2, last_page: 2, current_page: 1, per_page: 1 });
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        text: 'The weekly letter',
        given_at: expect.stringMatching(/Z$/),
        source: 'dashboard',
        ip: null,
        recorded_by: 'Ann',
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    const second = await ann.call('GET', `/contacts/${id}/consents?per_page=1&page=2`);
    expect(second.body.data).toMatchObject([{ text: 'The monthly letter', given_at: '2026-01-02T03:04:05.000Z' }]);
  });

  it('includes the IP address only after the account enables it', async () => {
    const id = await save('bo@x.example');
    await agree({ contactId: id, text: 'Before', source: 'form', ip: '192.0.2.7' });
    const changed = await ann.session.call('PATCH', '/dashboard/account', { keeps_consent_ip: true });
    expect(changed.body.keeps_consent_ip).toBe(true);
    await agree({ contactId: id, text: 'After', source: 'form', ip: '192.0.2.8' });
    const { body } = await ann.call('GET', `/contacts/${id}/consents`);
    expect(body.data.map(({ ip }: { ip: string }) => ip)).toEqual(['192.0.2.8', null]);
  });

  it('can be saved with a contact, alone or in a batch', async () => {
    const consent = { text: ' Yes, write me ', at: '2026-01-02T03:04:05+01:00', ip: '192.0.2.7' };
    const one = await ann.call('POST', '/contacts', { email: 'one@x.example', consent });
    expect(one.status).toBe(200);
    const many = await ann.session.call('POST', '/contacts/batch', {
      contacts: [
        { email: 'two@x.example' },
        { email: 'one@x.example', consent: { text: 'Again', at: '2999-01-01T00:00:00Z' } },
      ],
    });
    expect([many.status, many.body]).toMatchObject([200, { created: 1, updated: 1 }]);
    const { body } = await ann.call('GET', `/contacts/${one.body.id}/consents`);
    const name = (await rows<{ name: string }>('select name from person where id = $1', [ann.id]))[0]?.name;
    expect(body.data).toMatchObject([
      { text: 'Again', source: 'dashboard', recorded_by: name },
      { text: 'Yes, write me', source: 'api', recorded_by: null, given_at: '2026-01-02T02:04:05.000Z' },
    ]);
    expect(Date.parse(body.data[0].given_at)).toBeLessThan(Date.parse('2999-01-01'));
  });

  it.each([
    ['without text', { text: ' ' }, 'consent.text'],
    ['with a too long text', { text: 'x'.repeat(5_001) }, 'consent.text'],
    ['with an invalid time', { text: 'Yes', at: 'never' }, 'consent.at'],
    ['with an invalid IP address', { text: 'Yes', ip: 'here' }, 'consent.ip'],
    ['that is not an object', 'Yes', 'consent'],
  ])('is refused %s with 422 and the field', async (_name, consent, field) => {
    const one = await ann.call('POST', '/contacts', { email: 'no@x.example', consent });
    expect([one.status, Object.keys(one.body.errors)]).toEqual([422, [field]]);
    const many = await ann.call('POST', '/contacts/batch', { contacts: [{ email: 'no@x.example', consent }] });
    expect([many.status, Object.keys(many.body.errors)]).toEqual([422, [`contacts.0.${field}`]]);
    expect(await rows('select 1 from contact where account_id = $1', [accountId])).toEqual([]);
  });

  it('is not accessible from another account', async () => {
    const id = await save('bo@x.example');
    const other = await newPerson(app, (await app.newAccount()).account.id);
    for (const path of ['consents', 'data']) {
      expect((await other.call('GET', `/contacts/${id}/${path}`)).status).toBe(403);
      expect((await other.call('GET', `/contacts/999999999/${path}`)).status).toBe(404);
    }
    expect((await other.call('POST', `/contacts/${id}/erase`, { email: 'bo@x.example' })).status).toBe(403);
    expect((await other.call('POST', '/privacy/erase', { email: 'bo@x.example' })).status).toBe(202);
    await eraseAll();
    expect(await rows('select 1 from contact where id = $1 and deleted_at is null', [id])).toHaveLength(1);
  });
});

describe('data of one person', () => {
  it('contains every section', async () => {
    const email = 'Cleo@there.example';
    const id = await save(email, { firstName: 'Cleo', fields: { 1: 'blue' }, ipAddress: '192.0.2.9' });
    await rows(
      `insert into contact_field (account_id, id, label, name, type) values ($1, 1, 'Colour', 'colour', 'text')
      on conflict do nothing`,
      [accountId],
    );
    const [list] = await rows<{ id: number }>(
      `insert into contact_list (account_id, name) values ($1, 'L') returning id`,
      [accountId],
    );
    await save(email, { listIds: [list?.id ?? 0] });
    await agree({ contactId: id, text: 'Yes', source: 'form' });
    await rows(`insert into suppression (account_id, address, reason) values ($1, lower($2), 'manual')`, [
      accountId,
      'else@x.example',
    ]);
    const mail = await sentMail(app.installation, tenant, [email]);
    const inbound = await startTestInbound(app.installation, {});
    await inbound.send(mail.unsubscribe, `From: ${email}\r\nSubject: unsubscribe\r\n\r\n`, email);
    await inbound.send(mail.returnPath, dsnMail());
    await inbound.settled();
    await inbound.close();
    await rows(
      `insert into import_reject (account_id, import_id, line, value, reason) values
      ($1, gen_random_uuid(), 3, 'CLEO@there.example;Cleo', 'No.'), ($1, gen_random_uuid(), 4, 'dan@x', 'No.')`,
      [accountId],
    );

    const { body, headers, status } = await ann.call('GET', `/contacts/${id}/data`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(Object.keys(body)).toEqual(['address', ...SECTIONS, 'complete']);
    expect(body).toMatchObject({
      address: 'cleo@there.example',
      contact: {
        id,
        first_name: 'Cleo',
        ip_address: '192.0.2.9',
        contact_fields: [{ name: 'colour', label: 'Colour', value: 'blue' }],
        lists: [{ name: 'L' }],
        unsubscribed_at: expect.any(String),
        bounced_at: expect.any(String),
      },
      consents: [{ text: 'Yes' }],
      suppression: { reason: 'bounced' },
      unsubscriptions: [{ created_at: expect.any(String) }],
      messages: [{ id: mail.id, subject: 'Hello', status: 'bounced', events: [{ event: 'bounced' }] }],
      imports: [{ line: 3, value: 'CLEO@there.example;Cleo' }],
      complete: true,
    });
  });

  it('is available for a deleted contact', async () => {
    const id = await save('dora@x.example');
    await app.installation.db.transaction(async (tx) => removeContacts(tx, accountId, [id]));
    const { body } = await ann.call('GET', `/contacts/${id}/data`);
    expect(body.contact).toMatchObject({ email: 'dora@x.example', deleted_at: expect.any(String) });
  });
});

/** The data map, including the tables that are declared in `resource.ts` files. */
const MAP: typeof DATA_MAP = {
  ...DATA_MAP,
  // Another test checks that these sections exist.
  ...(Object.fromEntries(resources.map((resource) => [resource.table, dataMapOf(resource)])) as typeof DATA_MAP),
};

describe('map of personal data', () => {
  it('has no entries for tables declared by a resource', () => {
    expect(resources.flatMap(({ table }) => (Object.hasOwn(DATA_MAP, table) ? [table] : []))).toEqual([]);
  });

  it('has a decision for every text column of the database', async () => {
    const columns = await rows<{ name: string; columns: string[] }>(
      `select c.relname::text as name, array_agg(a.attname::text order by a.attname) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.attnum > 0 and not a.attisdropped
         and format_type(a.atttypid, null) ~ '^(text|bytea|jsonb?|inet|cidr|character|xml|hstore|"?char)'
       group by c.relname`,
    );
    const inCode = Object.entries(MAP).map(([name, table]) => {
      const decided =
        'nobody' in table
          ? table.columns
          : [...table.persons.flatMap((decision) => decision.columns), ...(table.others ?? [])];
      return { name, columns: decided.toSorted() };
    });
    const shown = (all: readonly { name: string; columns: readonly string[] }[]) =>
      all.flatMap(({ name, columns: some }) => some.map((column) => `${name}.${column}`)).toSorted();
    expect(shown(inCode)).toEqual(shown(columns));
  });

  it('names only existing steps and sections', () => {
    const decisions = Object.values(MAP).flatMap((table) => ('nobody' in table ? [] : table.persons));
    const steps = new Set([...STEPS.map(({ name }) => name), 'the request', 'the end of the erasure itself']);
    const named = decisions.flatMap(({ erased }) => (typeof erased === 'string' ? [erased] : []));
    expect(named.filter((name) => !steps.has(name))).toEqual([]);
    const exported = decisions.flatMap(({ exported: section }) => (typeof section === 'string' ? [section] : []));
    expect(new Set(exported)).toEqual(new Set(SECTIONS));
  });
});

const MARK = 'marker.person@there.example';

/** Stores the address everywhere it can occur: through the API where that is fast, otherwise with SQL. */
async function leaveTraces(): Promise<{ readonly id: number; readonly shared: string }> {
  const { db } = app.installation;
  const id = await save(MARK, { firstName: 'Marker' });
  await agree({ contactId: id, text: `I am ${MARK}`, source: 'form' });
  await rows(
    `insert into contact_sign_up (account_id, contact_id, signed_up_at, expires_at, consent_text)
     values ($1, $2, now(), now() + interval '7 days', $3)`,
    [accountId, id, `I am ${MARK} again`],
  );
  const alone = await sentMail(app.installation, tenant, [
    MARK.toUpperCase().replace('@THERE.EXAMPLE', '@there.example'),
  ]);
  const shared = await tenant.post('/transactional/emails', {
    from: 'hello@shop.example',
    to: [`Marker <${MARK}>`, 'else@there.example'],
    subject: `For ${MARK}`,
    text: `Dear ${MARK} and all`,
    headers: { 'X-Customer': MARK },
  });
  const about = await tenant.post('/transactional/emails', {
    from: 'hello@shop.example',
    to: ['else@there.example'],
    reply_to: MARK,
    subject: 'A question',
    text: 'From a customer',
  });
  expect([shared.status, about.status]).toEqual([202, 202]);
  await rows('update delivery set status = 7, next_at = null where account_id = $1', [accountId]);
  const inbound = await startTestInbound(app.installation, {});
  await inbound.send(alone.unsubscribe, `From: ${MARK}\r\nSubject: unsubscribe\r\n\r\n`, MARK);
  await inbound.send(alone.returnPath, dsnMail('5.1.1', `smtp; 550 5.1.1 <${MARK}> unknown`));
  await inbound.settled();
  await inbound.close();
  const mailing = await makeMailing(db, accountId);
  await db.transaction(async (tx) => {
    const parsed = address(MARK) as unknown as Parameters<typeof addRecipients>[3][number]['address'];
    await addRecipients(tx, accountId, mailing, [{ address: parsed, values: { name: MARK }, ref: id }]);
    await startMailing(tx, accountId, mailing);
  });
  await rows(`update mailing set state = 'sent', ended_at = now() where id = $1`, [mailing]);
  await rows(
    `insert into attempt (account_id, message_id, recipient_no, attempt_no, started_at, finished_at, outcome, route, reason,
       conversation) values ($1, $2, 0, 1, now(), now(), 'bounced', 'direct', $3, $3)`,
    [accountId, alone.messageId, `550 5.1.1 <${MARK}> unknown`],
  );
  await rows(
    `insert into mailing_outcome (account_id, batch_id, recipient_no, status, finished_at, reason)
     select $1, batch_id, recipient_no, 3, now(), '550 no ' || $2 from mailing_recipient where account_id = $1`,
    [accountId, MARK],
  );
  await rows(
    `insert into webhook_delivery (account_id, id, event_id, message_id, recipient_no, recipient, event, occurred_at, reason,
       extra, state, body)
     values ($1, uuid_now(), uuid_now(), $2, 0, $3, 'bounced', now(), '550 5.1.1 ' || $3, '{"ip":"192.0.2.1"}', 1,
       convert_to('{"to":"' || $3 || '"}', 'UTF8'))`,
    [accountId, alone.messageId, MARK],
  );
  await rows(
    `insert into webhook_attempt (account_id, delivery_id, attempt_no, started_at, duration_ms, url, answer_body)
     select $1, id, 1, now(), 5, 'https://x.example', 'Thanks, ' || $2 from webhook_delivery where account_id = $1`,
    [accountId, MARK],
  );
  await rows(
    `with file as (
       insert into message_file (account_id, hash, content)
       select $1, sha256(content), content from (select convert_to('Invoice for ' || $3, 'UTF8') as content) g
       returning hash
     ) insert into message_file_use (account_id, message_id, hash) select $1, $2, hash from file`,
    [accountId, alone.messageId, MARK],
  );
  await rows(
    `insert into soft_bounce (account_id, address, count, first_at, last_at) values ($1, $2, 1, now(), now())`,
    [accountId, MARK],
  );
  await rows(
    `insert into vendor_unsubscribe (account_id, vendor, audience, address, is_by_recipient)
     values ($1, 'postmark', 'broadcast', $2, true)`,
    [accountId, MARK],
  );
  await rows(
    `insert into import_reject (account_id, import_id, line, value, reason) values ($1, gen_random_uuid(), 3, $2, 'No.')`,
    [accountId, `1;${MARK}`],
  );
  await rows(
    `insert into inbox_mail (account_id, id, mail_from, recipients, sender, subject, raw)
     values ($1, uuid_now(), 'a@x.example', array['else@x.example'], 'A', 'S', convert_to('To: ' || $2, 'UTF8'))`,
    [accountId, MARK],
  );
  await rows(
    `insert into contact_event (account_id, contact_id, name, properties, occurred_at)
     values ($1, $2, 'visit', jsonb_build_object('from', $3::text), now())`,
    [accountId, id, MARK],
  );
  await rows(
    `with sent as (
       insert into deliverable (account_id, campaign_id, contact_id, sent_at) values ($1, 1, $2, now())
     )
     insert into campaign_bounce (account_id, campaign_id, contact_id, reason) values ($1, 1, $2, '550 no ' || $3)`,
    [accountId, id, MARK],
  );
  await rows(
    `insert into contact_segment (account_id, name, filter) values ($1, 'S', jsonb_build_object('query', $2::text))`,
    [accountId, MARK],
  );
  await rows(
    `insert into audit_entry (account_id, via, is_operator, action, subject, after)
     values ($1, 'key', false, 'suppression.add', $2::text, jsonb_build_object('address', $2::text))`,
    [accountId, MARK],
  );
  await rows(
    `insert into outcome_missed (account_id, part, message_id, recipient_no, outcome, error, next_at)
     values ($1, 'webhooks', $2, 0, jsonb_build_object('recipient', $3::text), 'x', null)`,
    [accountId, alone.messageId, MARK],
  );
  await rows(
    `insert into vendor_message
       (account_id, id, vendor, domain, sender, subject, tags, metadata, bytes, is_test, links)
     values ($1, $2, 'mailgun', 'shop.example', 'a@shop.example', 'For ' || $3, '{}', json_build_object('who', $3::text), 1,
       false, array['https://x.example/?to=' || $3])`,
    [accountId, alone.messageId, MARK],
  );
  await rows(
    `insert into vendor_recipient (account_id, message_id, recipient_no, address, metadata)
     values ($1, $2, 0, $3, json_build_object('who', $3::text))`,
    [accountId, alone.messageId, MARK],
  );
  await rows(
    `select append_vendor_events($1, array['mailgun'], array['shop.example'], array[$2::uuid], array[0], array[$3],
       array['bounced'], array[json_build_object('reason', 'no ' || $3::text)::text])`,
    [accountId, alone.messageId, MARK],
  );
  return { id, shared: shared.body.id };
}

describe('erasure', () => {
  it('removes the address everywhere in the database and keeps other data', { timeout: 60_000 }, async () => {
    const { id, shared } = await leaveTraces();
    const before = Object.keys(await tablesWith(MARK));
    const persons = Object.entries(MAP).flatMap(([name, table]) => ('nobody' in table ? [] : [name]));
    // Tables that contain only short-lived data or no addresses are not filled.
    const nowhere = ['contact_erasure', 'erased_contact', 'idempotency', 'import_piece', 'event', 'form_attempt'];
    const byNumber = [
      'deliverable',
      'campaign_visit',
      'campaign_early_visit',
      'automation_cap',
      'automation_entry',
      'automation_segment_member',
      'message_file_use',
    ];
    const seeded = persons.filter((name) => ![...nowhere, ...byNumber].includes(name));
    expect(before.toSorted()).toEqual(expect.arrayContaining(seeded));

    const asked = await ann.call('POST', `/contacts/${id}/erase`, { email: MARK.toUpperCase() });
    expect([asked.status, asked.body.state]).toEqual([202, 'waiting']);
    await eraseAll();

    expect(await tablesWith(MARK)).toEqual({});
    expect(await tablesWith('Marker')).toEqual({});
    const { body } = await ann.call('GET', `/privacy/erasures/${asked.body.id}`);
    expect(body).toMatchObject({ state: 'done', waits_for: null, finished_at: expect.any(String) });
    expect(body.erased_count).toBeGreaterThan(10);
    const message = (await tenant.get(`/transactional/emails/${shared}`)).body;
    expect(message).toMatchObject({
      to: ['erased@erased.invalid', 'else@there.example'],
      subject: 'For erased@erased.invalid',
      text: 'Dear erased@erased.invalid and all',
      status: 'delivered',
    });
    // The counters are not deleted.
    expect(await rows('select count(*)::integer as n from delivery where account_id = $1', [accountId])).toEqual([
      { n: 4 },
    ]);
    expect(
      await rows('select count(*)::integer as n from mailing_recipient where account_id = $1', [accountId]),
    ).toEqual([{ n: 1 }]);
  });

  it('is recorded in the audit log once without the address and requires the address as confirmation', async () => {
    const id = await save('eve@x.example');
    const wrong = await ann.call('POST', `/contacts/${id}/erase`, { email: 'adam@x.example' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['email']]);
    expect((await ann.call('POST', `/contacts/${id}/erase`)).status).toBe(422);
    const first = await ann.call('POST', `/contacts/${id}/erase`, { email: 'eve@x.example' });
    const again = await ann.call('POST', `/contacts/${id}/erase`, { email: 'eve@x.example' });
    expect(again.body.id).toBe(first.body.id);
    expect(await rows('select contacts from audience where account_id = $1', [accountId])).toEqual([{ contacts: 0 }]);
    await eraseAll();
    const audit = await rows<{ action: string; subject: string; person_email: string }>(
      `select action, subject, person_email from audit_entry where account_id = $1 and action = 'person.erase'`,
      [accountId],
    );
    expect(audit).toEqual([{ action: 'person.erase', subject: first.body.id, person_email: ann.email }]);
    expect((await ann.call('POST', `/contacts/${id}/erase`, { email: 'eve@x.example' })).status).toBe(404);
  });

  it('waits for messages in the queue and continues after they are sent', async () => {
    const mail = await sentMail(app.installation, tenant, ['fay@there.example'], 5);
    await rows(`update delivery set next_at = now() + interval '1 hour' where account_id = $1`, [accountId]);
    const { body } = await ann.call('POST', '/privacy/erase', { email: 'fay@there.example' });
    await eraseAll();
    expect((await ann.call('GET', `/privacy/erasures/${body.id}`)).body).toMatchObject({
      state: 'running',
      waits_for: 'Email to the address is still being sent.',
    });
    await rows('update delivery set next_at = null, status = 7 where account_id = $1', [accountId]);
    await rows('update contact_erasure set next_at = now() where account_id = $1', [accountId]);
    await eraseAll();
    expect((await tenant.get(`/transactional/emails/${mail.id}`)).body).toMatchObject({
      to: ['erased@erased.invalid'],
      subject: '(erased)',
      text: '(erased)',
    });
  });

  it('stops waiting after some time', async () => {
    await sentMail(app.installation, tenant, ['gus@there.example'], 5);
    await rows(`update delivery set next_at = 'infinity' where account_id = $1`, [accountId]);
    await ann.call('POST', '/privacy/erase', { email: 'gus@there.example' });
    await rows('update contact_erasure set patient_until = now() where account_id = $1', [accountId]);
    await eraseAll();
    expect(await tablesWith('gus@there.example')).toEqual({});
  });

  it('is not reverted by a later bounce', async () => {
    const mail = await sentMail(app.installation, tenant, ['hal@there.example']);
    await ann.call('POST', '/privacy/erase', { email: 'hal@there.example' });
    await eraseAll();
    const inbound = await startTestInbound(app.installation, {});
    await inbound.send(mail.returnPath, dsnMail());
    await inbound.send(mail.unsubscribe, 'From: x@y.example\r\nSubject: unsubscribe\r\n\r\n', 'x@y.example');
    const settled = await inbound.settled();
    await inbound.close();
    expect(settled.slice(-2).map(({ state }) => state)).toEqual(['unclassified', 'unclassified']);
    expect(await rows('select 1 from suppression where account_id = $1', [accountId])).toEqual([]);
    expect(await rows('select 1 from inbound_unsubscribe where account_id = $1', [accountId])).toEqual([]);
    expect((await tenant.get(`/transactional/emails/${mail.id}`)).body.status).toBe('delivered');
  });

  it('does not block others if it fails, and reports the failure without the address', async () => {
    const [first, second] = ['ida@x.example', 'jon@x.example'];
    for (const email of [first, second]) await ann.call('POST', '/privacy/erase', { email });
    const steps = [
      {
        name: 'fails',
        run: async (_tx: unknown, task: { readonly address: string }) => {
          if (task.address === first) throw new TypeError(`No ${task.address}`);
          return { erased: 0, place: null };
        },
      },
    ];
    await eraseDue({ ...app.installation, steps });
    const states = await rows<{ address: string | null; state: string; hindrance: string | null; failures: number }>(
      'select address, state, hindrance, failures from contact_erasure where account_id = $1 order by id',
      [accountId],
    );
    expect(states).toEqual([
      { address: first, state: 'running', hindrance: 'Failed: TypeError', failures: 1 },
      { address: null, state: 'done', hindrance: null, failures: 0 },
    ]);
  });

  it.each([
    ['nothing', {}],
    ['an invalid address', { email: 'nobody' }],
    ['an array', { email: ['a@x.example'] }],
    ['an object', { email: { a: 1 } }],
    ['a line break', { email: 'a@x.example\r\nX: y' }],
  ])('refuses %s with 422 and the field', async (_name, given) => {
    const { body, status } = await ann.call('POST', '/privacy/erase', given);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['email']]);
  });

  it('returns 404 if it does not exist', async () => {
    const { body } = await ann.call('POST', '/privacy/erase', { email: 'kim@x.example' });
    const other = await newPerson(app, (await app.newAccount()).account.id);
    for (const id of ['x', '1', '019aa5b0-2c6a-7f0e-8c1d-2b3a4f5e6d7c', '%00']) {
      expect((await ann.call('GET', `/privacy/erasures/${id}`)).status).toBe(404);
    }
    expect((await other.call('GET', `/privacy/erasures/${body.id}`)).status).toBe(404);
  });
});

describe('erased person', () => {
  const people = () => erasedPeopleOf(app.installation);

  it('is recognized by a hash that resists dictionary attacks, and is not added until subscribing again', async () => {
    const email = address('lea@x.example');
    await ann.call('POST', '/privacy/erase', { email });
    await eraseAll();
    const { db } = app.installation;
    const others = [email, address('mia@x.example')];
    expect(await people().among(db, accountId, others)).toEqual(new Set([email]));
    expect(await people().among(db, (await app.newAccount()).account.id, others)).toEqual(new Set());
    expect(ERASED_FAULT).toMatch(/^belongs to a person/);
    const [row] = await rows<{ hash: Buffer }>('select hash from erased_contact where account_id = $1', [accountId]);
    for (const key of ['', String(accountId), 'erased addresses']) {
      expect(row?.hash).not.toEqual(createHmac('sha256', key).update(`${accountId}\n${email}`).digest());
    }
    expect(await db.transaction(async (tx) => people().welcomeBack(tx, accountId, email))).toBe(true);
    expect(await people().among(db, accountId, others)).toEqual(new Set());
  });

  it('is refused in batches and single calls, unless there is new consent', async () => {
    const email = 'mo@x.example';
    await ann.call('POST', '/privacy/erase', { email });
    await eraseAll();
    const batch = await ann.call('POST', '/contacts/batch', {
      contacts: [{ email: 'fresh@x.example' }, { email: 'MO@x.example', consent: { text: 'It says so in our list' } }],
    });
    expect([batch.status, batch.body.errors]).toEqual([
      422,
      { 'contacts.1.email': [expect.stringContaining('erased')] },
    ]);
    const alone = await ann.call('POST', '/contacts', { email });
    expect([alone.status, alone.body.errors]).toEqual([422, { email: [expect.stringContaining('signs up again')] }]);
    expect(await rows('select 1 from contact where account_id = $1', [accountId])).toEqual([]);
    expect((await ann.call('POST', '/contacts', { email, consent: { text: 'Yes, again' } })).status).toBe(200);
    expect((await ann.call('POST', '/contacts/batch', { contacts: [{ email }] })).status).toBe(200);
  });

  it('who subscribes again during the erasure keeps new data', async () => {
    const id = await save('nia@x.example', { firstName: 'Old' });
    await agree({ contactId: id, text: 'Old words', source: 'form' });
    await rows(`update contact_consent set created_at = now() - interval '1 day' where account_id = $1`, [accountId]);
    await ann.call('POST', `/contacts/${id}/erase`, { email: 'nia@x.example' });
    await app.installation.db.transaction(async (tx) => people().welcomeBack(tx, accountId, address('nia@x.example')));
    expect(await save('nia@x.example', { lastName: 'New' })).toBe(id);
    await agree({ contactId: id, text: 'New words', source: 'form' });
    const mail = await sentMail(app.installation, tenant, ['nia@x.example'], 5);
    // The message is sent some time after the erasure started.
    await rows(`update contact_erasure set created_at = created_at - interval '10 seconds' where account_id = $1`, [
      accountId,
    ]);
    await eraseAll();
    expect((await tenant.get(`/transactional/emails/${mail.id}`)).body).toMatchObject({
      to: ['nia@x.example'],
      text: 'Hi',
    });
    const { body } = await ann.call('GET', `/contacts/${id}/data`);
    expect(body).toMatchObject({ contact: { first_name: '', last_name: 'New' }, consents: [{ text: 'New words' }] });
    expect(body.consents).toHaveLength(1);
  });

  it('stays suppressed without the address in the list', async () => {
    await rows(`insert into suppression (account_id, address, reason) values ($1, 'ola@there.example', 'complained')`, [
      accountId,
    ]);
    await ann.call('POST', '/privacy/erase', { email: 'ola@there.example' });
    expect(await rows('select 1 from suppression where account_id = $1', [accountId])).toEqual([]);
    const send = { from: 'hello@shop.example', to: ['Ola@there.example'], subject: 'Hi', text: 'Hi' };
    const refused = await eventually('the send is rejected because of the hash', async () => {
      const answer = await tenant.post('/transactional/emails', send);
      return answer.status === 202 ? undefined : answer;
    });
    expect([refused.status, refused.body.name]).toEqual([403, 'recipient_suppressed']);
    const batch = await tenant.post('/transactional/emails/batch', {
      emails: [send, { ...send, to: ['pat@there.example'] }],
    });
    expect(batch.body.data.map(({ status }: { status: string }) => status)).toEqual(['failed', 'queued']);
  });
});
