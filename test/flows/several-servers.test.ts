import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { listAttempts } from '../../src/features/sending/delivery/index.ts';
import { openAlerts } from '../../src/features/sending/delivery-alerts/index.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { parseMessageId } from '../../src/features/transactional/messages/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startUniverse, type ServerBehaviour, type Universe } from '../support/universe.ts';

const BLOCK = '554 5.7.1 Service unavailable; your IP [192.0.2.9] is blocked using zen.spamhaus.org';
const blocks: ServerBehaviour = { on: { greeting: { say: BLOCK } } };
const blocksInTwoLines: ServerBehaviour = {
  on: { greeting: { say: '220-mx.example\r\n521 5.7.1 Client host [192.0.2.9] blocked using zen.spamhaus.org' } },
};
const takesNone: ServerBehaviour = { on: { greeting: { say: '521 mx.example does not accept mail' } } };
const dead = (count: number): ServerBehaviour[] => Array.from({ length: count }, () => 'nobody listens' as const);

let universe: Universe;
let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;

beforeAll(async () => {
  universe = await startUniverse({
    domains: {
      'many-dead.example': { servers: ['nobody listens', ...dead(18), 'accepts'] },
      'block-then-dead.example': { servers: [blocks, 'nobody listens'] },
      'dead-then-block.example': { servers: ['nobody listens', blocks, 'nobody listens'] },
      'two-lines.example': { servers: [blocksInTwoLines] },
      'busy-then-dead.example': { servers: [{ on: { greeting: { say: '421 4.3.2 busy' } } }, 'nobody listens'] },
      'block-then-hangup.example': { servers: [blocks, { on: { rcpt: 'end' } }] },
      'hangup-then-dead.example': { servers: [{ on: { rcpt: 'end' } }, 'nobody listens'] },
      'no-mail.example': { servers: [takesNone, takesNone] },
      'no-mail-then-accepts.example': { servers: [takesNone, 'accepts'] },
      'no-mail-then-dead.example': { servers: [takesNone, 'nobody listens'] },
      'tls-away.example': {
        servers: [{ tls: 'starttls', on: { starttls: { say: '454 4.7.0 no TLS', thenEnd: true } } }],
      },
    },
  });
  app = await startApp(universe.settings);
  tenant = await app.newAccount();
  const parts = domainPartsOf(app.installation);
  const { records } = await addDomain(parts, tenant.account.id, 'acme.example');
  for (const record of records) if (record.type === 'TXT') universe.dns.set(record.host, 'TXT', [record.data]);
  await verifyDomain(parts, tenant.account.id, 'acme.example');
  app.deliver();
});
afterAll(async () => {
  await universe.close();
  await app.close();
});

/** Returns the first attempt to deliver a message to a domain. */
async function attemptAt(domain: string) {
  const mail = { from: 'post@acme.example', to: [`ann@${domain}`], subject: 'Hello', text: 'Hi' };
  const { body } = await tenant.post('/transactional/emails', mail);
  const uuid = parseMessageId(body.id, Date.now()) ?? '';
  const attempt = await eventually(`an attempt for ${domain} is recorded`, async () => {
    const [first] = await listAttempts(app.installation.db, tenant.account.id, uuid);
    return first;
  });
  return { attempt, status: async () => (await tenant.get(`/transactional/emails/${body.id}`)).body.status };
}

describe('several failing servers', () => {
  it.each([
    ['block-then-dead.example', 'mx1', /554 5\.7\.1 .*zen\.spamhaus\.org/],
    ['dead-then-block.example', 'mx2', /554 5\.7\.1 .*zen\.spamhaus\.org/],
    ['two-lines.example', 'mx1', /^521 mx\.example 5\.7\.1 .*zen\.spamhaus\.org/],
    ['busy-then-dead.example', 'mx1', /^421 4\.3\.2 busy/],
    ['block-then-hangup.example', 'mx1', /554 5\.7\.1 .*zen\.spamhaus\.org/],
    ['hangup-then-dead.example', 'mx1', /the server closed the connection/],
    ['no-mail-then-dead.example', 'mx1', /^521 mx\.example does not accept mail/],
  ])('report the most specific failure: %s', async (domain, host, reason) => {
    const { attempt } = await attemptAt(domain);
    expect(attempt).toMatchObject({ outcome: 'deferred', host: `${host}.${domain}` });
    expect(attempt.reason).toMatch(reason);
    for (const name of universe.of(domain).hosts) expect(attempt.conversation).toContain(name);
    const alerts = async () => (await openAlerts(app.installation.db, 10)).filter(({ subject }) => subject === domain);
    const expected = reason.source.includes('spamhaus')
      ? [{ kind: 'paused', reason: expect.stringMatching(reason) }]
      : [];
    await expect.poll(alerts).toMatchObject(expected);
  });
});

describe('message to several servers', () => {
  it('is delivered to the twentieth server if nineteen are dead', async () => {
    const { attempt } = await attemptAt('many-dead.example');
    expect(attempt).toMatchObject({ outcome: 'delivered', host: 'mx20.many-dead.example' });
    expect(attempt.conversation.match(/^! mx\d+\.many-dead\.example /gm)).toHaveLength(19);
  });

  it('bounces if all servers greet with 521', async () => {
    const { attempt, status } = await attemptAt('no-mail.example');
    expect(attempt).toMatchObject({ outcome: 'bounced', status: '5.3.2' });
    expect(attempt.reason).toBe('521 mx.example does not accept mail');
    expect(await status()).toBe('bounced');
  });

  it('skips a server that greets with 521', async () => {
    const { attempt } = await attemptAt('no-mail-then-accepts.example');
    expect(attempt).toMatchObject({ outcome: 'delivered', host: 'mx2.no-mail-then-accepts.example' });
  });

  it('is sent without TLS to a server that answers STARTTLS with 454 and closes', async () => {
    const { attempt } = await attemptAt('tls-away.example');
    expect(attempt).toMatchObject({ outcome: 'delivered', tls: null });
    expect(universe.of('tls-away.example').connections).toEqual([2]);
  });
});
