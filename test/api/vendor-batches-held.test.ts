// Place in a run: slow.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queueCommand } from '../../src/app/commands/queue.ts';
import { statement } from '../../src/base/db.ts';
import { startDrain, endDrain } from '../../src/features/sending/delivery/index.ts';
import { removeDomain } from '../../src/features/sending/domains/index.ts';
import { releaseLiftedClasses } from '../../src/features/sending/mailings/index.ts';
import {
  pauseAccount,
  pauseMailClass,
  resumeAccount,
  resumeMailClass,
} from '../../src/features/tenants/accounts/index.ts';
import { switchAdapter } from '../../src/features/compatibility/vendors/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { mailgunAccount, postForm } from '../support/mailgun.ts';
import { postmarkClient } from '../support/postmark.ts';
import { sendgridMail } from '../support/sendgrid.ts';
import { shared } from '../support/shared.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const PUT_OFF = { say: '451 4.3.0 Try again later' } as const;
/** Number of attempts in three days, excluding the last one. */
const ATTEMPTS = 11;

let running: { stop(): Promise<void> } | undefined;
let tenants = 0;

const sink = shared(async () =>
  startSmtpSink({ on: { rcpt: ({ line }) => (/[@.]dead\./.test(line) ? PUT_OFF : undefined) } }),
);
const app = shared(async () =>
  startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` }),
);
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** Creates an account with a domain that the clients of all vendors can use. */
async function newTenant() {
  tenants += 1;
  const domain = `mg${tenants}.held.test`;
  const tenant = await mailgunAccount(app, {}, domain);
  for (const vendor of ['postmark', 'sendgrid', 'ses'] as const) {
    await switchAdapter(app.installation.db, tenant.accountId, vendor, true);
  }
  return { ...tenant, domain };
}

/** Sends a batch through Mailgun's API. The batch may be rejected. */
async function tryBatch({ domain, key }: Tenant, to: readonly string[]) {
  return postForm(
    app.url,
    key,
    [
      ['from', `News <news@${domain}>`],
      ['subject', 'Hello'],
      ['text', 'Hi'],
      ...to.map((address) => ['to', address] as const),
      ['recipient-variables', '{}'],
    ],
    `/v3/${domain}/messages`,
  );
}

async function batch(tenant: Tenant, to: readonly string[]): Promise<void> {
  const { body, status } = await tryBatch(tenant, to);
  expect({ body, status }).toMatchObject({ status: 200 });
}

function deliver(): void {
  running = app.deliver();
}

async function eventsOf({ domain, mailgun }: Tenant, recipient: string): Promise<string[]> {
  const { items } = await mailgun.events.get(domain, { recipient, ascending: 'yes' });
  return items.map(({ event, severity }) => (typeof severity === 'string' ? `${event} ${severity}` : event));
}

async function ends(tenant: Tenant, recipients: readonly string[], end: readonly string[]): Promise<void> {
  for (const recipient of recipients) {
    await eventually(`the events ${end.join(', ')} for ${recipient} are listed`, async () => {
      const events = await eventsOf(tenant, recipient);
      return events.length >= end.length ? true : undefined;
    });
    expect(await eventsOf(tenant, recipient)).toEqual(end);
  }
}

const mailsTo = (address: string): number => sink.messages.filter(({ to }) => to.includes(address)).length;

const held = statement<[accountId: number], { readonly held: number; readonly due: number }>(
  'test_vendor_batch_held',
  `select count(*) filter (where next_at = 'infinity')::integer as held,
     count(*) filter (where next_at < 'infinity')::integer as due
   from mailing_chunk where account_id = $1 and next_at is not null`,
);
const openMailings = statement<[accountId: number], { readonly n: number }>(
  'test_vendor_batch_open',
  `select count(*)::integer as n from mailing where account_id = $1 and state <> 'sent'`,
);
const stored = statement<[accountId: number], { readonly n: number }>(
  'test_vendor_batch_stored',
  `select (select count(*) from vendor_message where account_id = $1)::integer
     + (select count(*) from vendor_event where account_id = $1)::integer
     + (select count(*) from message where account_id = $1)::integer as n`,
);
const tryAgainNow = statement<[recipient: string, attempts: number], never>(
  'test_vendor_batch_try',
  `update delivery set attempts = greatest(attempts, $2), next_at = now(), is_ready = true
   where recipient = $1 and next_at is not null`,
);

async function isPutAside({ accountId }: Tenant): Promise<void> {
  await eventually('the batch is held', async () => {
    const [row] = await held(app.installation.db, accountId);
    return row && row.due === 0 && row.held > 0 ? true : undefined;
  });
}

async function isAtItsEnd({ accountId }: Tenant, withinMs = 30_000): Promise<void> {
  await eventually(
    'no mailing is open',
    async () => ((await openMailings(app.installation.db, accountId))[0]?.n === 0 ? true : undefined),
    withinMs,
  );
}

describe('accepted batch', () => {
  it('is sent and signed after its domain is removed, and the next one is refused', async () => {
    const tenant = await newTenant();
    const to = ['ann@removed.test', 'bob@removed.test'];
    await batch(tenant, to);
    await removeDomain(app.installation.db, tenant.accountId, tenant.domain);
    deliver();
    await eventually('both emails arrive', async () =>
      to.every((address) => mailsTo(address) === 1) ? true : undefined,
    );
    for (const { data } of sink.messages.filter(({ to: [address] }) => to.includes(address ?? ''))) {
      expect(data.toString()).toMatch(new RegExp(`DKIM-Signature:[^]*d=${tenant.domain.replaceAll('.', '\\.')};`));
    }
    await isAtItsEnd(tenant);
    const refused = await eventually('the removal takes effect', async () => {
      const answer = await tryBatch(tenant, ['cleo@removed.test']);
      return answer.status === 200 ? undefined : answer;
    });
    expect(refused.status).toBe(404);
    expect(JSON.stringify(refused.body)).toContain(tenant.domain);
  });

  it('waits while its account is paused, is then sent once to each recipient, and the next one is refused', async () => {
    const tenant = await newTenant();
    const { db } = app.installation;
    const to = ['ann@paused.test', 'bob@paused.test'];
    await batch(tenant, to);
    await pauseAccount(db, tenant.accountId, 'Under review');
    deliver();
    await isPutAside(tenant);
    const refused = await eventually('the pause takes effect', async () => {
      const answer = await tryBatch(tenant, ['cleo@paused.test']);
      return answer.status === 200 ? undefined : answer;
    });
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).toContain('Under review');
    expect(to.map(mailsTo)).toEqual([0, 0]);
    await resumeAccount(db, tenant.accountId);
    await releaseLiftedClasses(app.installation);
    await ends(tenant, to, ['accepted', 'delivered']);
    expect(to.map(mailsTo)).toEqual([1, 1]);
    await isAtItsEnd(tenant);
  });

  it('waits while campaigns of its account are paused, but a login code does not', async () => {
    const tenant = await newTenant();
    const { db } = app.installation;
    await pauseMailClass(db, tenant.accountId, 'campaign', 'Somebody complained');
    const to = ['ann@class.test', 'bob@class.test'];
    await batch(tenant, to);
    deliver();
    await isPutAside(tenant);
    const code = { from: `post@${tenant.domain}`, to: ['code@class.test'], subject: 'Your code', text: '481 552' };
    expect((await tenant.post('/transactional/emails', code)).status).toBe(202);
    await eventually('the email with the code arrives', async () =>
      mailsTo('code@class.test') === 1 ? true : undefined,
    );
    expect(to.map(mailsTo)).toEqual([0, 0]);
    expect(await eventsOf(tenant, 'ann@class.test')).toEqual(['accepted']);
    await resumeMailClass(db, tenant.accountId, 'campaign');
    await releaseLiftedClasses(app.installation);
    await ends(tenant, to, ['accepted', 'delivered']);
    expect(to.map(mailsTo)).toEqual([1, 1]);
    await isAtItsEnd(tenant);
  });

  it('expires for a domain that is unreachable for days, without blocking other recipients', async () => {
    const tenant = await newTenant();
    const [dead, alive] = ['ann@dead.test', 'bob@alive.test'];
    await batch(tenant, [dead, alive]);
    deliver();
    await ends(tenant, [alive], ['accepted', 'delivered']);
    await ends(tenant, [dead], ['accepted', 'failed temporary']);
    await running?.stop();
    await tryAgainNow(app.installation.db, dead, ATTEMPTS);
    deliver();
    await ends(tenant, [dead], ['accepted', 'failed temporary', 'failed permanent']);
    expect(mailsTo(dead)).toBe(0);
    expect(mailsTo(alive)).toBe(1);
    await isAtItsEnd(tenant);
  });

  it('ends only for recipients that the operator removes from the queue', async () => {
    const tenant = await newTenant();
    const [doomed, kept] = ['ann@purged.dead.test', 'bob@kept.dead.test'];
    await batch(tenant, [doomed, kept]);
    deliver();
    await ends(tenant, [doomed, kept], ['accepted', 'failed temporary']);
    const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      await queueCommand(app.installation, ['purge', '--domain', 'purged.dead.test', '--confirm', '1']);
    } finally {
      printed.mockRestore();
    }
    await ends(tenant, [doomed], ['accepted', 'failed temporary', 'failed permanent']);
    expect(await eventsOf(tenant, kept)).toEqual(['accepted', 'failed temporary']);
    await tryAgainNow(app.installation.db, kept, ATTEMPTS);
    await ends(tenant, [kept], ['accepted', 'failed temporary', 'failed permanent']);
    await isAtItsEnd(tenant);
  });

  it('of thousands does not block a later login code', { timeout: 240_000 }, async () => {
    const tenant = await newTenant();
    for (const part of ['a', 'b', 'c', 'd']) {
      await batch(
        tenant,
        Array.from({ length: 1_000 }, (_, no) => `${part}${no}@many.test`),
      );
    }
    const code = { from: `post@${tenant.domain}`, to: ['code@many.test'], subject: 'Your code', text: '481 552' };
    expect((await tenant.post('/transactional/emails', code)).status).toBe(202);
    const before = sink.messages.length;
    deliver();
    await isAtItsEnd(tenant, 180_000);
    const order = sink.messages.slice(before).map(({ to }) => to[0]);
    expect(order.length).toBe(4_001);
    expect(new Set(order).size).toBe(4_001);
    expect(order.indexOf('code@many.test')).toBeLessThan(1_000);
  });
});

describe('during a drain of the installation', () => {
  it("batches are refused in each vendor's format without storing anything, and accepted ones are sent", async () => {
    const tenant = await newTenant();
    const { db } = app.installation;
    const { domain } = tenant;
    await batch(tenant, ['before@drained.test']);
    await startDrain(db, 60_000);
    try {
      const mailgun = await eventually('the drain takes effect', async () => {
        const answer = await tryBatch(tenant, ['probe@drained.test', 'other@drained.test']);
        return answer.status === 200 ? undefined : answer;
      });
      const known = (await stored(db, tenant.accountId))[0]?.n;
      expect(mailgun.status).toBe(503);
      expect(mailgun.body['message']).toContain('does not accept new emails');
      expect(Number(mailgun.headers.get('retry-after'))).toBeGreaterThan(0);
      await expect(
        sendgridMail(app.url, tenant.key).send({
          from: `post@${domain}`,
          subject: 'Hello',
          content: [{ type: 'text/plain', value: 'Hi' }],
          personalizations: [{ to: [{ email: 'ann@drained.test' }] }, { to: [{ email: 'bob@drained.test' }] }],
        }),
      ).rejects.toMatchObject({ code: 503 });
      const mail = { From: `post@${domain}`, Subject: 'Hello', TextBody: 'Hi', MessageStream: 'broadcast' };
      const postmark = await postmarkClient(app.url, tenant.key)
        .sendEmailBatch([
          { ...mail, To: 'ann@drained.test' },
          { ...mail, To: 'bob@drained.test' },
        ])
        .then(
          (answers) => answers.map(({ ErrorCode }) => ErrorCode),
          (error: unknown) => [(error as { statusCode?: number }).statusCode],
        );
      expect(postmark.every((code) => code === 503)).toBe(true);
      expect((await stored(db, tenant.accountId))[0]?.n).toBe(known);
      deliver();
      await eventually('the accepted email arrives', async () =>
        mailsTo('before@drained.test') === 1 ? true : undefined,
      );
    } finally {
      await endDrain(db);
    }
    await eventually('batches are accepted again', async () =>
      (await tryBatch(tenant, ['after@drained.test'])).status === 200 ? true : undefined,
    );
  });
});
