import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../base/clock.ts';
import { silentLog } from '../../../../base/log.ts';
import { RFC_TIMEOUTS, type SmtpTimeouts } from '../../../../smtp/timeouts.ts';
import { startRawServer } from '../../../../../test/support/raw-server.ts';
import { claimOf } from '../../../../../test/support/claims.ts';
import { startSmtpSink, type SmtpSink } from '../../../../../test/support/smtp-sink.ts';
import type { Finished } from '../outcomes/decision.ts';
import type { Admission, Share } from '../routing/router.ts';
import { createSite, type Task } from '../sites/site.ts';
import { createServerMemory } from '../sites/server-memory.ts';
import { createSiteControl } from '../sites/site-control.ts';
import type { Claim } from '../types.ts';
import type { Detours, ConnectionWorkerParts } from './worker-steps.ts';
import { runConnectionWorker } from './connection-worker.ts';

const LIMITS = { maxConnections: 1, initialConnections: 1, maxMailsPerConnection: 100, unreachableMs: [1, 1] } as const;
const GRANTED: Admission = { granted: true, release: () => {} };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function receiver(): Promise<SmtpSink> {
  const sink = await startSmtpSink();
  closers.push(() => sink.close());
  return sink;
}

/** Runs a connection worker over a real connection. Claims remain in `held` until they are finished or released. */
function stage({ port }: { readonly port: number }, timeouts: Partial<SmtpTimeouts> = {}) {
  const held = new Set<Claim>();
  const recorded: Finished[] = [];
  const detoured: string[] = [];
  const leases: Pick<ConnectionWorkerParts['leases'], 'isSafe' | 'finished' | 'atWork' | 'begin' | 'release'> = {
    isSafe: (claim) => held.has(claim),
    finished: (claim) => void held.delete(claim),
    atWork: async (_claim, work) => work(),
    begin: () => Promise.resolve(),
    release: (back) => {
      for (const { claim } of back) held.delete(claim);
      return Promise.resolve();
    },
  };
  const parts = {
    clock: systemClock,
    log: silentLog,
    journal: undefined,
    leases,
    recorder: {
      record: (finished: Finished) => Promise.resolve(void recorded.push(finished)),
      unrecorded: () => 0,
    },
    smtp: { ehloName: 'sender.example', timeouts: { ...RFC_TIMEOUTS, ...timeouts } },
    prepare: {
      mail: (claim: Claim) =>
        Promise.resolve({
          data: Buffer.from(`Subject: ${claim.messageId}\r\n\r\nHi\r\n`),
          smtpUtf8: false,
          envelopeFrom: 'me@sender.example',
          signingDomain: 'sender.example',
        }),
      begin: () => {},
      ahead: () => {},
    },
    noteTlsFault: () => {},
    noteFault: () => {},
    connecting: new Set<Claim>(),
    offering: new Set(),
    // A connection worker uses no other dependencies.
  } as unknown as ConnectionWorkerParts;
  const detours: Detours = {
    isClosed: () => false,
    requeue: (site, task) => site.unshift(task),
    reroute: (task) => detoured.push(task.claim.messageId),
    hold: (task) => detoured.push(task.claim.messageId),
    clear: () => {},
    unreachable: () => false,
  };
  const target = { host: 'localhost', address: '127.0.0.1', port, tls: 'never', verifyTls: false } as const;
  const taskOf = (messageId: string, admit: Share['admit']): Task => {
    const claim = claimOf({ messageId });
    held.add(claim);
    return {
      claim,
      route: {
        kind: 'site',
        name: 'direct',
        provider: 'x.example',
        site: 'x',
        targets: [{ ...target, login: undefined }],
        limits: LIMITS,
        isOwned: true,
        routeIndex: 0,
        hasFallback: false,
        share: { admit, notePolicyBounce: () => {} },
      },
    };
  };
  return {
    held,
    recorded,
    detoured,
    taskOf,
    run: async (tasks: readonly Task[]): Promise<void> => {
      const control = createSiteControl(LIMITS, systemClock);
      const connectionWorkers: Promise<void>[] = [];
      const runs = (site: Parameters<typeof runConnectionWorker>[2]): Promise<void> => {
        const worker = runConnectionWorker(parts, detours, site);
        connectionWorkers.push(worker);
        return worker;
      };
      const site = createSite({
        name: 'x',
        provider: 'x.example',
        isOwned: true,
        control,
        servers: createServerMemory(systemClock),
        runConnectionWorker: runs,
      });
      for (const task of tasks) site.push(task);
      await expect.poll(() => held.size).toBe(0);
      site.close();
      await Promise.all(connectionWorkers);
    },
  };
}

const away = (): Promise<never> => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
const granted = (): Promise<Admission> => Promise.resolve(GRANTED);

describe('a message that is prepared while another is being sent', () => {
  it('is sent even if the database is briefly unavailable when its warm-up share is requested', async () => {
    const sink = await receiver();
    const { detoured, recorded, run, taskOf } = stage(sink);
    let asked = 0;
    const second = taskOf('second', () => {
      asked += 1;
      return asked === 1 ? away() : granted();
    });
    await run([taskOf('first', granted), second, taskOf('third', granted)]);
    expect(sink.messages.map(({ data }) => /Subject: (\w+)/.exec(data.toString())?.[1])).toEqual([
      'first',
      'second',
      'third',
    ]);
    expect(recorded.map(({ outcome }) => outcome.kind)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(detoured).toEqual([]);
  });

  it('is deferred alone when its warm-up share cannot be requested, and the other messages are sent', async () => {
    const { recorded, run, taskOf } = stage(await receiver());
    const second = taskOf('second', () => Promise.reject(new Error('a fault of ours')));
    await run([taskOf('first', granted), second, taskOf('third', granted)]);
    const outcomes = recorded.map(({ claim, outcome }) => `${claim.messageId} ${outcome.kind}`);
    expect(outcomes.toSorted()).toEqual(['first delivered', 'second deferred', 'third delivered']);
  });
});

/**
 * Returns the server's replies to the commands that arrived in one chunk. `isBehindDot` is true if the chunk also
 * contained the end of a message.
 */
type Answers = (commands: readonly string[], isBehindDot: boolean) => readonly string[];

const usual = (command: string): string => (command === 'DATA' ? '354 go' : command === 'QUIT' ? '221 bye' : '250 ok');

/** Starts a server that announces PIPELINING and replies to all commands in a chunk at once. */
async function pieceServer(answers: Answers): Promise<{ readonly port: number; readonly mails: string[] }> {
  const mails: string[] = [];
  const server = await startRawServer((socket) => {
    let isInData = false;
    let read = '';
    socket.write('220 raw.example\r\n');
    socket.on('data', (chunk: Buffer) => {
      read += chunk.toString('latin1');
      const end = isInData ? read.indexOf('\r\n.\r\n') : -1;
      if (isInData && end < 0) return;
      const said: string[] = [];
      if (isInData) {
        mails.push(/Subject: (\w+)/.exec(read)?.[1] ?? '');
        said.push('250 queued');
        read = read.slice(end + 5);
      }
      const commands = read.split('\r\n').filter((line) => line !== '');
      read = '';
      if (commands[0]?.startsWith('EHLO')) said.push('250-raw.example\r\n250 PIPELINING');
      else said.push(...answers(commands, isInData));
      isInData = said.includes('354 go');
      socket.write(said.map((line) => `${line}\r\n`).join(''));
      if (said.some((line) => line.startsWith('421') || line.startsWith('554'))) socket.end();
    });
  });
  closers.push(() => server.close());
  return { port: server.port, mails };
}

describe('a server that announces PIPELINING', () => {
  const subjects = ['first', 'second', 'third', 'fourth'];

  it.each<readonly [string, Answers]>([
    [
      'refuses commands after the final dot with 503',
      (commands, isBehindDot) => commands.map(isBehindDot ? () => '503 5.5.1 pipelined after end of DATA' : usual),
    ],
    ['drops everything after the final dot', (commands, isBehindDot) => (isBehindDot ? [] : commands.map(usual))],
    [
      'answers commands that arrive together with a synchronization error',
      (commands) => (commands.length > 1 ? ['554 SMTP synchronization error'] : commands.map(usual)),
    ],
    [
      'drops MAIL when more commands arrive with it',
      (commands) => (commands.length > 1 ? ['250 ok', '503 5.5.1 bad sequence', '503 5.5.1'] : commands.map(usual)),
    ],
  ])('receives each message exactly once if it %s', async (_name, answers) => {
    const server = await pieceServer(answers);
    const { recorded, run, taskOf } = stage(server, { commandMs: 300, dataMs: 300 });
    await run(subjects.map((subject) => taskOf(subject, granted)));
    expect(server.mails.toSorted()).toEqual(subjects.toSorted());
    expect(recorded.map(({ outcome }) => outcome.kind)).toEqual(subjects.map(() => 'delivered'));
  });

  it('costs one message an attempt if it answers only the first of several commands, and delivers the following messages', async () => {
    const server = await pieceServer((commands) => commands.slice(0, 1).map(usual));
    const { recorded, run, taskOf } = stage(server, { commandMs: 300, dataMs: 300 });
    await run(subjects.map((subject) => taskOf(subject, granted)));
    expect(recorded.map(({ outcome }) => outcome.kind)).toEqual(['deferred', 'delivered', 'delivered', 'delivered']);
    expect(server.mails).toEqual(subjects.slice(1));
  });
});
