import { afterAll, beforeAll, expect, it } from 'vitest';
import { presentId } from '../../src/base/ids.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { listAttempts } from '../../src/features/sending/delivery/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { DOMAIN, mailgunAccount, postForm } from '../support/mailgun.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

// Tests email that requires TLS (Mailgun's o:require-tls), sent to a server without TLS and to a server with a
// self-signed certificate.

let dns: DnsServer;
let plain: SmtpSink;
let selfSigned: SmtpSink;
let app: TestApp;
let tenant: Awaited<ReturnType<typeof mailgunAccount>>;

beforeAll(async () => {
  plain = await startSmtpSink();
  selfSigned = await startSmtpSink({ tls: 'starttls' }, { host: '127.0.0.2', port: plain.port });
  dns = await startDnsServer({
    'plain.example': { MX: [{ preference: 10, exchange: 'mx.plain.example' }] },
    'mx.plain.example': { A: ['127.0.0.1'] },
    'signed.example': { MX: [{ preference: 10, exchange: 'mx.signed.example' }] },
    'mx.signed.example': { A: ['127.0.0.2'] },
  });
  app = await startApp({
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(plain.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
  });
  tenant = await mailgunAccount(app);
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await Promise.all([plain.close(), selfSigned.close(), dns.close()]);
});

/** Sends an email, and resolves with its ID. */
async function send(to: string, fields: Readonly<Record<string, string | Blob>>, path?: string): Promise<string> {
  const mail = { from: `news@${DOMAIN}`, subject: 'Hello', text: 'Hi', ...fields };
  const { body, status } = await postForm(app.url, tenant.key, [...Object.entries(mail), ['to', to]], path);
  expect({ status, body }).toMatchObject({ status: 200 });
  return uuidOf(String(body['id']));
}

function uuidOf(id: string): string {
  const [digits = ''] = /[0-9a-f]{32}/.exec(id) ?? [];
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Resolves with the first attempt to send an email. */
function firstAttempt(id: string) {
  return eventually(`an attempt to send ${id} is recorded`, async () => {
    const [attempt] = await listAttempts(app.installation.db, tenant.accountId, id);
    return attempt;
  });
}

function recipientsAt({ messages }: SmtpSink): string[] {
  return messages.flatMap(({ to }) => to);
}

const REQUIRED = { 'o:require-tls': 'yes' };

it('is deferred if the server offers no TLS, and no part of the email is sent', async () => {
  const attempt = await firstAttempt(await send('required@plain.example', REQUIRED));
  expect(attempt).toMatchObject({ outcome: 'deferred', status: '4.7.4', host: 'mx.plain.example' });
  expect(attempt.reason).toBe(
    'The email requires TLS: the server does not offer STARTTLS, and TLS is required (starttls-not-supported)',
  );
  expect(plain.lines.filter((line) => line.includes('required@'))).toEqual([]);
});

it('does not delay other email to the same server, before or after it', async () => {
  const names = Array.from({ length: 12 }, (_, index) => ({ index, isRequired: index % 3 === 1 }));
  const ids = await Promise.all(
    names.map(({ index, isRequired }) => send(`mixed${index}@plain.example`, isRequired ? REQUIRED : {})),
  );
  for (const id of ids) await firstAttempt(id);
  const optional = names.flatMap(({ index, isRequired }) => (isRequired ? [] : [`mixed${index}@plain.example`]));
  const arrived = recipientsAt(plain).filter((address) => address.startsWith('mixed'));
  expect(arrived.toSorted()).toEqual(optional.toSorted());
});

it('is deferred if the certificate is not valid, and sent over TLS if the verification is skipped', async () => {
  const attempt = await firstAttempt(await send('verified@signed.example', REQUIRED));
  expect(attempt).toMatchObject({ outcome: 'deferred', status: '4.7.5', host: 'mx.signed.example' });
  expect(attempt.reason).toMatch(/^The email requires TLS: .*\(certificate-not-trusted\)$/);
  await send('any@signed.example', { ...REQUIRED, 'o:skip-verification': 'yes' });
  await selfSigned.waitFor(1);
  expect(selfSigned.messages.map(({ tls, to }) => ({ tls, to }))).toEqual([{ tls: true, to: ['any@signed.example'] }]);
});

it('is sent without TLS if only the verification is skipped', async () => {
  const attempt = await firstAttempt(await send('skipped@plain.example', { 'o:skip-verification': 'yes' }));
  expect(attempt).toMatchObject({ outcome: 'delivered', tls: null });
  expect(recipientsAt(plain)).toContain('skipped@plain.example');
});

it('can be required for each email of a batch', async () => {
  const fields = { ...REQUIRED, 'recipient-variables': '{}', to: 'batch-a@signed.example' };
  await send('batch-b@plain.example', fields);
  const reasons = await eventually('both emails are deferred', async () => {
    const rows = await rowsOf<{ reason: string }>(
      app.installation.db,
      `select reason from attempt a join delivery d using (account_id, message_id, recipient_no)
       where d.recipient like 'batch-_@%'`,
      [],
    );
    return rows.length === 2 ? rows.map(({ reason }) => reason) : undefined;
  });
  for (const reason of reasons) expect(reason).toMatch(/^The email requires TLS: /);
  expect(recipientsAt(plain).filter((address) => address.startsWith('batch'))).toEqual([]);
});

it('can be required in a header of a MIME message', async () => {
  const mime = [`From: news@${DOMAIN}`, 'To: mime@plain.example', 'Subject: x', 'X-Mailgun-Require-TLS: yes', '', 'x'];
  const form = { message: new Blob([mime.join('\r\n')]) };
  const attempt = await firstAttempt(await send('mime@plain.example', form, `/v3/${DOMAIN}/messages.mime`));
  expect(attempt.reason).toMatch(/^The email requires TLS: /);
});

it('is also required when the email is sent again in the dashboard', async () => {
  const id = await send('again@signed.example', REQUIRED);
  const { db } = app.installation;
  const scopes = [SCOPES.read, SCOPES.send, SCOPES.dashboardWrite];
  const { key } = await createKey(db, { accountId: tenant.accountId, name: 'dashboard', scopes });
  const path = `/dashboard/messages/${presentId('tm', id)}/send-again`;
  const { body, status } = await app.client(key).post(path, { to: 'again@plain.example' });
  expect({ status, body }).toMatchObject({ status: 202 });
  const attempt = await firstAttempt(uuidOf(String(body.id)));
  expect(attempt.reason).toMatch(/^The email requires TLS: /);
});
