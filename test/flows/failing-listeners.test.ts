// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlStateOf, type Tx } from '../../src/base/db.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { examineWork } from '../../src/app/doctor/work.ts';
import { outcomeListeners } from '../../src/app/outcomes.ts';
import {
  createMakeUp,
  isolated,
  recordLateOutcome,
  type RecordedOutcome,
} from '../../src/features/sending/delivery/index.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import {
  addRecipients,
  createMailingMaker,
  startMailing,
  viewMailing,
  writeChunkStates,
  type MailingOwner,
  type OwnedOutcome,
} from '../../src/features/sending/mailings/index.ts';
import { isFault, parseAddress, type EmailAddress } from '../../src/mail/address.ts';
import { eventually, startApp, type Client, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { docBlock } from '../support/doc-blocks.ts';
import { makeMailing, readers } from '../support/mailings.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** Arbitrary ID for the source of the mailing. */
const SOURCE = 42;
/** Expires all leases. If an outcome was not recorded, the message would be sent again after this. */
const LEASE_SQL = `update delivery set next_at = now() - interval '1 second' where next_at is not null`;

let sink: SmtpSink;
let hook: WebhookReceiver;
let dns: DnsServer;
let app: TestApp;

beforeAll(async () => {
  const later = new Set<string>();
  sink = await startSmtpSink({
    on: {
      rcpt: ({ line }) => {
        if (line.includes('gone')) return { say: '550 5.1.1 No such user' };
        if (line.includes('unsigned')) return { say: '550 5.7.26 Unauthenticated mail is not accepted' };
        if (!line.includes('later') || later.has(line)) return undefined;
        later.add(line);
        return { say: '451 4.2.0 Come back' };
      },
    },
  });
  hook = await startWebhookReceiver();
  dns = await startDnsServer({});
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_PAUSE_BOUNCE_PERCENT: '100',
  });
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await hook.close();
  await dns.close();
  await sink.close();
});

type Tenant = Client & { readonly account: { readonly id: number }; readonly domain: string };

/** Creates an account with a verified domain. */
async function newTenant(): Promise<Tenant> {
  const tenant = await app.newAccount();
  const domain = `t${tenant.account.id}.example`;
  const parts = domainPartsOf(app.installation);
  const { records } = await addDomain(parts, tenant.account.id, domain);
  for (const { data, host, type } of records) if (type === 'TXT') dns.set(host, 'TXT', [data]);
  await verifyDomain(parts, tenant.account.id, domain);
  return { ...tenant, domain };
}

async function rows<Row = Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

/** Runs DDL, and retries it if it deadlocks with the transactions of the running engine. */
async function changeSchema(text: string): Promise<void> {
  for (;;) {
    try {
      return await app.installation.db.script(text);
    } catch (error) {
      if (sqlStateOf(error) !== '40P01') throw error;
    }
  }
}

/**
 * Makes the database reject certain rows of a table, like a constraint or trigger that an operator has added. Resolves
 * with a function that ends this.
 */
async function refuse(table: string, condition: string): Promise<() => Promise<void>> {
  await changeSchema(`
    create or replace function refuse_row() returns trigger language plpgsql as
      $$ begin raise exception 'refused by %', tg_argv[0] using errcode = '23514'; end $$;
    create trigger refused before insert or update on ${table} for each row when (${condition})
      execute function refuse_row('${table}')`);
  return () => changeSchema(`drop trigger refused on ${table}`);
}

async function send(tenant: Tenant, to: string): Promise<string> {
  const from = `news@${tenant.domain}`;
  const answer = await tenant.post('/transactional/emails', { from, to: [to], subject: to, text: 'Hi' });
  expect(answer.status).toBe(202);
  return uuidOf(answer.body.id);
}

function uuidOf(id: string): string {
  return id.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function arrivals(to: string): number {
  return sink.messages.filter((message) => message.to.includes(to)).length;
}

/** Resolves with the status of a recipient as soon as it is final. */
function endOf(messageId: string): Promise<number> {
  return eventually('the recipient has a final status', async () => {
    const [row] = await rows<{ status: number; next_at: Date | null }>(
      'select status, next_at from delivery where message_id = $1',
      [messageId],
    );
    return row && row.next_at === null ? row.status : undefined;
  });
}

async function missed(accountId: number): Promise<string[]> {
  const found = await rows<{ part: string }>(
    'select part from outcome_missed where account_id = $1 order by part, id',
    [accountId],
  );
  return found.map(({ part }) => part);
}

async function makeUp(listeners = outcomeListeners(app.installation.config)): Promise<void> {
  await rows(docBlock('docs/delivery.md', /^update outcome_missed/));
  const { clock, db } = app.installation;
  await createMakeUp({ db, clock, listeners, writeChunkStates })();
}

async function eventsOf(messageId: string): Promise<string[]> {
  const found = await rows<{ event: string }>(
    'select event from event where message_id = $1 order by occurred_at, id',
    [messageId],
  );
  return found.map(({ event }) => event);
}

async function findings(): Promise<string> {
  const found = await examineWork(app.installation);
  return found
    .filter(({ subject }) => subject === 'outcomes')
    .map(({ level, message }) => `${level} ${message}`)
    .join('\n');
}

async function countOf(table: string, accountId: number): Promise<number> {
  const [row] = await rows<{ count: number }>(`select count(*)::integer as count from ${table} where account_id = $1`, [
    accountId,
  ]);
  return row?.count ?? 0;
}

/** Listeners, each with the table that it writes to and a recipient that triggers it. */
const LISTENERS = [
  { name: 'timeline', table: 'event', to: 'ann' },
  { name: 'webhooks', table: 'webhook_delivery', to: 'ann' },
  { name: 'suppressions', table: 'suppression', to: 'gone' },
  { name: 'delivery alerts', table: 'delivery_alert', to: 'unsigned' },
  { name: 'transactional statistics', table: 'transactional_tag_hour', to: 'ann' },
] as const;

describe('listener that always fails for an account', () => {
  it.each(LISTENERS)('affects no email, no other account and no other listener: $name', async ({ name, table, to }) => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    await withWebhook(tenant);
    const { id } = tenant.account;
    const mend = await refuse(table, `new.account_id = ${id}`);
    try {
      const address = `${to}-${name.replace(' ', '-')}@x.example`;
      const messageId = await send(tenant, address);
      const others = await send(other, `other-${address}`);
      const status = await endOf(messageId);
      expect(status).toBe(to === 'ann' ? 7 : 3);
      expect(await endOf(others)).toBe(status);
      // Nothing is left that could be sent again.
      await rows(LEASE_SQL);
      const second = await send(tenant, `${to}-second-${name.replace(' ', '-')}@x.example`);
      await endOf(second);
      expect(arrivals(address)).toBe(to === 'ann' ? 1 : 0);
      expect(await missed(id)).toEqual([name, name]);
      expect(await missed(other.account.id)).toEqual([]);
      expect(await findings()).toMatch(
        new RegExp(`warning Component "${name}" did not record 2 outcomes of one account\\. .*refused by`),
      );
      if (name !== 'timeline') expect((await eventsOf(messageId)).at(-1)).toBe(to === 'ann' ? 'delivered' : 'bounced');
      if (name !== 'transactional statistics') expect(await countOf('transactional_tag_hour', id)).toBeGreaterThan(0);
      expect(await countOf(table, id)).toBe(0);
      // While the error persists, retries change nothing but are counted.
      await makeUp();
      expect(await missed(id)).toEqual([name, name]);
    } finally {
      await mend();
    }
    await makeUp();
    expect(await missed(id)).toEqual([]);
    expect(await countOf(table, id)).toBeGreaterThan(0);
    expect(await findings()).toBe('ok all outcomes are recorded');
  });

  it('lets waiting recipients of a mailing finish, and the mailing itself once the error is fixed', async () => {
    const tenant = await newTenant();
    const { id } = tenant.account;
    const mailing = await startOne(id, ['later1@x.example', 'now1@x.example']);
    const due = await eventually('the message is deferred', async () => {
      const found = await rows<{ message_id: string }>(
        'select message_id from delivery where message_id in (select id from recipient_batch where mailing_id = $1)',
        [mailing],
      );
      return found.length > 0 ? found : undefined;
    });
    expect(due).toHaveLength(1);
    await eventually('the other message is delivered', async () =>
      (await viewed(id, mailing))?.delivered === 1 ? true : undefined,
    );
    const mend = await refuse('mailing_outcome', `new.account_id = ${id}`);
    try {
      await rows(LEASE_SQL);
      expect(await endOf(due[0]?.message_id ?? '')).toBe(7);
      expect(arrivals('later1@x.example')).toBe(1);
      expect(await missed(id)).toEqual(['mailings']);
      expect(await viewed(id, mailing)).toMatchObject({ state: 'sending', delivered: 1 });
    } finally {
      await mend();
    }
    await makeUp();
    expect(await missed(id)).toEqual([]);
    expect(await viewed(id, mailing)).toMatchObject({ state: 'sent', delivered: 2 });
  });

  it("is retried a minute later, and receives the account's other outcomes in the meantime", async () => {
    const tenant = await newTenant();
    const { id } = tenant.account;
    const mend = await refuse('event', `new.account_id = ${id} and new.event = 'bounced'`);
    try {
      const ids = await Promise.all(['gone-one', 'ann-one', 'ann-two'].map((to) => send(tenant, `${to}@x.example`)));
      for (const messageId of ids) await endOf(messageId);
      await makeUp();
      // Only the outcome that cannot be written waits.
      expect(await missed(id)).toEqual(['timeline']);
      expect(await eventsOf(ids[1] ?? '')).toEqual(['sent', 'delivered']);
      expect(await eventsOf(ids[2] ?? '')).toEqual(['sent', 'delivered']);
    } finally {
      await mend();
    }
    await makeUp();
    expect(await missed(id)).toEqual([]);
  });

  it('does not prevent recording a later report', async () => {
    const tenant = await newTenant();
    const { id } = tenant.account;
    const messageId = await send(tenant, 'ann-late@x.example');
    await endOf(messageId);
    const mend = await refuse('event', `new.account_id = ${id}`);
    const report = { accountId: id, messageId, recipientNo: 0, kind: 'complained', status: null } as const;
    const listeners = isolated({ ...app.installation, listeners: outcomeListeners(app.installation.config) });
    try {
      const result = await app.installation.db.transaction((tx) =>
        recordLateOutcome(tx, { ...report, reason: 'abuse', reportedAt: new Date() }, listeners),
      );
      expect(result).toBe('recorded');
    } finally {
      await mend();
    }
    expect(await countOf('suppression', id)).toBe(1);
    expect(await missed(id)).toEqual(['timeline']);
    await makeUp();
    expect(await eventsOf(messageId)).toEqual(['sent', 'delivered', 'complained']);
  });
});

describe('listener for bulk email', () => {
  it('affects no email and no other listener if it always fails, and counts once the error is fixed: mail health', async () => {
    const tenant = await newTenant();
    const { id } = tenant.account;
    const mend = await refuse('mail_class_hour', `new.account_id = ${id}`);
    let mailing = '';
    try {
      mailing = await startOne(id, ['health1@x.example', 'gone-health2@x.example']);
      await eventually('the mailing is sent', async () =>
        (await viewed(id, mailing))?.state === 'sent' ? true : undefined,
      );
      expect(await countOf('suppression', id)).toBe(1);
      expect(await missed(id)).toEqual(['mail health', 'mail health']);
    } finally {
      await mend();
    }
    await makeUp();
    expect(await missed(id)).toEqual([]);
    expect(await rows('select delivered, bounced from mail_class_hour where account_id = $1', [id])).toEqual([
      { delivered: 1, bounced: 1 },
    ]);
  });

  it('receives outcomes of its class in batches without deferrals, and a failing one affects only itself', async () => {
    const { id } = (await newTenant()).account;
    const heard: (readonly [name: string, outcomes: readonly OwnedOutcome[]])[] = [];
    let isBroken = true;
    const owner = (name: string, mailClass: MailingOwner['mailClass'], fails: () => boolean): MailingOwner => ({
      name,
      mailClass,
      async hear(tx, accountId, outcomes) {
        // Anything written before the failure must be rolled back.
        await countOne(tx, accountId, name);
        if (fails()) throw new Error(`${name} always fails`);
        heard.push([name, outcomes]);
      },
    });
    const owners = [
      owner('campaigns', 'campaign', () => isBroken),
      owner('automations', 'automation', () => false),
      owner('other campaigns', 'campaign', () => false),
    ];
    const listeners = outcomeListeners(app.installation.config, undefined, owners);
    const listen = isolated({ ...app.installation, listeners });
    const { db } = app.installation;
    const mailing = await makeMailing(db, id, { source: SOURCE });
    await db.transaction((tx) => addRecipients(tx, id, mailing, readers(3)));
    const [batch] = await rows<{ id: string }>('select id from recipient_batch where account_id = $1', [id]);
    const messageId = batch?.id ?? '';
    const outcomes = (['delivered', 'bounced', 'deferred'] as const).map((kind, index) =>
      outcomeOf({ kind, messageId, recipientNo: index + 1, mailClass: 'campaign' }),
    );
    const reportOutcomes = (all: readonly RecordedOutcome[]): Promise<void> =>
      app.installation.db.transaction((tx) => listen(tx, id, all));
    await reportOutcomes([...outcomes, outcomeOf({ kind: 'delivered', recipientNo: 9, mailClass: 'confirmation' })]);
    const about = {
      mailing,
      source: SOURCE,
      isReport: false,
      isLasting: false,
      provider: null,
      status: null,
      reason: null,
    };
    const reported = outcomes
      .slice(0, 2)
      .map(({ finishedAt: at, kind, recipientNo }) => Object.assign({ kind, at, ref: 1_000 + recipientNo }, about));
    expect(heard).toEqual([['other campaigns', reported]]);
    expect(await missed(id)).toEqual(['campaigns', 'campaigns', 'campaigns']);
    expect(await countOf('tag_alert', id)).toBe(1);
    await reportOutcomes([
      outcomeOf({ kind: 'complained', messageId, recipientNo: 1, mailClass: 'campaign', route: 'report' }),
    ]);
    expect(heard).toHaveLength(2);
    expect(heard[1]?.[1]).toMatchObject([{ kind: 'complained', isReport: true }]);
    isBroken = false;
    await makeUp(listeners);
    expect(await missed(id)).toEqual([]);
    expect(heard.slice(2)).toMatchObject([
      ['campaigns', [{ kind: 'delivered' }, { kind: 'bounced' }, { kind: 'complained' }]],
    ]);
  });

  it('receives missed outcomes of its former name, and drops those that it no longer handles', async () => {
    const { id } = (await newTenant()).account;
    const keep = (part: string, outcome: RecordedOutcome) =>
      rows(
        `insert into outcome_missed (account_id, part, message_id, recipient_no, outcome, error) values ($1, $2, $3, $4, $5, '')`,
        [id, part, outcome.messageId, outcome.recipientNo, JSON.stringify({ outcome })],
      );
    await keep('statistics', outcomeOf({ kind: 'delivered', recipientNo: 0, mailClass: 'transactional' }));
    await keep('statistics', outcomeOf({ kind: 'delivered', recipientNo: 1, mailClass: 'campaign' }));
    await keep('timeline', outcomeOf({ kind: 'delivered', recipientNo: 2, mailClass: 'campaign' }));
    await makeUp();
    expect(await missed(id)).toEqual([]);
    expect(await rows('select tag, delivered from transactional_tag_hour where account_id = $1', [id])).toEqual([
      { tag: '', delivered: 1 },
    ]);
    expect(await countOf('event', id)).toBe(0);
  });
});

const MAILING = '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41';

function outcomeOf(
  about: Pick<RecordedOutcome, 'kind' | 'recipientNo' | 'mailClass'> & Partial<RecordedOutcome>,
): RecordedOutcome {
  const finishedAt = new Date();
  return {
    id: crypto.randomUUID(),
    messageId: MAILING,
    recipient: address('ann@x.example'),
    status: null,
    reason: null,
    bounceClass: undefined,
    handedOverAt: finishedAt,
    finishedAt,
    wasSent: false,
    becameDelayed: false,
    route: 'direct',
    ...about,
  };
}

async function countOne(tx: Tx, accountId: number, tag: string): Promise<void> {
  const text = `insert into tag_alert (account_id, tag, kind, window_minutes) values ($1, $2, 'silence', 60)`;
  await tx.query({ name: '', text }, [accountId, tag]);
}

describe('outcome that delivery itself cannot write', () => {
  it('completes its message without the attempt, which is written later', async () => {
    const tenant = await newTenant();
    const { id } = tenant.account;
    const mend = await refuse('attempt', `new.account_id = ${id}`);
    let messageId = '';
    try {
      messageId = await send(tenant, 'ann-attempt@x.example');
      expect(await endOf(messageId)).toBe(7);
      expect(await missed(id)).toEqual(['attempt']);
      expect(await eventsOf(messageId)).toEqual(['sent', 'delivered']);
    } finally {
      await mend();
    }
    await makeUp();
    expect(arrivals('ann-attempt@x.example')).toBe(1);
    expect(await rows('select attempt_no, outcome from attempt where message_id = $1', [messageId])).toEqual([
      { attempt_no: 1, outcome: 'delivered' },
    ]);
  });

  it('does not send its message again even if the status cannot be written', async () => {
    const tenant = await newTenant();
    const { id } = tenant.account;
    const mend = await refuse('delivery', `new.account_id = ${id} and new.status = 7`);
    let messageId = '';
    try {
      messageId = await send(tenant, 'ann-state@x.example');
      await eventually('the missed outcome is stored', async () => ((await missed(id)).length > 0 ? true : undefined));
      expect(await missed(id)).toEqual(['state']);
      for (const taken of [2, 3]) {
        await rows(LEASE_SQL);
        await eventually('the message is deferred', async () => {
          const [row] = await rows<{ is_off: boolean }>(
            `select taken = $2 and next_at > now() + interval '1 minute' as is_off from delivery where message_id = $1`,
            [messageId, taken],
          );
          return row?.is_off ? true : undefined;
        });
      }
    } finally {
      await mend();
    }
    await makeUp();
    expect(await endOf(messageId)).toBe(7);
    expect(arrivals('ann-state@x.example')).toBe(1);
    expect(await eventsOf(messageId)).toEqual(['sent', 'delivered']);
  });

  it('does not send again to a recipient in a chunk, and is counted once it can be written', async () => {
    const tenant = await newTenant();
    const { id } = tenant.account;
    const mend = await refuse('mailing_outcome', `new.account_id = ${id}`);
    let mailing = '';
    try {
      mailing = await startOne(id, ['chunk1@x.example', 'chunk2@x.example']);
      await eventually('the missed outcomes are stored', async () =>
        (await missed(id)).length === 4 ? true : undefined,
      );
      expect(await missed(id)).toEqual(['mailings', 'mailings', 'state', 'state']);
      await rows(`update mailing_chunk set next_at = now() where account_id = $1`, [id]);
      await eventually('the chunk ends', async () => {
        const open = await rows('select 1 from mailing_chunk where account_id = $1 and next_at is not null', [id]);
        return open.length === 0 ? true : undefined;
      });
    } finally {
      await mend();
    }
    await makeUp();
    expect(await viewed(id, mailing)).toMatchObject({ state: 'sent', delivered: 2 });
    expect(arrivals('chunk1@x.example') + arrivals('chunk2@x.example')).toBe(2);
  });
});

describe('message that is claimed repeatedly without an outcome', () => {
  const startsOf = async (messageId: string): Promise<number | undefined> =>
    (await rows<{ begun: number }>('select begun from delivery where message_id = $1', [messageId]))[0]?.begun;

  async function defer(address: string): Promise<string> {
    const messageId = await send(await newTenant(), address);
    await eventually('the server defers the message', async () => {
      const [row] = await rows<{ attempts: number }>('select attempts from delivery where message_id = $1', [
        messageId,
      ]);
      return row?.attempts === 1 ? true : undefined;
    });
    return messageId;
  }

  it('is deferred if a process died while working on it, and expires with a reason after five such deaths', async () => {
    const messageId = await defer('ann-later-taken@x.example');
    // A deferral lasts for minutes and a lease for seconds, so the due time distinguishes them.
    await rows('update delivery set taken = 7, begun = 3, next_at = now() where message_id = $1', [messageId]);
    await eventually('the message is deferred', async () => {
      const [row] = await rows<{ is_off: boolean }>(
        `select begun = 4 and next_at > now() + interval '1 minute' as is_off from delivery where message_id = $1`,
        [messageId],
      );
      return row?.is_off ? true : undefined;
    });
    await rows('update delivery set begun = 9, next_at = now() where message_id = $1', [messageId]);
    expect(await endOf(messageId)).toBe(2);
    expect(arrivals('ann-later-taken@x.example')).toBe(0);
    expect(await rows('select reason from event where message_id = $1 and event = $2', [messageId, 'failed'])).toEqual([
      { reason: expect.stringContaining('delivery processes ended unexpectedly 5 times') },
    ]);
  });

  it('is sent like any other message if it only waited next to messages during whose attempts processes died', async () => {
    const messageId = await defer('bob-later-taken@x.example');
    await rows('update delivery set taken = 900, next_at = now() where message_id = $1', [messageId]);
    await eventually('the message is attempted again', async () => {
      const [row] = await rows<{ attempts: number }>('select attempts from delivery where message_id = $1', [
        messageId,
      ]);
      return row?.attempts === 2 ? true : undefined;
    });
    // Recording the outcome resets the count of started attempts.
    expect(await startsOf(messageId)).toBe(0);
  });
});

async function withWebhook({ account }: Tenant): Promise<void> {
  const { vault } = app.installation;
  await rows(`insert into webhook (account_id, url, format, events, secret) values ($1, $2, 'native', $3, $4)`, [
    account.id,
    hook.url,
    ['sent', 'delivered', 'bounced'],
    vault.seal(`webhook:${account.id}`, Buffer.from('whsec_x')),
  ]);
}

function viewed(accountId: number, id: string) {
  return viewMailing(app.installation.db, accountId, id);
}

function address(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}

/** Starts a mailing to the given addresses. */
async function startOne(accountId: number, to: readonly string[]): Promise<string> {
  const { clock, config, db } = app.installation;
  const make = createMailingMaker({ clock });
  return db.transaction(async (tx) => {
    const id = await make(tx, accountId, {
      mailClass: 'campaign',
      from: { name: 'Acme', address: address(`onboarding@${config.sandboxDomain}`) },
      replyTo: [],
      headers: [],
      linkPrefixes: [],
      subject: ['News'],
      html: ['<p>Hello</p>'],
      text: ['Hello'],
    });
    const recipients = to.map((one) => ({ address: address(one), values: {} }));
    await addRecipients(tx, accountId, id, recipients);
    await startMailing(tx, accountId, id);
    return id;
  });
}
