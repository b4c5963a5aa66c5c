import type { TestContext } from 'vitest';
import { createTestDatabase } from '../support/db.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { prepareServer, type Server } from './server.ts';

/**
 * Runs work when a test has ended, last one first: the test's own `onTestFinished`, because other tests run
 * concurrently.
 */
export type AtEnd = TestContext['onTestFinished'];

type Options = Parameters<typeof prepareServer>[0];

/**
 * Starts a sink that is closed with the test and returns it with the settings of a server that delivers to it with one
 * process.
 */
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

/** Starts the same on a database of the run's server, which is much faster than a separate one. */
export async function serverOnTestDatabase(atEnd: AtEnd, options: Options): Promise<Server> {
  const database = await createTestDatabase();
  atEnd(() => database.drop());
  // The run's server does not flush to disk, because these tests do not cover power cuts.
  const about = { DATABASE_URL: database.url, POSTRIDER_UNSAFE_DURABILITY: '1' };
  return serverOfTest(atEnd, { ...options, environment: { ...about, ...options.environment } });
}
