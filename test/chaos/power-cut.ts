import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../support/random.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '../support/smtp-sink.ts';
import { createImageStore, type Volume } from '../support/volume.ts';
import { countDuplicates, countSubjects, pause, startLoad, unknownTo } from './load.ts';
import { kill9, prepareServer, type Server } from './server.ts';

/** Unsafe database settings that the power failure test must detect. */
export type Weakness = 'fsync' | 'synchronous_commit';

/** Results of one power failure. */
interface Cut {
  /** Number of messages that were accepted with status 202 since the previous power failure. */
  readonly accepted: number;
  /**
   * Number of accepted messages that the server no longer has after the power failure. If the server does not start,
   * all accepted messages count.
   */
  readonly lost: number;
  readonly started: boolean;
}

/** Results of several power failures. */
export interface PowerCutReport {
  readonly seed: number;
  readonly cuts: readonly Cut[];
  readonly accepted: number;
  /** Number of accepted messages that the server lost in a power failure. */
  readonly lost: number;
  /** Number of messages that the server still has but never delivered. */
  readonly undelivered: number;
  /** Number of duplicate deliveries. For each message, all deliveries after the first are duplicates. */
  readonly duplicates: number;
}

/** Size of the sparse disk image in megabytes. It must be larger than PostgreSQL's data. */
const VOLUME_MB = 8 * 1024;
const CALLERS = 16;
const MIN_LOAD_MS = 400;
const MAX_LOAD_MS = 1_600;
/**
 * Milliseconds without a message after which no more messages are expected. Leases of a killed process expire within 30
 * seconds.
 */
const SILENCE_MS = 35_000;
const POLL_MS = 100;

/**
 * Simulates power failures of a server under load. Each failure copies the disk image without the data that the
 * operating system has not written to disk yet, and then the server continues on the copy.
 */
export async function cutPower(options: {
  readonly cuts: number;
  readonly seed: number;
  readonly off?: readonly Weakness[];
  /**
   * Makes all waiting messages due after the last power failure, so that the test does not wait for leases and retry
   * delays.
   */
  readonly hurries?: boolean;
  /** Called after each power failure. */
  readonly onCut?: (cut: Cut) => void;
}): Promise<PowerCutReport> {
  const world = await createWorld(options.off ?? []);
  const random = randomFrom(options.seed);
  const cuts: Cut[] = [];
  try {
    await world.begin();
    while (cuts.length < options.cuts) {
      const cut = await world.cut(cuts.length + 1, MIN_LOAD_MS + random() * (MAX_LOAD_MS - MIN_LOAD_MS));
      cuts.push(cut);
      options.onCut?.(cut);
      if (!cut.started) await world.begin();
    }
    const sum = (of: (cut: Cut) => number): number => cuts.reduce((total, cut) => total + of(cut), 0);
    const [accepted, lost] = [sum((cut) => cut.accepted), sum((cut) => cut.lost)];
    return { seed: options.seed, cuts, accepted, lost, ...(await world.drain(options.hurries ?? false)) };
  } finally {
    await world.end();
  }
}

interface World {
  /** Starts a server on an empty disk image. */
  begin(): Promise<void>;
  cut(number: number, loadMs: number): Promise<Cut>;
  /**
   * Waits until all messages that the server still has are delivered, or until no message has arrived for `SILENCE_MS`.
   */
  drain(hurries: boolean): Promise<{ undelivered: number; duplicates: number }>;
  end(): Promise<void>;
}

async function createWorld(off: readonly Weakness[]): Promise<World> {
  const sink = await startSmtpSink();
  const store = createImageStore();
  /** Messages that arrived while the server had power. */
  const arrived: SinkMessage[] = [];
  let ignoredBefore = 0;
  /** Subjects of accepted messages that the server still had after the following power failure. */
  const known = new Set<string>();
  let at: { readonly name: string; readonly volume: Volume; readonly server: Server } | undefined;
  let disks = 0;

  const take = (): void => {
    arrived.push(...sink.messages.slice(ignoredBefore));
    ignoredBefore = sink.messages.length;
  };
  const unplug = async (): Promise<void> => {
    if (!at) return;
    const { name, server, volume } = at;
    at = undefined;
    await killAll(server);
    // Ignore messages that arrive after the power failure, because the machine that sent them has no power.
    ignoredBefore = sink.messages.length;
    await volume.remove();
    store.delete(name);
  };
  const run = async (name: string, volume: Volume): Promise<Server> => {
    const server = await serverOn(volume, sink, off);
    at = { name, volume, server };
    await server.start();
    return server;
  };

  return {
    async begin() {
      await unplug();
      known.clear();
      disks += 1;
      const name = `disk-${disks}`;
      const server = await run(name, store.create(name, VOLUME_MB));
      if (off.length > 0) await weaken(server, at?.volume, off);
    },
    async cut(number, loadMs) {
      if (!at) throw new Error('Nothing runs');
      const load = startLoad(at.server, { callers: CALLERS, prefix: `c${number}-` });
      await pause(loadMs);
      // This process is blocked until the copy is complete, so it receives no responses and no messages in the
      // meantime.
      take();
      const accepted = new Map(load.accepted);
      const name = `cut-${disks}-${number}`;
      store.cut(at.name, name);
      const stopped = load.stop();
      await unplug();
      await stopped;
      try {
        const server = await run(name, store.mount(name));
        const lost = new Set(await unknownTo(server, accepted));
        for (const subject of accepted.keys()) if (!lost.has(subject)) known.add(subject);
        return { accepted: accepted.size, lost: lost.size, started: true };
      } catch (error) {
        // A database whose data was not flushed may be corrupt beyond repair. This is a valid result of a power
        // failure.
        process.stderr.write(`No start after the cut: ${(error as Error).message}\n`);
        return { accepted: accepted.size, lost: accepted.size, started: false };
      }
    },
    async drain(hurries) {
      if (hurries) await at?.server.endLeases();
      let count = arrived.length;
      let lastArrivalMs = performance.now();
      for (;;) {
        take();
        if (arrived.length > count) lastArrivalMs = performance.now();
        count = arrived.length;
        const received = countSubjects(arrived);
        const undelivered = [...known].filter((subject) => !received.has(subject)).length;
        if (undelivered === 0 || performance.now() - lastArrivalMs > SILENCE_MS) {
          return { undelivered, duplicates: countDuplicates(received) };
        }
        await pause(POLL_MS);
      }
    },
    async end() {
      await unplug();
      await store.remove();
      await sink.close();
    },
  };
}

function serverOn(volume: Volume, sink: SmtpSink, off: readonly Weakness[]): Promise<Server> {
  return prepareServer({
    dataDir: join(volume.path, 'data'),
    environment: {
      POSTRIDER_DELIVERY: 'relay',
      POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
      POSTRIDER_WORKERS: '1',
      ...(off.length > 0 && { POSTRIDER_UNSAFE_DURABILITY: '1' }),
    },
  });
}

async function weaken(server: Server, volume: Volume | undefined, off: readonly Weakness[]): Promise<void> {
  await server.stop();
  const file = join(volume?.path ?? '', 'data/pg/postgresql.auto.conf');
  appendFileSync(file, off.map((name) => `${name} = off\n`).join(''), { flush: true });
  await server.start();
}

async function killAll(server: Server): Promise<void> {
  const pids = [server.mainPid(), ...server.deliveryPids()];
  try {
    pids.push(server.databasePid());
  } catch {
    // The process was not started or has already ended.
  }
  await Promise.all(pids.filter((pid) => pid > 0).map(kill9));
}
