// Place in a run: slow.
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queueCommand } from '../../src/app/commands/queue.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { CommandFailure, UsageError } from '../../src/app/commands/parse.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { pauseAccount, resumeAccount } from '../../src/features/tenants/accounts/index.ts';
import { listAttempts } from '../../src/features/sending/delivery/index.ts';
import {
  addRecipients,
  createMailingMaker,
  pauseMailing,
  resumeMailing,
  startMailing,
  viewMailing,
} from '../../src/features/sending/mailings/index.ts';
import { isFault, parseAddress, type EmailAddress } from '../../src/mail/address.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startSmtpSink, type SinkAction, type SmtpSink } from '../support/smtp-sink.ts';

const PUT_OFF = { say: '451 4.3.0 Try again later' } as const;

type Tenant = Awaited<ReturnType<TestApp['newAccount']>> & { readonly domain: string };

let app: TestApp;
let dns: DnsServer;
let sink: SmtpSink;
let tenant: Tenant;
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
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_RESOLVER: dns.address,
  });
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
  await dns.close();
});
beforeEach(async () => {
  tenant = await newTenant();
});

/** Creates an account with a separate domain. */
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

/**
 * Sends a message that the server defers once, for about a minute. Resolves with the ID of the message when the
 * deferral is recorded.
 */
async function sendDeferred(recipient: string, from = tenant): Promise<string> {
  answers.set(recipient, [PUT_OFF, ...(answers.get(recipient) ?? [])]);
  const mail = { from: `post@${from.domain}`, to: [recipient], subject: 'Hello', text: 'Hi' };
  const { body, status } = await from.post('/transactional/emails', mail);
  expect({ body, status }).toMatchObject({ status: 202 });
  await eventually('the message is deferred', async () => ((await attempts(body.id, from)) > 0 ? true : undefined));
  return body.id;
}

async function attempts(id: string, from = tenant): Promise<number> {
  return (await listAttempts(app.installation.db, from.account.id, uuidOf(id))).length;
}

/** Converts a public ID to its UUID. */
function uuidOf(id: string): string {
  return id.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const statusOf = async (id: string, from = tenant): Promise<string> =>
  (await from.get(`/transactional/emails/${id}`)).body.status;

it('flush retries every deferred message immediately', async () => {
  const other = await newTenant();
  const ids = [await sendDeferred('ann@one.example'), await sendDeferred('bob@two.example', other)] as const;
  expect(await queue('flush')).toBe('Requeued: 2.\n');
  await eventually('both messages are delivered', async () => {
    const statuses = [await statusOf(ids[0]), await statusOf(ids[1], other)];
    return statuses.every((status) => status === 'delivered') || undefined;
  });
  expect(await queue('flush')).toBe('No emails are deferred.\n');
});

it('flush can be limited to one domain, ignoring case, or to one account', async () => {
  const other = await newTenant();
  const meant = await sendDeferred('cleo@one.example');
  const rest = await sendDeferred('dora@notone.example');
  const others = await sendDeferred('emil@two.example', other);
  expect(await queue('flush', '--domain', 'ONE.example')).toBe('Requeued: 1.\n');
  await eventually(
    'the message to the domain is delivered',
    async () => (await statusOf(meant)) === 'delivered' || undefined,
  );
  expect(await queue('flush', '--account', other.account.email)).toBe('Requeued: 1.\n');
  await eventually(
    'the message of the account is delivered',
    async () => (await statusOf(others, other)) === 'delivered' || undefined,
  );
  expect([await statusOf(rest), await attempts(rest)]).toEqual(['queued', 1]);
  expect(await queue('flush')).toBe('Requeued: 1.\n');
});

it('flush ignores messages that a delivery process is working on', async () => {
  let answer = (): void => {};
  const wait = new Promise<void>((resolve) => (answer = resolve));
  answers.set('fay@one.example', [{ wait }]);
  const id = await sendDeferred('fay@one.example');
  expect(await queue('flush')).toBe('Requeued: 1.\n');
  await eventually('the server gets another attempt', () =>
    Promise.resolve(answers.get('fay@one.example')?.length === 0 || undefined),
  );
  expect(await queue('flush')).toBe('No emails are deferred.\n');
  answer();
  await eventually('the message is delivered', async () => (await statusOf(id)) === 'delivered' || undefined);
  expect(sink.messages.filter(({ to }) => to.includes('fay@one.example'))).toHaveLength(1);
  expect(await attempts(id)).toBe(2);
});

function address(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}

/** Returns a recipient's row: the number of attempts, and whether the row is held indefinitely. */
async function rowOf(recipient: string): Promise<unknown> {
  const text = `select attempts, next_at = 'infinity' as held from delivery where recipient = $1`;
  return (await app.installation.db.query({ name: 'test_row_of', text }, [recipient]))[0];
}

it('flush ignores messages held by a pause, which is not an attempt either', async () => {
  const { clock, db } = app.installation;
  const recipient = 'gil@one.example';
  answers.set(recipient, [PUT_OFF]);
  const make = createMailingMaker({ clock });
  const id = await db.transaction(async (tx) => {
    const made = await make(tx, tenant.account.id, {
      mailClass: 'campaign',
      from: { name: undefined, address: address(`news@${tenant.domain}`) },
      replyTo: [],
      headers: [],
      linkPrefixes: [],
      subject: ['News'],
      html: undefined,
      text: ['Hello'],
    });
    // Add enough other recipients to evict the composed message from the cache of every process.
    const others = Array.from({ length: 60 }, (_none, no) => ({
      address: address(`many${no}@one.example`),
      values: {},
    }));
    await addRecipients(tx, tenant.account.id, made, [{ address: address(recipient), values: {} }, ...others]);
    await startMailing(tx, tenant.account.id, made);
    return made;
  });
  await eventually('the message is deferred and the others are delivered', async () => {
    const view = await viewMailing(db, tenant.account.id, id);
    return (view?.delivered === 60 && (await rowOf(recipient)) !== undefined) || undefined;
  });
  await pauseMailing(db, tenant.account.id, id);
  expect(await rowOf(recipient)).toEqual({ attempts: 1, held: true });
  for (let time = 0; time < 3; time += 1) expect(await queue('flush')).toBe('No emails are deferred.\n');
  expect(await rowOf(recipient)).toEqual({ attempts: 1, held: true });
  // Wait, because the process caches the mailing for half a second.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  // Simulate that a delivery process had already claimed the message when its mailing was paused.
  await db.script(
    `update delivery set next_at = now() where message_id in (select id from recipient_batch where mailing_id = '${id}')`,
  );
  await eventually('the message is held again', async () => {
    const row = await rowOf(recipient);
    return isDeepStrictEqual(row, { attempts: 1, held: true }) ? row : undefined;
  });
  await resumeMailing(db, tenant.account.id, id);
  await db.script(
    `update delivery set next_at = now() where message_id in (select id from recipient_batch where mailing_id = '${id}')`,
  );
  await eventually(
    'the outcome is recorded',
    async () => (await viewMailing(db, tenant.account.id, id))?.delivered === 61 || undefined,
  );
  expect(await rowOf(recipient)).toMatchObject({ attempts: 2 });
});

it('flush ignores deferred messages of a paused account', async () => {
  const id = await sendDeferred('hal@one.example');
  await pauseAccount(app.installation.db, tenant.account.id, 'a look at it');
  expect(await queue('flush')).toBe('No emails are deferred.\n');
  expect(await queue('flush', '--account', tenant.account.email)).toContain('paused');
  expect(await attempts(id)).toBe(1);
  await app.installation.db.transaction((tx) => resumeAccount(tx, tenant.account.id));
  expect(await queue('flush')).toBe('Requeued: 1.\n');
  await eventually('the message is delivered', async () => (await statusOf(id)) === 'delivered' || undefined);
});

it('reports invalid arguments', async () => {
  await expect(queue('flush', '--account', 'nobody@acme.example')).rejects.toThrow(CommandFailure);
  await expect(queue('flush', '--sight', 'one.example')).rejects.toThrow(UsageError);
  await expect(queue('flash')).rejects.toThrow('expected status, pause, resume, requeue, purge, or drain');
  await expect(queue('purge')).rejects.toThrow('or --all for the whole queue');
  await expect(queue('pause', '--provider', 'nobody')).rejects.toThrow('--provider must be one of google');
  await expect(queue('pause', 'ab')).rejects.toThrow('3 to 200 characters');
});

it('stops, lists and resumes a site', async () => {
  expect(await queue('stop', 'slow.example', '--minutes', '5')).toMatch(
    /^Sending to \.\.\.slow\.example is paused until 2/,
  );
  expect(await queue('list')).toMatch(/PAUSED +UNTIL +REASON\n\.\.\.slow\.example +\S+ +paused by the operator\n/);
  expect(await queue('resume', 'slow.example')).toBe('Sending to ...slow.example has resumed.\n');
  await expect(queue('resume', 'slow.example')).rejects.toThrow('is not paused');
});
