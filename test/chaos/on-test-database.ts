import type { TestContext } from 'vitest';
import { createTestDatabase } from '../support/db.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { prepareServer, type Server } from './server.ts';

/** Runs some work when a test has ended, the last one first: the `onTestFinished` of the test itself, as others run beside it. */
export type AtEnd = TestContext['onTestFinished'];

type Options = Parameters<typeof prepareServer>[0];

/** A sink that is closed with the test, and the settings of a server that delivers into it with one process. */
export async function sinkOfTest(atEnd: AtEnd): Promise<{ sink: SmtpSink; environment: Record<string, string> }> {
  const sink = await startSmtpSink();
  atEnd(() => sink.close());
  const environment = {
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_WORKERS: '1',
  };
  return { sink, environment };
}

/** Starts a server that is stopped and removed with the test. */
export async function serverOfTest(atEnd: AtEnd, options: Options): Promise<Server> {
  const server = await prepareServer(options);
  atEnd(async () => {
    await server.stop();
    server.remove();
  });
  await server.start();
  return server;
}

/** The same on a database of the run's server, which is much quicker to start on than one of its own. */
export async function serverOnTestDatabase(atEnd: AtEnd, options: Options): Promise<Server> {
  const database = await createTestDatabase();
  atEnd(() => database.drop());
  // The run's server flushes nothing: what survives a power cut is not asked of it.
  const about = { DATABASE_URL: database.url, POSTRIDER_UNSAFE_DURABILITY: '1' };
  return serverOfTest(atEnd, { ...options, environment: { ...about, ...options.environment } });
}
