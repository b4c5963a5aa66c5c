import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queueCommand } from '../../src/app/commands/queue.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { CommandFailure, UsageError } from '../../src/app/commands/parse.ts';
import { addDomain, verifyDomain } from '../../src/features/domains/index.ts';
import { listAttempts } from '../../src/features/delivery/index.ts';
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
/** What the server says next to a recipient, instead of taking the mail. */
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

/** An account with a domain of its own. */
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

/** Runs the command, and gives what it printed. */
async function queue(...args: string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await queueCommand(app.installation, args);
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

/** Sends a mail that the server puts off once, for a minute or so, and gives its id when that is recorded. */
async function sendPutOff(recipient: string, from = tenant): Promise<string> {
  answers.set(recipient, [PUT_OFF, ...(answers.get(recipient) ?? [])]);
  const mail = { from: `post@${from.domain}`, to: [recipient], subject: 'Hello', text: 'Hi' };
  const { body, status } = await from.post('/transactional/emails', mail);
  expect({ body, status }).toMatchObject({ status: 202 });
  await eventually('the mail is put off', async () => ((await attempts(body.id, from)) > 0 ? true : undefined));
  return body.id;
}

async function attempts(id: string, from = tenant): Promise<number> {
  return (await listAttempts(app.installation.db, from.account.id, uuidOf(id))).length;
}

/** The UUID of a public id. */
function uuidOf(id: string): string {
  return id.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const statusOf = async (id: string, from = tenant): Promise<string> =>
  (await from.get(`/transactional/emails/${id}`)).body.status;

it('has everything that was put off tried again at once', async () => {
  const other = await newTenant();
  const ids = [await sendPutOff('ann@one.example'), await sendPutOff('bob@two.example', other)] as const;
  expect(await queue('flush')).toBe('Tried again now: 2.\n');
  await eventually('both arrive', async () => {
    const statuses = [await statusOf(ids[0]), await statusOf(ids[1], other)];
    return statuses.every((status) => status === 'delivered') || undefined;
  });
  expect(await queue('flush')).toBe('Nothing was put off.\n');
});

it('or that to one domain, whatever its case, or that of one account', async () => {
  const other = await newTenant();
  const meant = await sendPutOff('cleo@one.example');
  const rest = await sendPutOff('dora@notone.example');
  const others = await sendPutOff('emil@two.example', other);
  expect(await queue('flush', '--domain', 'ONE.example')).toBe('Tried again now: 1.\n');
  await eventually('the one arrives', async () => (await statusOf(meant)) === 'delivered' || undefined);
  expect(await queue('flush', '--account', other.account.email)).toBe('Tried again now: 1.\n');
  await eventually(
    'that of the account arrives',
    async () => (await statusOf(others, other)) === 'delivered' || undefined,
  );
  expect([await statusOf(rest), await attempts(rest)]).toEqual(['queued', 1]);
  expect(await queue('flush')).toBe('Tried again now: 1.\n');
});

it('and leaves alone what a delivery process has in hand', async () => {
  let answer = (): void => {};
  const wait = new Promise<void>((resolve) => (answer = resolve));
  answers.set('fay@one.example', [{ wait }]);
  const id = await sendPutOff('fay@one.example');
  expect(await queue('flush')).toBe('Tried again now: 1.\n');
  await eventually('the server is asked again', () =>
    Promise.resolve(answers.get('fay@one.example')?.length === 0 || undefined),
  );
  expect(await queue('flush')).toBe('Nothing was put off.\n');
  answer();
  await eventually('the mail arrives', async () => (await statusOf(id)) === 'delivered' || undefined);
  expect(sink.messages.filter(({ to }) => to.includes('fay@one.example'))).toHaveLength(1);
  expect(await attempts(id)).toBe(2);
});

it('says what is wrong with a call', async () => {
  await expect(queue('flush', '--account', 'nobody@acme.example')).rejects.toThrow(CommandFailure);
  await expect(queue('flush', '--site', 'one.example')).rejects.toThrow(UsageError);
  await expect(queue('flash')).rejects.toThrow('list, stop, resume or flush is expected');
});

it('stops a site, shows it, and lets it go on', async () => {
  expect(await queue('stop', 'slow.example', '--minutes', '5')).toMatch(/^Nothing goes to \.\.\.slow\.example until 2/);
  expect(await queue('list')).toMatch(/STOPPED +UNTIL +WHY\n\.\.\.slow\.example +\S+ +stopped by the operator\n/);
  expect(await queue('resume', 'slow.example')).toBe('Mail goes to ...slow.example again.\n');
  await expect(queue('resume', 'slow.example')).rejects.toThrow('is not stopped');
});
