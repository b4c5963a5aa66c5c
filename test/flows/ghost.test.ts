// Place in a run: slow.
import { rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { ghostClasses, ghostSite, GHOST_VERSION } from '../support/ghost.ts';
import { describeWith } from '../support/loud-skip.ts';
import { DOMAIN, mailgunAccount } from '../support/mailgun.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, type Program } from './program.ts';

const classes = await ghostClasses();
if (!classes) console.log(`Ghost ${GHOST_VERSION} cannot be fetched from the registry: its tests are skipped.`);
const HOUR_MS = 3_600_000;
const OUTCOMES = ['delivered', 'failed', 'unsubscribed', 'complained'];

let database: TestDatabase;
let app: TestApp;
let sink: SmtpSink;
let tenant: Awaited<ReturnType<typeof mailgunAccount>>;
const programs: Program[] = [];
const proxies: Server[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startSmtpSink({
    on: { rcpt: ({ line }) => (line.includes('gone@') ? { say: '550 5.1.1 no such user' } : undefined) },
  });
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` }, database);
  tenant = await mailgunAccount(app);
  app.deliver();
});
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop();
  for (const proxy of proxies.splice(0)) proxy.close();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

function siteAt(url: string) {
  if (!classes) throw new Error('Ghost is missing');
  return ghostSite(classes, { domain: DOMAIN, key: tenant.key, url });
}

/** Creates an ID in Ghost's format. */
function emailId(no: number): string {
  return no.toString(16).padStart(24, '6');
}

function members(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}@readers.test`);
}

/** Returns the number of emails sent to each address with this prefix. */
function mailsTo(prefix: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { to } of sink.messages) {
    for (const address of to) if (address.startsWith(prefix)) counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
}

/** Returns the number of recipients that were accepted for addresses with this prefix. */
async function queued(prefix: string): Promise<number> {
  const [row] = await database.db.query<{ n: number }>(
    {
      name: 'test_ghost_queued',
      text: `select count(*)::integer as n from mailing_recipient where recipient like $1 || '%'`,
    },
    [prefix],
  );
  return row?.n ?? 0;
}

describeWith(classes)(`Ghost ${GHOST_VERSION}, by its own classes`, () => {
  it('sends a newsletter to a full batch and reports the delivery to each member', async () => {
    const site = siteAt(app.url);
    const begin = new Date(Date.now() - HOUR_MS);
    const emails = members('full', 1_000);
    const { id } = await site.send(emailId(1), emails);
    expect(id).toMatch(/^[0-9a-f]{32}@mg\.news\.test$/);
    await sink.until(() => mailsTo('full').size === 1_000);
    const seen = await eventually('all delivered events are listed', async () => {
      const events = await site.events(begin, OUTCOMES);
      return events.filter((event) => event.emailId === emailId(1)).length >= 1_000 ? events : undefined;
    });
    const own = seen.filter((event) => event.emailId === emailId(1));
    expect(own.map((event) => event.recipientEmail).toSorted()).toEqual(emails.toSorted());
    expect(new Set(own.map(({ id: eventId }) => eventId)).size).toBe(1_000);
    expect(own.every(({ providerId, type }) => type === 'delivered' && providerId === id)).toBe(true);
    const text = sink.messages
      .find(({ to }) => to.includes('full7@readers.test'))
      ?.data.toString()
      .replaceAll('=\r\n', '')
      .replaceAll('=20', ' ');
    expect(text).toContain('Hey Member &amp; 7,');
    expect(text).toContain('Hey Member & 7,');
    expect(text).toContain('<https://site.test/unsubscribe/?uuid=7&key=abc>');
    // Links stay unchanged, because Ghost counts clicks itself.
    expect(text).toContain('https://site.test/r/abc?m=3D00000000-0000-4000-8000-000000000007');
  }, 120_000);

  it('counts each open once per view', async () => {
    const site = siteAt(app.url);
    const begin = new Date(Date.now() - HOUR_MS);
    await site.send(emailId(2), ['opener@readers.test', 'sleeper@readers.test']);
    await eventually(
      'the delivered event is listed',
      async () =>
        (await site.events(begin, ['delivered'])).some(
          ({ recipientEmail }) => recipientEmail === 'opener@readers.test',
        ) || undefined,
    );
    await database.db.script(`update mailing_outcome set finished_at = finished_at - interval '1 minute'`);
    const data = sink.messages.find(({ to }) => to.includes('opener@readers.test'))?.data.toString() ?? '';
    const [, path = ''] =
      /src="[^"]*(\/t\/l\/0\/[^"]+)"/.exec(
        data.replaceAll('=\r\n', '').replaceAll('=20', ' ').replaceAll('=3D', '='),
      ) ?? [];
    const picture = await fetch(`${app.url}${path}`, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
    });
    expect(picture.status).toBe(200);
    const [opened, ...more] = await eventually('the open is listed', async () => {
      const events = await site.events(begin, ['opened']);
      return events.length > 0 ? events : undefined;
    });
    expect(more).toEqual([]);
    expect(opened).toMatchObject({ recipientEmail: 'opener@readers.test', emailId: emailId(2) });
  });

  it('reports a failed member with code 605, and restores the member on request', async () => {
    const site = siteAt(app.url);
    const begin = new Date(Date.now() - HOUR_MS);
    const failures = async (count: number) =>
      eventually(`${count} failures are listed`, async () => {
        const events = (await site.events(begin, OUTCOMES)).filter(
          ({ recipientEmail }) => recipientEmail === 'gone@readers.test',
        );
        return events.length >= count ? events : undefined;
      });
    await site.send(emailId(3), ['gone@readers.test', 'fine@readers.test']);
    expect(await failures(1)).toMatchObject([{ severity: 'permanent', error: { code: 550, enhancedCode: '5.1.1' } }]);
    await site.send(emailId(4), ['gone@readers.test']);
    const [, second] = await failures(2);
    expect(second).toMatchObject({ severity: 'permanent', emailId: emailId(4), error: { code: 605 } });
    for (const list of ['removeBounce', 'removeComplaint', 'removeUnsubscribe'] as const) {
      expect(await site.client[list]('gone@readers.test')).toBe(true);
    }
    await site.send(emailId(5), ['gone@readers.test']);
    const [, , third] = await failures(3);
    expect(third).toMatchObject({ emailId: emailId(5), error: { code: 550 } });
  });

  it('gets a readable reason for a rejected batch', async () => {
    const site = siteAt(app.url);
    const foreign = site.send(emailId(6), ['x@readers.test'], { from: 'site@elsewhere.test' });
    await expect(foreign).rejects.toMatchObject({
      statusCode: 403,
      message: expect.stringContaining('elsewhere.test'),
    });
    await expect(siteAt(`${app.url}/nowhere`).send(emailId(7), ['y@readers.test'])).resolves.toMatchObject({
      id: expect.stringContaining('@'),
    });
  });

  it('can repeat a batch, concurrently and in parts, without duplicates', async () => {
    const site = siteAt(app.url);
    const emails = members('again', 50);
    const answers = await Promise.all([1, 2, 3].map(() => site.send(emailId(8), emails)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    // The failed members plus a new one.
    const later = await site.send(emailId(8), [...emails.slice(0, 10), 'again-new@readers.test']);
    expect(later.id).not.toBe(answers[0]?.id);
    await sink.until(() => mailsTo('again').size === 51);
    // A different email to the same members does not count as a repeated request.
    await site.send(emailId(9), emails.slice(0, 5));
    await sink.until(() => [...mailsTo('again').values()].reduce((sum, n) => sum + n, 0) >= 56);
    expect(await queued('again')).toBe(56);
  });
});

/** Starts the API as a separate process with the same database. */
async function startProgram(port = '0'): Promise<{ program: Program; port: number }> {
  const dataDir = scratchFolder('postrider-ghost-data-');
  const program = runProgram(['api'], {
    DATABASE_URL: database.url,
    POSTRIDER_SECRET: 'a secret that only tests use, long enough',
    POSTRIDER_DATA: dataDir,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    PORT: port,
  });
  void program.ended.then(() => rmSync(dataDir, { recursive: true, force: true }));
  programs.push(program);
  const [, found = ''] = await program.printed(/http:\/\/(?:127\.0\.0\.1|localhost|0\.0\.0\.0):(\d+)/);
  return { program, port: Number(found) };
}

/**
 * Starts a proxy that forwards up to `most` bytes per connection from the client, and none of the responses. Resolves
 * with its URL.
 */
async function deafProxy(target: number, most = Number.POSITIVE_INFINITY): Promise<string> {
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    let passed = 0;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    client.on('data', (bytes) => {
      if (passed < most) server.write(bytes.subarray(0, most - passed));
      passed += bytes.length;
    });
    server.resume();
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
  });
  proxies.push(proxy);
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

describeWith(classes)('a batch of Ghost whose server is killed', () => {
  it('between acceptance and response is sent once when Ghost repeats the batch', async () => {
    const emails = members('deaf', 1_000);
    const first = await startProgram();
    const lost = siteAt(await deafProxy(first.port)).send(emailId(20), emails);
    lost.catch(() => {});
    await eventually('the batch is accepted', async () => (await queued('deaf')) === 1_000 || undefined);
    first.program.child.kill('SIGKILL');
    await first.program.ended;
    await expect(lost).rejects.toMatchObject({ code: 'BULK_EMAIL_SEND_FAILED' });
    const second = await startProgram();
    await siteAt(`http://127.0.0.1:${second.port}`).send(emailId(20), emails);
    expect(await queued('deaf')).toBe(1_000);
    await sink.until(() => mailsTo('deaf').size === 1_000);
    expect([...mailsTo('deaf').values()].every((count) => count === 1)).toBe(true);
  }, 120_000);

  it('at any earlier moment is sent once when Ghost repeats the batch', async () => {
    for (const [round, afterMs] of [0, 10, 20, 40, 60, 90, 130, 180].entries()) {
      const prefix = `kill${round}x`;
      const emails = members(prefix, 200);
      const first = await startProgram();
      const lost = siteAt(await deafProxy(first.port)).send(emailId(30 + round), emails);
      lost.catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      first.program.child.kill('SIGKILL');
      await first.program.ended;
      await expect(lost).rejects.toThrow();
      // The batch was accepted as a whole or not at all.
      expect([0, 200]).toContain(await queued(prefix));
      await siteAt(app.url).send(emailId(30 + round), emails);
      await siteAt(app.url).send(emailId(30 + round), emails);
      expect(await queued(prefix)).toBe(200);
      await sink.until(() => mailsTo(prefix).size === 200);
      expect([...mailsTo(prefix).values()].every((count) => count === 1)).toBe(true);
    }
  }, 240_000);

  it('accepts nothing if only half of the batch arrived', async () => {
    const first = await startProgram();
    const lost = siteAt(await deafProxy(first.port, 40_000)).send(emailId(40), members('half', 1_000));
    lost.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    first.program.child.kill('SIGKILL');
    await expect(lost).rejects.toThrow();
    expect(await queued('half')).toBe(0);
  }, 60_000);
});
