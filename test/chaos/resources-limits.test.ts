// Place in a run: beside the storm.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SmtpSink } from '../support/smtp-sink.ts';
import { startUniverse } from '../support/universe.ts';
import { countSubjects, post, send, startLoad, statusOf, unknownTo, untilTrue } from './load.ts';
import { serverOnTestDatabase, sinkOfTest, type AtEnd } from './on-test-database.ts';
import type { Server } from './server.ts';

const MINUTES_MS = 60_000;
/** Number of available file descriptors. It is enough for an idle server, its database, and a few clients. */
const OPEN_FILES = 160;
const CONNECTIONS = 400;
/** Heap size in MB. It is enough for normal requests, but not for many large batches at the same time. */
const HEAP_MB = 80;
const FLOOD_CALLERS = 24;
/** Interval in milliseconds at which FLOOD_CALLERS more callers are added while the server is running. */
const FLOOD_STEP_MS = 15_000;
const MAILS = 5;

/** Checks that the server has every accepted message and that all of them arrive. */
async function expectNothingLost(server: Server, sink: SmtpSink, accepted: ReadonlyMap<string, string>): Promise<void> {
  expect(await unknownTo(server, accepted)).toEqual([]);
  await server.endLeases();
  await untilTrue(() => {
    const counts = countSubjects(sink.messages);
    return [...accepted.keys()].every((subject) => counts.has(subject));
  });
}

function holdConnections(atEnd: AtEnd, server: Server, count: number): { held: Socket[]; release: () => void } {
  const held = Array.from({ length: count }, () => {
    const socket = connect({ port: Number(new URL(server.baseUrl).port), host: '127.0.0.1' });
    // A server that has no free file descriptors is expected to reset connections.
    socket.on('error', () => {});
    return socket;
  });
  const release = (): void => held.forEach((socket) => socket.destroy());
  atEnd(release);
  return { held, release };
}

/** Returns whether the server responds to a new client. */
async function isServedFrom(server: Server, localAddress: string): Promise<boolean> {
  const socket = connect({ port: Number(new URL(server.baseUrl).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  await once(socket, 'close');
  return text.startsWith('HTTP/1.1 200 ');
}

test.concurrent(
  'a server without free file descriptors refuses requests, recovers, and loses nothing',
  { timeout: 5 * MINUTES_MS },
  async ({ onTestFinished: atEnd }) => {
    const { environment, sink } = await sinkOfTest(atEnd);
    const prefix = ['prlimit', `--nofile=${OPEN_FILES}:${OPEN_FILES}`];
    const server = await serverOnTestDatabase(atEnd, { environment, prefix });
    const load = startLoad(server, { callers: 4, paceMs: 10 });
    await load.until(({ accepted }) => accepted.size >= 20);
    const { held, release } = holdConnections(atEnd, server, CONNECTIONS);
    await Promise.race(held.map((socket) => once(socket, 'close')));
    // The server cannot open new database connections either.
    await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'postrider all'`,
    );
    expect(await isServedFrom(server, '127.0.0.2')).toBe(true);
    const whileShort = load.accepted.size + load.refused.length;
    await load.until(({ accepted, refused }) => accepted.size + refused.length >= whileShort + 50);
    release();
    const { size } = load.accepted;
    await load.until(({ accepted }) => accepted.size >= size + 50);
    await load.stop();
    expect(server.isRunning(), server.output()).toBe(true);
    await expectNothingLost(server, sink, load.accepted);
    console.log(`no descriptor left: ${load.accepted.size} accepted, none lost, ${load.refused.length} refused`);
  },
);

test(
  'a main process that runs out of memory loses nothing, as its next start shows',
  { timeout: 5 * MINUTES_MS },
  async ({ onTestFinished: atEnd }) => {
    const { environment, sink } = await sinkOfTest(atEnd);
    const server = await serverOnTestDatabase(atEnd, {
      environment,
      nodeArguments: [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=1'],
    });
    const load = startLoad(server, { callers: 4 });
    await load.until(({ accepted }) => accepted.size >= 20);
    const batches = await flood(server);
    await server.start();
    await load.stop();
    expect(server.output()).toContain('heap out of memory');
    expect(await unknownTo(server, batches)).toEqual([]);
    await expectNothingLost(server, sink, load.accepted);
    console.log(`out of memory: ${load.accepted.size} and batches of ${batches.size} accepted, none lost`);
  },
);

/**
 * Sends large batches until the server has exited. Returns the IDs of the messages that were accepted with status 202.
 */
async function flood(server: Server): Promise<Map<string, string>> {
  const text = 'A long mail. '.repeat(1_500);
  const mail = { from: 'onboarding@sandbox.localhost', to: ['delivered@sandbox.localhost'], subject: 'S', text };
  const ids = new Map<string, string>();
  const call = async (): Promise<void> => {
    while (server.isRunning()) {
      const answer = await post(server, '/transactional/emails/batch', {
        emails: Array.from({ length: 100 }, () => mail),
      });
      if (answer.status === 202) for (const [id] of answer.body.matchAll(/tm_[0-9a-f]{32}/g)) ids.set(id, id);
    }
  };
  const calls: Promise<void>[] = [];
  // On a slow machine, the first callers alone may not exhaust the heap.
  while (server.isRunning()) {
    calls.push(...Array.from({ length: FLOOD_CALLERS }, call));
    await Promise.race([Promise.all(calls), setTimeout(FLOOD_STEP_MS)]);
  }
  await Promise.all(calls);
  return ids;
}

test.concurrent(
  'messages wait while DNS is silent or fails, and are sent when it responds',
  { timeout: 5 * MINUTES_MS },
  async ({ onTestFinished: atEnd }) => {
    const universe = await startUniverse({ domains: { 'alive.example': 'accepts' } });
    atEnd(() => universe.close());
    const { dns } = universe;
    const server = await serverOnTestDatabase(atEnd, {
      environment: { ...universe.settings, POSTRIDER_WORKERS: '1', POSTRIDER_OWNER_EMAIL: 'owner@alive.example' },
    });
    dns.switches.drop = Infinity;
    const answers = await Promise.all(
      Array.from({ length: MAILS }, (_none, number) =>
        send(server, { to: 'owner@alive.example', subject: `dns-${number}`, text: 'Hi' }),
      ),
    );
    const ids = answers.map(({ body }) => /"id":"(\w+)"/.exec(body)?.[1] ?? body);
    const attempts = async (): Promise<number[]> => {
      const rows = await server.query('select max(attempt_no) as attempts from attempt group by message_id');
      return rows.map((row) => Number(row['attempts']));
    };
    const statuses = async (): Promise<unknown[]> =>
      Promise.all(ids.map(async (id) => (await statusOf(server, id)).message));
    await untilTrue(async () => (await attempts()).length === MAILS);
    expect(new Set(await statuses())).toEqual(new Set(['queued']));

    dns.set('alive.example', 'MX', 'SERVFAIL');
    dns.switches.drop = 0;
    await untilTrue(async () => {
      await server.endDelays();
      return (await attempts()).every((count) => count >= 2);
    });
    expect(new Set(await statuses())).toEqual(new Set(['queued']));
    expect(await server.query('select distinct outcome from attempt')).toEqual([{ outcome: 'deferred' }]);

    universe.bear('alive.example');
    await untilTrue(async () => {
      await server.endDelays();
      return universe.of('alive.example').arrivals.length >= MAILS;
    });
    await untilTrue(async () => (await statuses()).every((status) => status === 'delivered'));
    expect(universe.of('alive.example').arrivals).toHaveLength(MAILS);
  },
);
