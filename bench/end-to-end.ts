import { setTimeout as sleep } from 'node:timers/promises';
import { createInstallationAcceptor } from '../src/app/api.ts';
import { accountOf } from '../src/app/commands/whose.ts';
import type { Installation } from '../src/app/installation.ts';
import { startWorkers } from '../src/app/workers.ts';
import { parseSend } from '../src/features/transactional/messages/index.ts';
import { deliveryProcesses } from '../test/chaos/storm/processes.ts';
import { millisecondsOf, printOpenssl, printRatio, row, shown } from './measure.ts';
import { contentOf, SANDBOX_SENDER } from './messages.ts';
import { cpuMicrosOf } from './processes.ts';
import { MAIN } from './program.ts';
import { startSink } from './sink.ts';
import { numberOf, until, withStack } from './stack.ts';

const MESSAGES = 20_000;
const WARM_UP = 500;
/** Number of messages that are accepted concurrently. */
const CALLERS = 256;
const POLL_MS = 50;
const START_MS = 1_500;

/**
 * Measures the throughput of messages from acceptance to the recorded outcome. Each message has a different body, the
 * queue is durable, signatures use DKIM with RSA-2048, and the receiver runs on the same cores.
 */
export async function benchEndToEnd(): Promise<void> {
  console.log('\nEnd to end: accept, claim, compose, sign, SMTP to a receiver on the same cores, outcome recorded');
  const signs = printOpenssl();
  const sink = await startSink();
  const { cpuMicros, perSecond } = await run(sink.port);
  await sink.close();
  row('messages', `${shown(perSecond)} emails/s   ${shown(cpuMicros)} µs CPU per email (delivery processes)`);
  if (signs !== undefined) printRatio('  : openssl speed rsa2048 on all cores', perSecond, signs);
}

async function run(port: number): Promise<{ perSecond: number; cpuMicros: number }> {
  const environment = { POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${port}` };
  let [ms, cpuMicros] = [NaN, NaN];
  await withStack(environment, async ({ installation }) => {
    const inherited = { ...process.env, ...installation.environment };
    const workers = startWorkers({ ...installation, environment: inherited }, MAIN, { inboxPort: undefined });
    const cpu = (): number => cpuMicrosOf(deliveryProcesses(installation.dataDir));
    await sleep(START_MS);
    await send(installation, WARM_UP, WARM_UP);
    const cpuBefore = cpu();
    ms = await millisecondsOf(() => send(installation, MESSAGES, WARM_UP + MESSAGES));
    cpuMicros = (cpu() - cpuBefore) / MESSAGES;
    await workers.stop();
  });
  return { perSecond: (MESSAGES * 1000) / ms, cpuMicros };
}

/** Accepts messages and waits until the given number of messages has been delivered in total. */
async function send(installation: Installation, count: number, total: number): Promise<void> {
  const account = await accountOf(installation.db, undefined);
  const acceptor = createInstallationAcceptor(installation);
  let next = 0;
  const call = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      const fields = { from: SANDBOX_SENDER, to: [account.email], ...contentOf(next) };
      await acceptor.accept(account.id, [{ send: parseSend(fields), countedMails: 1 }]);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  const delivered = 'select count(*) from delivery where status = 7';
  await until(async () => (await numberOf(installation.db, delivered)) >= total, POLL_MS);
}
