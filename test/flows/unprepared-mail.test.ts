import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDelivery } from '../../src/app/delivery.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { examineWork } from '../../src/app/doctor/work.ts';
import { createLog } from '../../src/base/log.ts';
import { listAttempts } from '../../src/features/sending/delivery/index.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import {
  addRecipients,
  createMailingMaker,
  startMailing,
  viewMailing,
  type NewMailing,
} from '../../src/features/sending/mailings/index.ts';
import { addRule } from '../../src/features/sending/routes/index.ts';
import { parseMessageId } from '../../src/features/transactional/messages/index.ts';
import { isFault, parseAddress, type EmailAddress } from '../../src/mail/address.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

const INNOCENTS = 20;
const REPORTED = 'cannot be read; the operator of this server was notified';
/** Data that starts like compressed content but is invalid: zstd reports 'Unknown frame descriptor'. */
const DAMAGED = String.raw`'\x01deadbeef00112233'`;

let app: TestApp;
let dns: DnsServer;
let sink: SmtpSink;
let innocent: Tenant;
let faulty: Tenant;
let delivery: { stop(): Promise<void> };
const lines: string[] = [];

beforeAll(async () => {
  sink = await startSmtpSink();
  dns = await startDnsServer({});
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_RESOLVER: dns.address,
  });
  [innocent, faulty] = [await app.newAccount(), await app.newAccount()];
  for (const [tenant, name] of [
    [innocent, 'good.example'],
    [faulty, 'bad.example'],
    [faulty, 'keyless.example'],
  ] as const) {
    const parts = domainPartsOf(app.installation);
    const { records } = await addDomain(parts, tenant.account.id, name);
    for (const record of records) if (record.type === 'TXT') dns.set(record.host, 'TXT', [record.data]);
    expect((await verifyDomain(parts, tenant.account.id, name)).status).toBe('verified');
  }
  delivery = { stop: () => Promise.resolve() };
});
afterAll(async () => {
  await delivery.stop();
  await app.close();
  await sink.close();
  await dns.close();
});

/** Starts delivery and collects its log. */
function deliver(): void {
  delivery = startDelivery({ ...app.installation, log: createLog('error', (line) => lines.push(line)) }, undefined);
}

async function sql<Row = unknown>(text: string): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, []);
}

/**
 * Sends messages from both accounts while delivery is stopped. The message of the faulty account is queued between the
 * other messages.
 */
async function sendAround(faultyFrom: string): Promise<{ readonly bad: string; readonly good: readonly string[] }> {
  await delivery.stop();
  const ids: string[] = [];
  let bad = '';
  for (let no = 0; no < INNOCENTS; no += 1) {
    if (no === INNOCENTS / 2) bad = await send(faulty, faultyFrom);
    ids.push(await send(innocent, 'post@good.example'));
  }
  return { bad, good: ids };
}

async function send(tenant: Tenant, from: string): Promise<string> {
  const mail = { from, to: ['ann@receiver.example'], subject: 'S', text: 'T' };
  const { body, status } = await tenant.post('/transactional/emails', mail);
  expect({ status, body }).toMatchObject({ status: 202 });
  return parseMessageId(body.id, Date.now()) ?? '';
}

async function attemptsOf(tenant: Tenant, messageId: string) {
  return listAttempts(app.installation.db, tenant.account.id, messageId);
}

async function attempted(tenant: Tenant, messageId: string, count: number) {
  return eventually(`${count} attempts are recorded`, async () => {
    const attempts = await attemptsOf(tenant, messageId);
    return attempts.length >= count ? attempts : undefined;
  });
}

/** Checks that every message of the other account was delivered on the first attempt. */
async function innocentsArrived(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    expect((await attempted(innocent, id, 1)).map(({ outcome }) => outcome)).toEqual(['delivered']);
  }
}

/** Returns the API's record of a message. */
async function recordOf(tenant: Tenant, messageId: string) {
  return (await tenant.get(`/transactional/emails/tm_${messageId.replaceAll('-', '')}`)).body;
}

/** Makes the last attempt of a message due. */
async function lastAttempt(messageId: string): Promise<void> {
  await sql(`update delivery set attempts = 7, next_at = now() where message_id = '${messageId}'`);
}

describe('message that cannot be prepared', () => {
  it('is deferred alone with a readable reason if its stored content is damaged, and expires', async () => {
    const { bad, good } = await sendAround('post@bad.example');
    await sql(`update message set content = ${DAMAGED} where id = '${bad}'`);
    deliver();
    await innocentsArrived(good);
    const [attempt] = await attempted(faulty, bad, 1);
    expect(attempt).toMatchObject({
      outcome: 'deferred',
      status: '4.3.0',
      reason: `The stored content of this message ${REPORTED}`,
    });
    const [row] = await sql<{ waits: boolean }>(
      `select next_at > now() + interval '40 seconds' as waits from delivery where message_id = '${bad}'`,
    );
    expect(row).toEqual({ waits: true });
    // The API still returns the record of the message, without the lost bodies.
    expect(await recordOf(faulty, bad)).toMatchObject({ subject: 'S', html: null, text: null });
    expect(lines.filter((line) => line.includes(bad))).toMatchObject([
      expect.stringMatching(/Message could not be prepared.*Unknown frame descriptor/),
    ]);

    await lastAttempt(bad);
    const given = await eventually('the message expires', async () => {
      const record = await recordOf(faulty, bad);
      return record.status === 'failed' ? record : undefined;
    });
    expect(given.events.at(-1)).toMatchObject({
      event: 'failed',
      status: '5.3.0',
      reason: `Expired after 8 attempts: The stored content of this message ${REPORTED}`,
    });
  });

  it('is reported to the operator with the original error', async () => {
    const findings = await examineWork(app.installation);
    expect(findings.find(({ subject }) => subject === 'stored mail')).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(
        /the stored content of this message.*\(2 in total\): message .*Unknown frame descriptor/,
      ),
    });
    expect(findings.find(({ subject }) => subject === 'receivers')?.level).toBe('ok');
  });

  it('is deferred alone if its signing key is damaged', async () => {
    const { bad, good } = await sendAround('post@keyless.example');
    await sql(`update domain_key k set private_key = '\\x00' from domain d
      where d.id = k.domain_id and d.name = 'keyless.example'`);
    deliver();
    await innocentsArrived(good);
    expect(await attempted(faulty, bad, 1)).toMatchObject([
      { outcome: 'deferred', reason: `The signing key (DKIM) of keyless.example ${REPORTED}` },
    ]);
  });

  it('is deferred alone if its recipient address is damaged', async () => {
    const { bad, good } = await sendAround('post@bad.example');
    await sql(`update delivery set recipient = E'ann\\r\\nDATA@receiver.example' where message_id = '${bad}'`);
    deliver();
    await innocentsArrived(good);
    expect(await attempted(faulty, bad, 1)).toMatchObject([
      { outcome: 'deferred', reason: `The address of this recipient ${REPORTED}` },
    ]);
  });

  it('is deferred alone if its route depends on unreadable data', async () => {
    const { bad, good } = await sendAround('post@bad.example');
    await addRule(app.installation.db, { senderDomain: 'never.example' }, 'inbox');
    await sql(`update message set head = '{"to":1}' where id = '${bad}'`);
    deliver();
    await innocentsArrived(good);
    expect(await attempted(faulty, bad, 1)).toMatchObject([
      { outcome: 'deferred', route: 'none', reason: `The stored content of this message ${REPORTED}` },
    ]);
    await sql('delete from route_rule');
    await sql('update route_version set version = version + 1');
  });
});

describe('mailing that cannot be prepared', () => {
  it('is deferred alone if its template does not compile, and expires', async () => {
    await delivery.stop();
    const broken = await mailing(faulty, 30);
    const whole = await mailing(innocent, 30);
    await sql(`update mail_template t set template = convert_to(E'\\x01', 'UTF8') || '{}'
      from mailing m where m.id = '${broken}' and t.account_id = m.account_id and t.hash = m.template_hash`);
    const [batch] = await batchesOf(broken);
    const code = await send(innocent, 'post@good.example');
    deliver();
    await innocentsArrived([code]);
    expect(await ended(innocent, whole)).toMatchObject({ delivered: 30, failed: 0 });
    expect(await sql(`select from delivery where message_id = '${(await batchesOf(whole))[0]}'`)).toEqual([]);
    const reasons = await eventually('all messages are deferred', async () => {
      const rows = await sql<{ reason: string }>(`select reason from attempt where message_id = '${batch}'`);
      return rows.length === 30 ? new Set(rows.map(({ reason }) => reason)) : undefined;
    });
    expect([...reasons]).toEqual([`The template of this mailing ${REPORTED}`]);
    // The log has one entry per minute, not one per recipient.
    expect(lines.filter((line) => line.includes(String(batch)))).toHaveLength(1);

    await lastAttempt(String(batch));
    expect(await ended(faulty, broken)).toMatchObject({ delivered: 0, failed: 30 });
  });

  it('is deferred only for the recipient whose values are damaged', async () => {
    await delivery.stop();
    const id = await mailing(innocent, 30);
    const [batch = ''] = await batchesOf(id);
    await sql(`update mailing_recipient set data = '{"name":5}' where batch_id = '${batch}' and recipient_no = 17`);
    deliver();
    const [attempt] = await attempted(innocent, batch, 1);
    expect(attempt).toMatchObject({ outcome: 'deferred', reason: `The stored data of this recipient ${REPORTED}` });
    await lastAttempt(batch);
    expect(await ended(innocent, id)).toMatchObject({ delivered: 29, failed: 1 });
  });

  it('does not block other messages even if none of its chunks can be claimed', async () => {
    await delivery.stop();
    await sql('alter function lease_mailing_chunk rename to lease_mailing_chunk_away');
    try {
      const id = await send(innocent, 'post@good.example');
      deliver();
      await innocentsArrived([id]);
    } finally {
      await sql('alter function lease_mailing_chunk_away rename to lease_mailing_chunk');
    }
  });
});

async function batchesOf(mailing: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(`select id from recipient_batch where mailing_id = '${mailing}'`);
  return rows.map(({ id }) => id);
}

async function mailing(tenant: Tenant, count: number): Promise<string> {
  const { clock, db } = app.installation;
  const accountId = tenant.account.id;
  const id = await db.transaction((tx) => createMailingMaker({ clock })(tx, accountId, newMailing(tenant)));
  const recipients = Array.from({ length: count }, (_none, no) => ({
    address: address(`reader${no}@receiver.example`),
    values: { name: `Reader ${no}` },
  }));
  await db.transaction((tx) => addRecipients(tx, accountId, id, recipients));
  await db.transaction((tx) => startMailing(tx, accountId, id));
  return id;
}

function newMailing(tenant: Tenant): NewMailing {
  return {
    mailClass: 'campaign',
    from: { name: 'News', address: address(tenant === innocent ? 'news@good.example' : 'news@bad.example') },
    replyTo: [],
    headers: [],
    linkPrefixes: [],
    subject: ['News for ', { slot: 'name', as: 'text' }],
    html: undefined,
    text: ['Hello ', { slot: 'name', as: 'text' }],
  };
}

async function ended(tenant: Tenant, id: string) {
  return eventually('the mailing is sent', async () => {
    const view = await viewMailing(app.installation.db, tenant.account.id, id);
    return view?.state === 'sent' ? view : undefined;
  });
}

function address(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}
