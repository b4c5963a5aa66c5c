import { readFileSync } from 'node:fs';
import { startApi } from '../src/app/api.ts';
import { bareInserts, callAll, HTML, printLoad } from './callers.ts';
import { openCaller, postRequest } from './http-load.ts';
import { row, shown } from './measure.ts';
import { startApiProcess } from './overload/program.ts';
import { openStack } from './stack.ts';

const PATH = '/transactional/emails/batch';
const ITEMS = 100;
const BATCH_CALLERS = 16;
const MEMORY_CALLERS = 20;
const MEMORY_SECONDS = 20;
const KB = 1024;

type Stack = Awaited<ReturnType<typeof openStack>>;

/** Items a second of batches of 100, beside bare inserts; and the memory of the API while callers post maximal batches. */
export async function benchBatch(): Promise<void> {
  const stack = await openStack({});
  try {
    const bare = await bareInserts(stack.installation.databaseUrl);
    const api = await startApi(stack.installation);
    const batches = await callAll(api.port, [postRequest(PATH, stack.key, batchOf(HTML, undefined))], BATCH_CALLERS);
    await api.close();
    const items = batches.perSecond * ITEMS;
    console.log(`\nBatches of ${ITEMS}: ${BATCH_CALLERS} callers, one process, 202 after a durable commit`);
    printLoad('bare insert of one message, 16 connections', bare);
    printLoad('batches', batches);
    row('items', `${shown(items)}/s`);
    row('items : bare insert', (items / bare.perSecond).toFixed(2));
    await measureMemory(stack);
  } finally {
    await stack.close();
  }
}

function batchOf(html: string, text: string | undefined): unknown {
  const item = {
    from: 'onboarding@sandbox.localhost',
    to: ['delivered@sandbox.localhost'],
    subject: 'Receipt',
    html,
    text,
  };
  return { emails: Array.from({ length: ITEMS }, () => item) };
}

/** The program's own API process under callers that post 58.6 MB each, again at once when they are told to come back. */
async function measureMemory({ installation, key }: Stack): Promise<void> {
  const api = await startApiProcess(installation);
  const atRest = residentMb(api.pid, 'VmRSS');
  const request = postRequest(PATH, key, batchOf('x'.repeat(500 * KB), 'y'.repeat(100 * KB)));
  const answers = new Map<number, number>();
  const until = performance.now() + MEMORY_SECONDS * 1000;
  await Promise.all(
    Array.from({ length: MEMORY_CALLERS }, async () => {
      while (performance.now() < until) {
        const caller = await openCaller(api.port, request);
        const status = await caller.call();
        caller.close();
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    }),
  );
  console.log(
    `\nMemory of the API process: ${MEMORY_CALLERS} callers, ${ITEMS} items of 500 KB html and 100 KB text each, ` +
      `${MEMORY_SECONDS} s`,
  );
  row('at rest', atRest);
  row('maximum', residentMb(api.pid, 'VmHWM'));
  for (const [status, count] of answers) row(`answers ${status}`, shown(count));
  await api.stop();
}

/** A line of the kernel's account of a process; said to be unknown where there is none. */
function residentMb(pid: number, name: string): string {
  try {
    const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return `${shown(Number(line?.[1]) / KB)} MB resident`;
  } catch {
    return 'unknown: this system has no /proc';
  }
}
