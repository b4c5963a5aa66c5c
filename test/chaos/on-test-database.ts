import type { TestContext } from 'vitest';
import { createTestDatabase } from '../support/db.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { prepareServer, type Server } from './server.ts';

/**
 * Runs functions at the end of a test, in reverse order. Uses the `onTestFinished` of the test context, because other
 * tests run concurrently.
 */
export type AtEnd = TestContext['onTestFinished'];

type Options = Parameters<typeof prepareServer>[0];

/**
 * Starts a sink that is closed at the end of the test. Returns the sink and the settings of a server that delivers to
 * the sink with one process.
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

/** Starts a server that is stopped and removed at the end of the test. */
export async function serverOfTest(atEnd: AtEnd, options: Options): Promise<Server> {
  const server = await prepareServer(options);
  atEnd(async () => {
    await server.stop();
    server.remove();
  });
  await server.start();
  return server;
}

/**
 * Starts a server like `serverOfTest`, but with a database on the test run's PostgreSQL server. This is much faster
 * than starting a separate PostgreSQL server.
 */
export async function serverOnTestDatabase(atEnd: AtEnd, options: Options): Promise<Server> {
  const database = await createTestDatabase();
  atEnd(() => database.drop());
  // The PostgreSQL server of the test run does not flush to disk. These tests do not need it to, because they do not
  // simulate power failures.
  const about = { DATABASE_URL: database.url, POSTRIDER_UNSAFE_DURABILITY: '1' };
  return serverOfTest(atEnd, { ...options, environment: { ...about, ...options.environment } });
}
