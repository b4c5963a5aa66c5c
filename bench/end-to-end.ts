import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpus } from 'node:os';
import { createInstallationAcceptor } from '../src/app/api.ts';
import { startWorkers } from '../src/app/workers.ts';
import type { Installation } from '../src/app/installation.ts';
import { accountOf } from '../src/app/commands/whose.ts';
import { parseSend } from '../src/features/transactional/messages/index.ts';
import { startSink } from './delivery/sink.ts';
import { opensslSignsPerSecond, row, shown } from './measure.ts';
import { openStack } from './stack.ts';

const MAILS = 20_000;
const AHEAD = 256;
const POLL_MS = 50;
/** 7 KB a mail: about 2.5 KB of text in both forms, quoted-printable, signed with RSA-2048. */
const PARAGRAPH = 'Grüße und vielen Dank für Ihre Bestellung, wir haben sie heute verschickt. ';

/** Accepted to received: own body each, durable queue, DKIM RSA-2048, receiver on the same cores. */
export async function benchEndToEnd(): Promise<void> {
  const signs = opensslSignsPerSecond(3);
  console.log('\nEnd to end: accept, claim, compose, sign, SMTP to a receiver on the same cores, outcome recorded');
  for (const sink of [startOwnSink, startPostfixSink]) {
    const receiver = await sink();
    if (!receiver) {
      console.log('  Postfix’s smtp-sink is not installed: skipped (Debian package postfix)');
      continue;
    }
    const { mailsPerSecond, cpuMicros } = await run(receiver.port);
    receiver.close();
    row(
      `into ${receiver.name}`,
      `${shown(mailsPerSecond)} emails/s   ${shown(cpuMicros)} µs CPU per email (delivery processes)`,
    );
    if (signs !== undefined) row('  : openssl speed rsa2048 on all cores', (mailsPerSecond / signs).toFixed(2));
  }
  if (signs === undefined) console.log('  openssl is not installed: no limit to compare with');
  else row(`openssl speed -multi ${cpus().length} rsa2048`, `${shown(signs)} signatures/s`);
}

async function run(port: number): Promise<{ mailsPerSecond: number; cpuMicros: number }> {
  const stack = await openStack({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${port}`,
  });
  const { installation } = stack;
  try {
    const mainFile = fileURLToPath(new URL('../src/main.ts', import.meta.url));
    const environment = { ...process.env, ...installation.environment };
    const workers = startWorkers({ ...installation, environment }, mainFile, { inboxPort: undefined });
    await sleep(1_500);
    await sendAll(installation, 500);
    await untilDelivered(installation, 500);
    const cpuBefore = childrenCpuMicros();
    const startedAt = performance.now();
    await sendAll(installation, MAILS);
    await untilDelivered(installation, 500 + MAILS);
    const seconds = (performance.now() - startedAt) / 1000;
    const cpuMicros = (childrenCpuMicros() - cpuBefore) / MAILS;
    await workers.stop();
    return { mailsPerSecond: MAILS / seconds, cpuMicros };
  } finally {
    await stack.close();
  }
}

async function sendAll(installation: Installation, count: number): Promise<void> {
  const account = await accountOf(installation.db, undefined);
  const acceptor = createInstallationAcceptor(installation);
  let next = 0;
  await Promise.all(
    Array.from({ length: AHEAD }, async () => {
      while (next < count) {
        next += 1;
        const text = `Order ${next}. ${PARAGRAPH.repeat(32)}`;
        const html = `<h1>Order ${next}</h1><p>${PARAGRAPH.repeat(32)}</p>`;
        const fields = {
          from: 'onboarding@sandbox.localhost',
          to: [account.email],
          subject: `Order ${next}`,
          html,
          text,
        };
        await acceptor.accept(account.id, [{ send: parseSend(fields), countedMails: 1 }]);
      }
    }),
  );
}

async function untilDelivered(installation: Installation, count: number): Promise<void> {
  const statement = { name: 'bench_delivered', text: 'select count(*)::integer as n from delivery where status = 7' };
  for (;;) {
    const [found] = await installation.db.query<{ n: number }>(statement, []);
    if (found && found.n >= count) return;
    await sleep(POLL_MS);
  }
}

/** CPU of the forked delivery processes so far, from the kernel; 0 where it cannot be read. */
function childrenCpuMicros(): number {
  const { stdout } = spawnSync('sh', ['-c', `cat /proc/${process.pid}/task/*/children`], { encoding: 'utf8' });
  let ticks = 0;
  for (const pid of stdout.split(/\s+/).filter(Boolean)) {
    const line = spawnSync('cat', [`/proc/${pid}/cmdline`, `/proc/${pid}/stat`], { encoding: 'utf8' }).stdout;
    if (!line.includes('deliver')) continue;
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * 10_000;
}

interface Receiver {
  readonly name: string;
  readonly port: number;
  close(): void;
}

/** Answers as fast as Node can and throws everything away. */
async function startOwnSink(): Promise<Receiver> {
  const sink = await startSink();
  return { name: 'a bare Node sink', port: sink.port, close: () => void sink.close() };
}

async function startPostfixSink(): Promise<Receiver | undefined> {
  const program = spawnSync('sh', ['-c', 'command -v smtp-sink || ls /usr/sbin/smtp-sink 2>/dev/null'], {
    encoding: 'utf8',
  });
  const path = program.stdout.trim();
  if (!path) return undefined;
  const port = 20_000 + (process.pid % 10_000);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child: ChildProcess = spawn(path, [...user, `127.0.0.1:${port}`, '1000'], { stdio: 'ignore' });
  await sleep(500);
  return { name: 'Postfix’s smtp-sink', port, close: () => child.kill() };
}
