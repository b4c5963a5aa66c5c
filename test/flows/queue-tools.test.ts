// Place in a run: slow.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { queueCommand } from '../../src/app/commands/queue.ts';
import { CommandFailure } from '../../src/app/commands/parse.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { statement } from '../../src/base/db.ts';
import { STOP_KNOWN_MS } from '../../src/features/sending/delivery/index.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startSmtpSink, type SinkAction, type SmtpSink } from '../support/smtp-sink.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { runProgram, runToEnd } from './program.ts';

const PUT_OFF = { say: '451 4.3.0 Try again later' } as const;

type Tenant = Awaited<ReturnType<TestApp['newAccount']>> & { readonly domain: string };

let app: TestApp;
let dns: DnsServer;
let sink: SmtpSink;
let hook: WebhookReceiver;
let tenants = 0;
/**
 * Replies to RCPT commands, by recipient address. Each reply is sent once. After that, the server accepts the address.
 */
const answers = new Map<string, SinkAction[]>();

beforeAll(async () => {
  sink = await startSmtpSink({
    on: { rcpt: ({ line }) => answers.get(/<([^>]*)>/.exec(line)?.[1] ?? '')?.shift() },
  });
  dns = await startDnsServer({});
  hook = await startWebhookReceiver();
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1',
  });
  app.deliver();
});
afterEach(async () => {
  await queue('drain', '--end');
});
afterAll(async () => {
  await app.close();
  await sink.close();
  await dns.close();
  await hook.close();
});

/** Creates an account with its own domain. */
async function newTenant(): Promise<Tenant> {
  tenants += 1;
  const domain = `sender${tenants}.example`;
  const added = await app.newAccount();
  const parts = domainPartsOf(app.installation);
  const { records } = await addDomain(parts, added.account.id, domain);
  for (const record of records) if (record.type === 'TXT') dns.set(record.host, 'TXT', [record.data]);
  expect((await verifyDomain(parts, added.account.id, domain)).status).toBe('verified');
  return Object.assign(added, { domain });
}

/** Runs the command and returns its output. */
async function queue(...args: string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await queueCommand(app.installation, args);
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

async function send(tenant: Tenant, recipient: string, more: object = {}): Promise<string> {
  const mail = { from: `post@${tenant.domain}`, to: [recipient], subject: 'Hello', text: 'Hi', ...more };
  const { body, status } = await tenant.post('/transactional/emails', mail);
  expect({ body, status }).toMatchObject({ status: 202 });
  return body.id;
}

const statusOf = async (tenant: Tenant, id: string): Promise<string> =>
  (await tenant.get(`/transactional/emails/${id}`)).body.status;

const attemptsAt = statement<[recipient: string], { readonly attempts: number }>(
  'test_attempts_at',
  'select attempts from delivery where recipient = $1',
);

const waitsFor = statement<[recipient: string], { readonly minutes: number }>(
  'test_waits_for',
  `select extract(epoch from next_at - now())::float8 / 60 as minutes from delivery
   where recipient = $1 and next_at is not null and not is_ready and attempts = 0`,
);

/** Sends a message that the server defers once. Resolves when the deferral is recorded. */
async function sendDeferred(tenant: Tenant, recipient: string, more: object = {}): Promise<string> {
  answers.set(recipient, [PUT_OFF]);
  const id = await send(tenant, recipient, more);
  await eventually(
    'the message is deferred',
    async () => (await attemptsAt(app.installation.db, recipient))[0]?.attempts === 1 || undefined,
  );
  return id;
}

async function arrives(tenant: Tenant, id: string): Promise<void> {
  await eventually('the message is delivered', async () => (await statusOf(tenant, id)) === 'delivered' || undefined);
}

/** Waits until an email has returned to the queue without an attempt. */
async function isHeld(recipient: string): Promise<void> {
  await eventually(
    'the email is held',
    async () => (await waitsFor(app.installation.db, recipient)).some(({ minutes }) => minutes > 1) || undefined,
  );
}

describe('pause', () => {
  it('keeps everything in the queue until it is resumed', async () => {
    const tenant = await newTenant();
    expect(await queue('pause', 'all', '--minutes', '5', '--reason', 'a look')).toMatch(
      /^Sending to all sites is paused until/,
    );
    expect(await queue('status')).toMatch(/PAUSED +UNTIL +REASON\nall +\S+ +a look\n/);
    const id = await send(tenant, 'ann@paused.example');
    await isHeld('ann@paused.example');
    expect(await statusOf(tenant, id)).toBe('queued');
    expect(await queue('resume', 'all')).toBe('Sending to all sites has resumed.\n');
    await arrives(tenant, id);
  });

  it('returns when the emails in progress have ended, and sends no others', async () => {
    const tenant = await newTenant();
    let answer = (): void => {};
    const wait = new Promise<void>((resolve) => (answer = resolve));
    answers.set('eve@paused.example', [{ wait }]);
    const id = await send(tenant, 'eve@paused.example');
    await eventually('the email is being sent', () =>
      Promise.resolve(sink.lines.some((line) => line.includes('eve@paused.example')) || undefined),
    );
    let hasReturned = false;
    const pausing = queue('pause', 'all', '--minutes', '5').finally(() => (hasReturned = true));
    // All processes have noticed the pause by then.
    await sleep(STOP_KNOWN_MS + 2_000);
    expect(hasReturned).toBe(false);
    answer();
    expect(await pausing).not.toContain('still in progress');
    await arrives(tenant, id);
    const waiting = ['fay@paused.example', 'gus@paused.example', 'hans@paused.example'];
    const ids = await Promise.all(waiting.map((address) => send(tenant, address)));
    for (const address of waiting) await isHeld(address);
    expect(sink.lines.filter((line) => waiting.some((address) => line.includes(address)))).toEqual([]);
    expect(await queue('resume', 'all')).toBe('Sending to all sites has resumed.\n');
    for (const each of ids) await arrives(tenant, each);
  }, 60_000);

  it('applies to the sites of a provider, or to an account', async () => {
    const tenant = await newTenant();
    expect(await queue('pause', '--provider', 'google')).toMatch(/^Sending to google is paused until/);
    expect(await queue('status')).toMatch(/\.\.\.\.google\.com .*\n\.\.\.\.googlemail\.com /);
    expect(await queue('resume', '--provider', 'google')).toBe('Sending to google has resumed.\n');
    const { email } = tenant.account;
    expect(await queue('pause', '--account', email, '--reason', 'a look')).toBe(`Sending is paused for ${email}.\n`);
    const mail = { from: `post@${tenant.domain}`, to: ['ann@one.example'], subject: 'Hello', text: 'Hi' };
    expect((await tenant.post('/transactional/emails', mail)).status).toBe(403);
    expect(await queue('resume', '--account', email)).toBe(`Sending has resumed for ${email}.\n`);
    // Retry, because processes cache API keys briefly.
    await eventually(
      'a send is accepted',
      async () => (await tenant.post('/transactional/emails', mail)).status === 202 || undefined,
    );
  });
});

describe('requeue', () => {
  it('retries messages with a tag, or messages deferred by a server, immediately', async () => {
    const tenant = await newTenant();
    const tagged = await sendDeferred(tenant, 'bob@tagged.example', { tag: 'receipts' });
    const other = await sendDeferred(tenant, 'bob@other.example', { tag: 'codes' });
    expect(await queue('requeue', '--tag', 'receipts')).toBe('Requeued: 1.\n');
    await arrives(tenant, tagged);
    expect(await statusOf(tenant, other)).toBe('queued');
    expect(await queue('requeue', '--site', 'elsewhere.example')).toBe('No emails are deferred.\n');
    expect(await queue('requeue', '--site', '127.0.0.1')).toBe('Requeued: 1.\n');
    await arrives(tenant, other);
  });
});

describe('purge', () => {
  it('counts first and, once confirmed, ends the messages as failed and notifies the webhook', async () => {
    const tenant = await newTenant();
    const set = await fetch(`${app.url}/transactional/webhook`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: hook.url }),
    });
    expect(set.status).toBeLessThan(300);
    const doomed = [
      await sendDeferred(tenant, 'cleo@purged.example'),
      await sendDeferred(tenant, 'dora@purged.example'),
    ];
    const kept = await sendDeferred(tenant, 'emil@kept.example');
    expect(await queue('purge', '--domain', 'PURGED.example')).toBe(
      '2 recipients would be removed from the queue and marked as failed.\nTo confirm, run the command again with --confirm 2.\n',
    );
    await expect(queue('purge', '--domain', 'purged.example', '--confirm', '1')).rejects.toThrow(CommandFailure);
    expect(await statusOf(tenant, doomed[0] ?? '')).toBe('queued');
    expect(await queue('purge', '--domain', 'purged.example', '--confirm', '2')).toBe('Removed from the queue: 2.\n');
    for (const id of doomed) {
      const { body } = await tenant.get(`/transactional/emails/${id}`);
      expect(body.status).toBe('failed');
      expect(body.events.at(-1)).toMatchObject({ event: 'failed', reason: expect.stringContaining('by the operator') });
    }
    await eventually('the webhook is notified', async () => {
      const reported = hook.requests.filter(({ json }) => JSON.stringify(json).includes('failed'));
      return doomed.every((id) => reported.some(({ json }) => JSON.stringify(json).includes(id))) || undefined;
    });
    expect(await statusOf(tenant, kept)).toBe('queued');
    const actions = await app.installation.db.query<{ action: string }>(
      { name: 'test_actions', text: `select action from audit_entry where action like 'queue.purge%' order by id` },
      [],
    );
    expect(actions.map(({ action }) => action).slice(-2)).toEqual(['queue.purge', 'queue.purged']);
    expect(await queue('requeue', '--domain', 'kept.example')).toBe('Requeued: 1.\n');
    await arrives(tenant, kept);
  });

  it('does not affect a message that is being sent', async () => {
    const tenant = await newTenant();
    let answer = (): void => {};
    const wait = new Promise<void>((resolve) => (answer = resolve));
    answers.set('fay@wire.example', [{ wait }]);
    const id = await send(tenant, 'fay@wire.example');
    await eventually('the message is in flight', () =>
      Promise.resolve(answers.get('fay@wire.example')?.length === 0 || undefined),
    );
    const purging = queue('purge', '--domain', 'wire.example', '--confirm', '1');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    answer();
    expect(await purging).toBe('Removed from the queue: 0.\n');
    await arrives(tenant, id);
    expect(sink.messages.filter(({ to }) => to.includes('fay@wire.example'))).toHaveLength(1);
  });
});

const plant = statement<[accountId: number, messages: number], unknown>(
  'test_plant_deferred',
  `with made as (
     insert into message (account_id, id, sender, subject, head, content)
     select $1, gen_time, 'post@sender.example', 'Hello', '{"to":[],"cc":[],"bcc":[],"reply_to":[],"headers":{}}', '\\x00'
     from (select overlay(uuid_at((now() at time zone 'utc')::date)::text placing lpad(to_hex(n), 12, '0') from 25)::uuid as gen_time
       from generate_series(1, $2) n) ids
     returning id
   )
   insert into delivery (account_id, message_id, recipient_no, recipient, is_ready, next_at, attempts)
   select $1, id, 0, 'someone@planted.example', false, now() + interval '1 hour', 1 from made`,
);
const purgedSoFar = statement<[], { readonly purged: number }>('test_purged_so_far', 'select purged from queue_purge');
const failedRows = statement<[], { readonly count: number }>(
  'test_failed_rows',
  `select count(*)::integer as count from delivery where status = 2 and recipient = 'someone@planted.example'`,
);
/** Expires the leases of the killed process. */
const leasesRunOut = statement<[], unknown>(
  'test_leases_run_out',
  `update delivery set next_at = now() - interval '1 second'
   where recipient = 'someone@planted.example' and not is_ready and next_at < now() + interval '1 minute'`,
);
const failedEvents = statement<[accountId: number], { readonly count: number }>(
  'test_failed_events',
  `select count(*)::integer as count from event where account_id = $1 and event = 'failed'`,
);

it('counts correctly and finishes if a purge is killed repeatedly', { timeout: 180_000 }, async () => {
  const other = await startApp();
  try {
    const { db, databaseUrl } = other.installation;
    const tenant = await other.newAccount();
    const count = 20_000;
    await db.alone(async (alone) => plant(alone, tenant.account.id, count));
    const environment = {
      DATABASE_URL: databaseUrl,
      POSTRIDER_UNSAFE_DURABILITY: '1',
      POSTRIDER_SECRET: 'x'.repeat(32),
    };
    const purge = ['queue', 'purge', '--domain', 'planted.example', '--confirm', String(count)];
    for (const least of [1, 4_000, 9_000]) {
      const program = runProgram(purge, environment);
      await eventually(
        'some messages are purged',
        async () => ((await purgedSoFar(db))[0]?.purged ?? 0) >= least || undefined,
      );
      program.child.kill('SIGKILL');
      await program.ended;
      expect((await purgedSoFar(db))[0]?.purged).toBe((await failedRows(db))[0]?.count);
      await leasesRunOut(db);
    }
    const last = await runToEnd(purge, environment);
    expect(last.output).toContain(`Removed from the queue: ${count}.\n`);
    expect(last.code).toBe(0);
    expect((await failedRows(db))[0]?.count).toBe(count);
    expect((await failedEvents(db, tenant.account.id))[0]?.count).toBe(count);
    expect(await purgedSoFar(db)).toEqual([]);
  } finally {
    await other.close();
  }
});

describe('drain', () => {
  it('rejects new email, waits for messages in progress, and ends', async () => {
    const tenant = await newTenant();
    const id = await send(tenant, 'gil@drained.example');
    expect(await queue('drain', '--minutes', '5', '--wait', '60')).toMatch(/Drained: no emails are due\.\n$/);
    expect(await statusOf(tenant, id)).toBe('delivered');
    const mail = { from: `post@${tenant.domain}`, to: ['gil@drained.example'], subject: 'Hello', text: 'Hi' };
    const refused = await tenant.post('/transactional/emails', mail);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body.message).toContain('does not accept new emails');
    expect((await tenant.post('/transactional/emails/batch', { emails: [mail] })).status).toBe(503);
    expect((await tenant.get(`/transactional/emails/${id}`)).status).toBe(200);
    expect(await queue('status')).toContain('New emails are not accepted until');
    expect(await queue('drain', '--end')).toBe('New emails are accepted again.\n');
    await eventually(
      'a send is accepted',
      async () => (await tenant.post('/transactional/emails', mail)).status === 202 || undefined,
    );
  });

  it('reports what it is waiting for, and ends automatically at its time', async () => {
    const tenant = await newTenant();
    let answer = (): void => {};
    const wait = new Promise<void>((resolve) => (answer = resolve));
    answers.set('hal@drained.example', [{ wait }]);
    const id = await send(tenant, 'hal@drained.example');
    await expect(queue('drain', '--wait', '1')).rejects.toThrow(/not drained within 1 s: emails are being sent/);
    answer();
    await arrives(tenant, id);
    await app.installation.db.script(`update queue_drain set until = now() - interval '1 second'`);
    await eventually(
      'a send is accepted',
      async () =>
        (
          await tenant.post('/transactional/emails', {
            from: `post@${tenant.domain}`,
            to: ['ida@one.example'],
            subject: 'a',
            text: 'b',
          })
        ).status === 202 || undefined,
    );
  });
});
