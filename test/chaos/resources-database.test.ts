// Place in a run: slow.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/db.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import type { SmtpSink } from '../support/smtp-sink.ts';
import { countDuplicates, countSubjects, startLoad, unknownTo, untilTrue } from './load.ts';
import { serverOfTest, sinkOfTest, type AtEnd } from './on-test-database.ts';
import type { Server } from './server.ts';

const MINUTES_MS = 60_000;
const CALLERS = 6;

interface Stage {
  readonly server: Server;
  readonly sink: SmtpSink;
  /** Proxy for all connections to the database. */
  readonly proxy: FaultProxy;
}

/** Starts a server that uses a remote database. */
async function startStage(atEnd: AtEnd): Promise<Stage> {
  const database = await createTestDatabase();
  atEnd(() => database.drop());
  const url = new URL(database.url);
  const socket = join(decodeURIComponent(url.hostname), `.s.PGSQL.${url.port}`);
  const proxy = await startFaultProxy({ path: socket });
  atEnd(() => proxy.close());
  const { environment, sink } = await sinkOfTest(atEnd);
  const server = await serverOfTest(atEnd, {
    environment: {
      ...environment,
      DATABASE_URL: `postgres://${url.username}@127.0.0.1:${proxy.port}${url.pathname}`,
      // The server requires this setting, because the database server of the tests does not flush to disk.
      POSTRIDER_UNSAFE_DURABILITY: '1',
    },
  });
  atEnd(() => proxy.behave('pass'));
  return { server, sink, proxy };
}

test.concurrent.for(['black hole', 'half open'] as const)(
  'requests return 503 while the database is a %s, and recover afterwards',
  { timeout: 5 * MINUTES_MS },
  async (conduct, { onTestFinished: atEnd }) => {
    const { proxy, server, sink } = await startStage(atEnd);
    const load = startLoad(server, { callers: CALLERS, paceMs: 20 });
    await load.until(({ accepted }) => accepted.size >= 30);
    proxy.behave(conduct);
    // Test twice: with requests that are in progress when the database stops responding, and with requests that are
    // sent afterward.
    await load.until(({ refused }) => refused.length >= 2 * CALLERS);
    const whileSilent = load.accepted.size;
    proxy.behave('pass');
    await load.until(({ accepted }) => accepted.size >= whileSilent + 30);
    await load.stop();
    const statuses = load.refused.map(({ status }) => status);
    expect([...new Set(statuses)], load.refused.find(({ status }) => status !== 503)?.body).toEqual([503]);
    expect(load.refused.every(({ retryAfter }) => Number(retryAfter) >= 1)).toBe(true);
    expect(await unknownTo(server, load.accepted)).toEqual([]);
    await server.endLeases();
    const missing = (): string[] => {
      const counts = countSubjects(sink.messages);
      return [...load.accepted.keys()].filter((subject) => !counts.has(subject));
    };
    await untilTrue(() => missing().length === 0);
    const slowest = Math.round(Math.max(...load.refused.map(({ ms }) => ms)));
    console.log(
      `${conduct}: ${load.accepted.size} accepted, none lost, ${load.refused.length} answered with 503, the slowest after ` +
        `${slowest} ms, ${countDuplicates(countSubjects(sink.messages))} delivered twice`,
    );
  },
);
