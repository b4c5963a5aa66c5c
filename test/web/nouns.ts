import { addDomain } from '../../src/features/sending/domains/index.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { createKey } from '../../src/features/tenants/access/index.ts';
import { setWebhook } from '../../src/features/transactional/webhooks/index.ts';
import type { Installation } from '../../src/app/installation.ts';
import type { Database } from '../../src/base/db.ts';
import type { Client } from '../support/app.ts';
import { writeLog, type LogEntry } from '../support/webhook-rows.ts';
import { presentId } from '../../src/base/ids.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Adds to an account the objects that these pages show: API keys, domains, a webhook that had an outage, and others.
 * Returns the IDs by name.
 */
export async function seedNouns(
  installation: Installation,
  accountId: number,
  client: Client,
): Promise<Readonly<Record<string, string>>> {
  const { db } = installation;
  await db.script(`update account set is_operator = true where account_id = ${accountId}`);
  await seedKeys(installation, accountId);
  const { domain, pending } = await seedDomains(installation, accountId);
  await setWebhook(installation, { accountId, via: 'command' }, { url: 'https://hooks.northwind.example/mail' });
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const entries = outage(now);
  const deliveries = await writeLog(db, accountId, entries);
  const delivery = deliveries[entries.findIndex(({ state }) => state === 2)] ?? '';
  await seedAttempts(db, accountId, delivery);
  await seedLists(client);
  await seedReplay(client, now);
  await seedInbox(db, accountId);
  await seedImports(db, accountId);
  const [mail] = await db.query<{ id: string }>(
    { name: '', text: 'select id from inbox_mail order by id desc limit 1' },
    [],
  );
  return {
    domain,
    pending,
    webhook_delivery: presentId('wdl', delivery),
    outage_from: new Date(now - 4 * HOUR_MS + 120 * MINUTE_MS).toISOString(),
    outage_to: new Date(now - 4 * HOUR_MS + 180 * MINUTE_MS).toISOString(),
    inbox_mail: mail?.id ?? '',
  };
}

/** Inserts imports that have ended, and an import in progress that no job processes. */
async function seedImports(db: Database, accountId: number): Promise<void> {
  await db.script(
    `insert into import (account_id, id, kind, state, file_name, note, person_name, bytes, added, known, rejected, fault,
         created_at)
       select ${accountId}, uuid_now(), 'suppressions', made.* from (values
         ('done', 'unsubscribed.csv', 'The service before', 'Grace Hopper', 24117248, 412000, 1204, 37, null,
           now() - interval '3 days'),
         ('failed', 'a-list-with-a-name-that-is-longer-than-any-column-has-room-for-2026-06.csv', null, 'Grace Hopper',
           90210, 812, 0, 0, 'A quotation mark opens in line 813 and is never closed.', now() - interval '2 days'),
         ('running', 'complaints.txt', null, 'Ada Lovelace', 9961472, 5000, 3, 0, null, now() - interval '1 minute')
       ) as made;
     insert into job_progress (account_id, id, kind, state, done, total, sentence)
       select account_id, id, 'suppressions_import', 'running', 4128768, bytes,
         '5,000 added, 3 already existed, 0 rejected.'
       from import where account_id = ${accountId} and state = 'running'`,
  );
}

async function seedKeys({ db }: Installation, accountId: number): Promise<void> {
  await createKey(db, {
    accountId,
    name: 'Shop, production',
    scopes: ['transactional:send'],
    domain: 'northwind.example',
  });
  const { id } = await createKey(db, { accountId, name: 'Shop, last year', scopes: ['transactional:send'] });
  await createKey(db, { accountId, name: 'Reports', scopes: ['transactional:read'] });
  await db.script(`update api_key set revoked_at = now() - interval '20 days', last_used_at = now() - interval '21 days'
    where id = ${id}`);
}

/** Inserts a verified domain, and a domain with an incorrect DNS record. */
async function seedDomains(
  installation: Installation,
  accountId: number,
): Promise<{ domain: string; pending: string }> {
  const { db } = installation;
  const { id: pending } = await addDomain(domainPartsOf(installation), accountId, 'news.northwind.example');
  await db.script(`update domain set checked_at = now(), records = (
      select jsonb_agg(case
        when r ->> 'name' = 'dmarc' then r || '{"valid": true, "reason": null}'
        when r ->> 'name' = 'spf' then r || '{"found": ["v=spf1 include:_spf.elsewhere.example ~all"],
          "reason": "The SPF record at news.northwind.example does not include this server. Add the missing term to it."}'
        else r || jsonb_build_object('reason', 'No record found at ' || (r ->> 'host') || '.') end order by no)
      from jsonb_array_elements(records) with ordinality as each (r, no))
    where id = ${pending}`);
  await db.script(`update domain set checked_at = now(), records = (
      select jsonb_agg(r || '{"valid": true, "reason": null}' order by no)
      from jsonb_array_elements(records) with ordinality as each (r, no))
    where account_id = ${accountId} and id <> ${pending}`);
  // The CNAME records of both domains are correct, but one tracking host does not reach this server.
  await db.script(`update domain set records = records || jsonb_build_object('name', 'tracking', 'required', false,
      'optional', true, 'type', 'CNAME', 'host', 'click.' || name, 'data', 'post.northwind.example',
      'found', '["post.northwind.example"]'::jsonb, 'valid', id <> ${pending}, 'reason', case when id = ${pending} then
        'The DNS record is correct, but https://click.' || name || ' does not reach this server: certificate has expired.' end)
    where account_id = ${accountId};
    update tracking_host set found_at = now(), base_url = 'https://' || host
    where account_id = ${accountId} and domain_id <> ${pending}`);
  const rows = await db.query<{ id: number }>(
    { name: '', text: 'select id from domain where account_id = $1 order by id limit 1' },
    [accountId],
  );
  return { domain: String(rows[0]?.id), pending: String(pending) };
}

/**
 * Returns the events of four hours. The receiver failed for about 40 minutes: it rejected events at first and then did
 * not respond.
 */
function outage(nowMs: number): LogEntry[] {
  const began = nowMs - 4 * HOUR_MS;
  return Array.from({ length: 240 }, (_, minute) => minute).flatMap((minute) =>
    Array.from({ length: 6 + Math.round(4 * Math.sin(minute / 30)) }, (_, index) => {
      const at = new Date(began + minute * MINUTE_MS + index * 1000);
      const event = (minute + index) % 7 === 0 ? 'bounced' : 'delivered';
      const recipient = `reader${minute}@example.org`;
      if (minute < 130 || minute >= 172) return { at, event, recipient };
      return { at, event, recipient, state: 2, attempts: 2, answer: minute < 160 ? 503 : 0 };
    }),
  );
}

/** Inserts two attempts for a webhook delivery, as the webhook worker stores them. */
async function seedAttempts(db: Database, accountId: number, deliveryId: string): Promise<void> {
  await db.query(
    {
      name: '',
      text: `insert into webhook_attempt
          (account_id, delivery_id, attempt_no, started_at, duration_ms, url, answer, answer_headers, answer_body, fault)
        values ($1, $2, 1, now() - interval '100 minutes', 41, 'https://hooks.northwind.example/mail', 503,
            '{"content-type": "text/plain", "retry-after": "60"}', 'Down for maintenance', null),
          ($1, $2, 2, now() - interval '99 minutes', 15000, 'https://hooks.northwind.example/mail', null, null, null,
            'No answer within 15 seconds')`,
    },
    [accountId, deliveryId],
  );
}

async function seedLists(client: Client): Promise<void> {
  const answers = [
    await client.post('/transactional/suppressions', { address: 'gone@example.org', detail: 'Asked by telephone' }),
    await client.post('/transactional/alerts', {
      tag: 'login_code',
      kind: 'bounce_rate',
      threshold_percent: 5,
      window_minutes: 60,
    }),
    await client.post('/transactional/alerts', { tag: 'receipt', kind: 'silence', window_minutes: 1440 }),
  ];
  const refused = answers.find(({ status }) => status >= 300);
  if (refused) throw new Error(`Seeding was refused: ${JSON.stringify(refused.body)}`);
}

/** Starts a replay and stops it immediately, so that no delivery is sent. */
async function seedReplay(client: Client, nowMs: number): Promise<void> {
  const { body } = await client.post('/transactional/webhook/replays', {
    answer: '5xx,none',
    created_after: new Date(nowMs - 2 * HOUR_MS).toISOString(),
    created_before: new Date(nowMs - HOUR_MS).toISOString(),
    url: 'https://staging.northwind.example/mail',
  });
  const { status } = await client.post(`/transactional/webhook/replays/${body.id}/cancel`, {});
  if (status !== 200) throw new Error(`The replay was not stopped: ${status}`);
}

/** Inserts an email into the local inbox in the same form as if it had arrived through SMTP. */
async function seedInbox(db: Database, accountId: number): Promise<void> {
  const raw = [
    'From: Northwind <post@northwind.example>',
    'To: ada@example.com',
    'Subject: Your login code is 481 552',
    'DKIM-Signature: v=1; a=rsa-sha256; d=northwind.example; s=pr1; h=from; bh=x; b=y',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Your login code is 481 552. Not you? https://northwind.example/help',
    '--part',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<h1>Northwind</h1><p>Enter this code to sign in: <b>481 552</b></p><script>alert(1)</script>',
    '<p><a href="https://northwind.example/help">Not you?</a></p>',
    '--part--',
    '',
  ].join('\r\n');
  await db.query(
    {
      name: '',
      text: `insert into inbox_mail (id, mail_from, recipients, sender, subject, raw, account_id)
        values (uuid_now(), 'bounce@northwind.example', '{ada@example.com}', 'post@northwind.example',
          'Your login code is 481 552', convert_to($1, 'UTF8'), $2)`,
    },
    [raw, accountId],
  );
}
