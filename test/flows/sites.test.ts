// Place in a run: slow.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDelivery } from '../../src/app/delivery.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { flushQueue, resumeSite, stopSite, viewQueue } from '../../src/features/sending/delivery/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startSmtpSink, type SinkScript, type SmtpSink } from '../support/smtp-sink.ts';

let dns: DnsServer;
let app: TestApp;
let sinks: SmtpSink[];
let engines: { stop(): Promise<void> }[];
let port: number;

beforeEach(async () => {
  dns = await startDnsServer({});
  const first = await startSmtpSink({}, { host: '127.0.1.1' });
  port = first.port;
  [sinks, engines] = [[first], []];
  app = await startApp({
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
  });
});
afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  await app.close();
  await Promise.all(sinks.map((sink) => sink.close()));
  await dns.close();
});

/** Adds a domain with its own server at its own address. */
async function domain(name: string, number: number, script: SinkScript = {}): Promise<SmtpSink> {
  const host = `127.0.1.${number}`;
  const sink = await startSmtpSink(script, { host, port });
  sinks.push(sink);
  dns.set(name, 'MX', [{ preference: 10, exchange: `mx.${name}` }]);
  dns.set(`mx.${name}`, 'A', [host]);
  return sink;
}

/** Starts another delivery engine, as if in another process. */
function deliver(): void {
  engines.push(startDelivery(app.installation, undefined));
}

/**
 * Creates an account that can send from its own domain. Resolves with a function that sends one message to each
 * recipient.
 */
async function sender(name: string): Promise<(recipients: readonly string[]) => Promise<void>> {
  const tenant = await app.newAccount();
  const { id } = tenant.account;
  const parts = domainPartsOf(app.installation);
  const added = await addDomain(parts, id, name);
  for (const record of added.records) if (record.type === 'TXT') dns.set(record.host, 'TXT', [record.data]);
  expect((await verifyDomain(parts, id, name)).status).toBe('verified');
  return async (recipients) => {
    const emails = recipients.map((to) => ({ from: `post@${name}`, to: [to], subject: 'Hello', text: 'Hi' }));
    const { body } = await tenant.post('/transactional/emails/batch', { emails });
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(emails.map(() => 'queued'));
  };
}

function addresses(count: number, name: string): string[] {
  return Array.from({ length: count }, (_none, no) => `reader${no}@${name}`);
}

async function stored(text: string): Promise<Record<string, unknown>[]> {
  return app.installation.db.query({ name: `test_${text.length}_${text.slice(7, 30)}`, text }, []);
}

describe('sites', () => {
  it('do not delay other sites if one in five is a black hole', async () => {
    const names = Array.from({ length: 25 }, (_none, no) => `d${no}.example`);
    const isHole = (no: number): boolean => no % 5 === 0;
    const servers: SmtpSink[] = [];
    for (const [no, name] of names.entries()) {
      servers.push(await domain(name, no + 2, isHole(no) ? { on: { greeting: 'hang' } } : {}));
    }
    // Messages for the servers that never respond are the oldest and the most numerous.
    const [sendToHoles, sendToOthers] = [await sender('one.example'), await sender('two.example')];
    for (const [no, name] of names.entries()) if (isHole(no)) await sendToHoles(addresses(100, name));
    for (const [no, name] of names.entries()) if (!isHole(no)) await sendToOthers(addresses(20, name));
    deliver();
    await eventually('all messages to the other sites arrive', async () => {
      const arrived = servers.filter((server, no) => !isHole(no) && server.messages.length === 20);
      return arrived.length === 20 ? true : undefined;
    });
    expect(servers.filter((_server, no) => isHole(no)).flatMap((server) => server.messages)).toEqual([]);
    // A server that never responds gets two connections, regardless of the number of messages.
    for (const [no, server] of servers.entries()) if (isHole(no)) expect(server.connections).toBeLessThanOrEqual(2);
  });

  it('get no more connections than their limit, regardless of the number of delivery processes', async () => {
    let most = 0;
    const watched: { sink?: SmtpSink } = {};
    const script: SinkScript = {
      on: {
        mail: () => {
          most = Math.max(most, watched.sink?.open ?? 0);
          return undefined;
        },
      },
    };
    watched.sink = await domain('big.example', 2, script);
    deliver();
    deliver();
    deliver();
    const send = await sender('one.example');
    for (let batch = 0; batch < 6; batch += 1) await send(addresses(100, 'big.example'));
    await watched.sink.waitFor(600);
    expect(most).toBeGreaterThan(2);
    expect(most).toBeLessThanOrEqual(10);
  });

  it('do not delay the next message by delaying the reply to one message', async () => {
    let dots = 0;
    const slow = await domain('slow.example', 2, { on: { dot: () => ((dots += 1) === 3 ? 'hang' : undefined) } });
    const send = await sender('one.example');
    await send(addresses(40, 'slow.example'));
    deliver();
    await slow.waitFor(39);
    expect(slow.behindDot).toBeGreaterThan(10);
    await eventually('all outcomes but one are recorded', async () => {
      const [row] = await stored(
        `select count(*)::integer as open, sum(attempts)::integer as attempts from delivery where next_at is not null`,
      );
      return row?.['open'] === 1 && row['attempts'] === 0 ? row : undefined;
    });
  });

  it('get email later if they defer it, without slowing other sites', async () => {
    const busy = await domain('busy.example', 2, { on: { greeting: { say: '421 4.7.0 Try again later' } } });
    const quick = await domain('quick.example', 3);
    const send = await sender('one.example');
    await send([...addresses(20, 'busy.example'), ...addresses(20, 'quick.example')]);
    deliver();
    await quick.waitFor(20);
    await eventually('messages to the busy site are deferred', async () => {
      const rows = await stored(
        `select attempts from delivery where recipient like '%@busy.example' and next_at > now() + interval '30 seconds'`,
      );
      return rows.length === 20 ? rows : undefined;
    });
    // No attempt is counted for messages that were never offered to the server.
    const attempts = await stored(
      `select sum(attempts)::integer as used from delivery where recipient like '%@busy.example'`,
    );
    expect(attempts[0]?.['used']).toBeLessThanOrEqual(4);
    expect(busy.connections).toBeLessThanOrEqual(4);
  });

  it('get nothing while they are paused by the operator, and are listed', async () => {
    const stopped = await domain('stopped.example', 2);
    const other = await domain('other.example', 3);
    const { db } = app.installation;
    await stopSite(db, 'mx.stopped.example', 600_000, 'their support asked us to');
    deliver();
    await eventually('the delivery process is running', async () => {
      const workers = await stored('select number from delivery_worker');
      return workers.length > 0 ? workers : undefined;
    });
    const send = await sender('one.example');
    await send(['a@other.example']);
    await other.waitFor(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await send(['a@stopped.example']);
    const [row] = await eventually('the message is requeued', async () => {
      const rows = await stored(
        `select attempts, next_at from delivery where recipient = 'a@stopped.example' and next_at > now() + interval '40 seconds'`,
      );
      return rows.length > 0 ? rows : undefined;
    });
    expect(row).toMatchObject({ attempts: 0 });
    expect((await viewQueue(db)).stops).toMatchObject([{ siteSuffix: 'mx.stopped.example' }]);
    // Mark the message as attempted, because a flush only requeues messages that were attempted. It skips messages for
    // a stopped site.
    await db.script("update delivery set attempts = 1 where recipient = 'a@stopped.example'");
    expect(await flushQueue(db, {})).toBe(0);
    expect(await resumeSite(db, 'mx.stopped.example')).toBe(true);
    expect(await resumeSite(db, 'mx.stopped.example')).toBe(false);
    const woken = await stored(
      `select attempts from delivery where recipient = 'a@stopped.example' and next_at < now() + interval '11 seconds'`,
    );
    expect(woken).toEqual([{ attempts: 1 }]);
    expect(stopped.messages).toEqual([]);
  });

  it(
    'get no more than the limit of unrecorded messages while outcomes cannot be written, and the rest later, each once',
    { timeout: 180_000 },
    async () => {
      const names = Array.from({ length: 8 }, (_none, no) => `wide${no}.example`);
      const receivers = await Promise.all(names.map((name, no) => domain(name, no + 2)));
      const taken = (): number => receivers.reduce((sum, { messages }) => sum + messages.length, 0);
      const send = await sender('one.example');
      for (let from = 0; from < 200; from += 100) {
        for (const name of names) await send(addresses(200, name).slice(from, from + 100));
      }
      const release = Promise.withResolvers<undefined>();
      const held = app.installation.db.transaction(async (tx) => {
        await tx.query({ name: '', text: 'lock table attempt in share mode' }, []);
        deliver();
        await release.promise;
      });
      try {
        await eventually('the connection workers stop', async () => {
          const before = taken();
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          return before > 0 && taken() === before ? true : undefined;
        });
        // Each site has ten connection workers, each with one message in flight and one queued after it.
        expect(taken()).toBeLessThanOrEqual(512 + 2 * 80);
      } finally {
        release.resolve(undefined);
      }
      await held;
      await eventually('all messages arrive', async () => (taken() === 1_600 ? true : undefined), 60_000);
      await eventually('all messages have a final status', async () => {
        const open = await stored(`select from delivery where next_at is not null limit 1`);
        return open.length === 0 ? true : undefined;
      });
      expect(taken()).toBe(1_600);
    },
  );
});
