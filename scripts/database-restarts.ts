/**
 * `node bin/bootstrap.cjs scripts/database-restarts.ts [restarts]`: kills the embedded database repeatedly under load.
 * Measures the time until a query succeeds, and the additional time until a message is accepted.
 */
import { pause, send, startLoad } from '../test/chaos/load.ts';
import { kill9, prepareServer } from '../test/chaos/server.ts';

const POLL_MS = 5;
const BETWEEN_MS = 2_000;

const restarts = Number(process.argv[2] ?? 10);
const server = await prepareServer({
  environment: { POSTRIDER_INBOX_PORT: '0', POSTRIDER_WORKERS: '1', POSTRIDER_LOG: 'error' },
});
const toReadyMs: number[] = [];
const toAcceptedMs: number[] = [];
try {
  await server.start();
  const load = startLoad(server, { to: () => 'delivered@sandbox.localhost' });
  for (let number = 0; number < restarts; number += 1) {
    await pause(BETWEEN_MS);
    const killedMs = performance.now();
    await kill9(server.databasePid());
    while (!(await isReady())) await pause(POLL_MS);
    const readyMs = performance.now();
    while ((await sendOne(number)) !== 202) await pause(POLL_MS);
    toReadyMs.push(readyMs - killedMs);
    toAcceptedMs.push(performance.now() - readyMs);
  }
  await load.stop();
  const wrong = load.refused.filter(({ status }) => status !== 503).length;
  console.log(
    `${restarts} restarts under load: a query after ${range(toReadyMs)} ms, the first 202 ${range(toAcceptedMs)} ms later; ` +
      `${load.accepted.size} accepted, ${load.refused.length} refused with 503, ${wrong} refused otherwise`,
  );
} finally {
  await server.stop();
  server.remove();
}

async function isReady(): Promise<boolean> {
  return server.query('select 1').then(
    () => true,
    () => false,
  );
}

async function sendOne(number: number): Promise<number | undefined> {
  const mail = { to: 'delivered@sandbox.localhost', subject: `after-${number}`, text: 'Hi' };
  return (await send(server, mail)).status;
}

function range(times: readonly number[]): string {
  return `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}`;
}
