import { fork } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cpuMicrosOf, endChild, untilAll } from '../processes.ts';
import { startSink, type Sink } from '../sink.ts';
import { closing, openStack } from '../stack.ts';

/** A program whose delivery throughput is measured. */
export interface Candidate {
  readonly name: string;
  /** Number of messages sent before the measurement, to let the JIT compiler optimize the code. */
  readonly warmUp: number;
  /**
   * Starts the candidate with the sink as its relay. `messages` is for candidates that accept composed messages.
   * Rejects with Unavailable if the candidate cannot run on this machine.
   */
  start(sink: Sink, messages: readonly Buffer[]): Promise<RunningCandidate>;
}

/** A candidate that has been started. */
export interface RunningCandidate {
  /** Submits the given number of messages, each with a different body. Resolves when all messages are accepted. */
  send(count: number): Promise<void>;
  /**
   * The DNS TXT record with the public key for the candidate's signatures. Undefined if the candidate does not sign.
   */
  dkimRecord?(): Promise<string>;
  /** CPU time of all the candidate's processes so far, in µs. */
  cpuMicros(): number;
  /** Current memory use of all the candidate's processes, in bytes. Only available for Postrider. */
  memoryBytes?(): number;
  close(): Promise<void>;
}

/** The reason why a candidate is skipped. */
export class Unavailable extends Error {}

const PROGRAM = fileURLToPath(new URL('./loop-process.ts', import.meta.url));
const WARM_UP = 4_000;
const TABLES = `create table bench_queue (
    no integer generated always as identity primary key, data json not null, state smallint not null default 0,
    leased_until timestamptz not null default '-infinity'
  );
  create index bench_queue_due on bench_queue (no) where state = 0;
  create table bench_record (no integer not null, finished_at timestamptz, host text, conversation text);`;

/** Loop that only signs messages and writes bytes to sockets, with one process per core. */
export const bareLoop: Candidate = {
  name: 'Limit: sign and send, nothing else',
  warmUp: WARM_UP,
  start: async (sink) => startLoops(sink, ['bare']),
};

/** Loop that leases, composes, signs, and sends each message and records its outcome, with a durable queue. */
export const durableLoop: Candidate = {
  name: 'Limit with a queue: lease, compose, record',
  warmUp: WARM_UP,
  async start(sink) {
    const stack = await openStack({});
    const { databaseUrl, db } = stack.installation;
    await db.script(TABLES);
    const loops = await startLoops(sink, ['durable', databaseUrl]);
    return {
      ...loops,
      async send(count) {
        const text = `insert into bench_queue (data)
          select json_build_object('number', n::text) from generate_series(1, $1::integer) n`;
        await db.query({ name: '', text }, [count]);
        await loops.send(count);
      },
      async close() {
        await loops.close();
        await stack.close();
      },
    };
  },
};

/** Measures the throughput of the loop with a queue, in messages per second. */
export async function measureDurableLoop(count: number): Promise<number> {
  return closing(startSink(), async (sink) =>
    closing(durableLoop.start(sink, []), async (loop) => {
      await Promise.all([sink.until(WARM_UP), loop.send(WARM_UP)]);
      sink.reset();
      const startedAt = performance.now();
      const [endedAt] = await Promise.all([sink.until(count), loop.send(count)]);
      return (count * 1000) / (endedAt - startedAt);
    }),
  );
}

async function startLoops(sink: Sink, args: readonly string[]): Promise<RunningCandidate> {
  const children = cpus().map(() => fork(PROGRAM, [String(sink.port), ...args]));
  await untilAll(children, 'ready');
  return {
    async send(count) {
      const share = Math.ceil(count / children.length);
      const sent = untilAll(children, 'sent');
      for (const [index, child] of children.entries()) child.send(Math.max(0, Math.min(share, count - index * share)));
      await sent;
    },
    // The CPU time does not include PostgreSQL.
    cpuMicros: () => cpuMicrosOf(children.map(({ pid }) => pid ?? 0)),
    async close() {
      await Promise.all(children.map(endChild));
    },
  };
}
