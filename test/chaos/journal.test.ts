// Place in a run: slow.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { openJournal } from '../../src/features/sending/delivery/journal/index.ts';
import { randomFrom } from '../support/random.ts';

const PROGRAM = fileURLToPath(new URL('journal-process.ts', import.meta.url));
const KILLS = 50;
const AT_ONCE = 2;
const MAX_LIFETIME_MS = 120;
/** Number of commit records that a kill can lose, because a commit record is written together with the next entry. */
const UNWRITTEN_COMMITS = 1;

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).toReversed()) step();
});

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-journal-'));
  undo.push(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'journal');
}

interface Writer {
  readonly child: ChildProcess;
  output(): string;
  /** Resolves when the output contains this text. */
  said(words: string): Promise<void>;
  /** Kills the process with SIGKILL, like the out-of-memory killer, and resolves with the whole output. */
  kill(): Promise<string>;
}

function startWriter(directory: string, name: string, manner: string, prefix: readonly string[] = []): Writer {
  const command = [...prefix, process.execPath, PROGRAM, directory, name, manner];
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  undo.push(() => child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = once(child, 'close');
  return {
    child,
    output: () => text,
    async said(words) {
      while (!text.includes(words)) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`Ended without "${words}": ${text}`);
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
      return text;
    },
  };
}

function nameOf(round: number): string {
  return `01234567-89ab-7cde-8f01-${String(round).padStart(12, '0')}`;
}

interface Replay {
  readonly recorded: string[];
  readonly inDoubt: string[];
}

async function replayAll(directory: string): Promise<Replay> {
  const seen: Replay = { recorded: [], inDoubt: [] };
  const journal = openJournal({ directory, clock: systemClock, log: silentLog });
  await journal.replay({
    async record(outcomes) {
      seen.recorded.push(...outcomes.map(({ claim }) => `${claim.messageId} ${claim.recipientNo}`));
    },
    async inDoubt(mails) {
      seen.inDoubt.push(...mails.map(({ messageId, recipientNo }) => `${messageId} ${recipientNo}`));
    },
  });
  await journal.close();
  return seen;
}

/** Groups the output lines of a killed process by kind. Ignores an incomplete last line. */
function accountsOf(name: string, output: string): Readonly<Record<'dot' | 'replied' | 'committed', Set<string>>> {
  const lines = output.slice(0, output.lastIndexOf('\n') + 1).split('\n');
  const of = (what: string): Set<string> =>
    new Set(lines.filter((line) => line.startsWith(`${what} `)).map((line) => `${name} ${line.split(' ')[1]}`));
  return { dot: of('dot'), replied: of('replied'), committed: of('committed') };
}

function without(all: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...all].filter((each) => !others.has(each));
}

/** Compares the replayed entries with the output of the killed process. */
function judge(name: string, output: string, replay: Replay): void {
  const said = accountsOf(name, output);
  const mine = (keys: readonly string[]): string[] => keys.filter((key) => key.startsWith(name));
  const [recorded, inDoubt] = [mine(replay.recorded), mine(replay.inDoubt)];
  const wanted = new Set(without(said.replied, said.committed));

  expect(new Set(recorded).size, 'each outcome once').toBe(recorded.length);
  expect(without(wanted, new Set(recorded)), 'every reply that was written').toEqual([]);
  const repeated = recorded.filter((key) => said.committed.has(key));
  expect(repeated.length, 'committed, and replayed all the same').toBeLessThanOrEqual(UNWRITTEN_COMMITS);
  // The process may have been killed after it wrote an entry and before it printed the entry.
  expect(without(new Set(recorded), said.replied).length, 'replayed, and never said').toBeLessThanOrEqual(1);
  const open = new Set(without(said.dot, said.replied));
  expect(without(open, new Set([...inDoubt, ...recorded])), 'every dot without a reply').toEqual([]);
  expect(inDoubt.filter((key) => said.replied.has(key))).toEqual([]);
}

test('replays every reply written before a kill exactly once', { timeout: 120_000 }, async () => {
  const random = randomFrom(4711);
  let outcomes = 0;
  for (let round = 0; round < KILLS; round += AT_ONCE) {
    const directory = temporaryDirectory();
    const writers = Array.from({ length: AT_ONCE }, (_none, index) => {
      const name = nameOf(round + index);
      return { name, writer: startWriter(directory, name, 'write') };
    });
    await Promise.all(writers.map(({ writer }) => writer.said('committed')));
    await sleep(random() * MAX_LIFETIME_MS);
    const outputs = await Promise.all(writers.map(({ writer }) => writer.kill()));

    const replay = await replayAll(directory);
    for (const [index, { name }] of writers.entries()) judge(name, outputs[index] ?? '', replay);
    outcomes += replay.recorded.length;
    expect(await replayAll(directory)).toEqual({ recorded: [], inDoubt: [] });
    expect(readdirSync(directory)).toEqual([]);
  }
  expect(outcomes).toBeGreaterThan(KILLS);
});

test('repeats a replay that was itself killed', async () => {
  const directory = temporaryDirectory();
  const writer = startWriter(directory, nameOf(1), 'hold');
  await writer.said('replied 1\n');
  await writer.kill();
  for (const attempt of [1, 2]) {
    const replayer = startWriter(directory, nameOf(2), 'replay');
    await replayer.said('recorded 1\n');
    expect(await replayer.kill(), `attempt ${attempt}`).toContain('recorded 1\n');
  }
  expect(await replayAll(directory)).toEqual({ recorded: [`${nameOf(1)} 1`], inDoubt: [] });
});

test("lets two running processes write in parallel, and neither reads the other's journal", async () => {
  const directory = temporaryDirectory();
  const writers = [1, 2].map((number) => startWriter(directory, nameOf(number), 'hold'));
  await Promise.all(writers.map((writer) => writer.said('replied 1\n')));
  expect(await replayAll(directory)).toEqual({ recorded: [], inDoubt: [] });

  await writers[0]?.kill();
  expect(await replayAll(directory)).toEqual({ recorded: [`${nameOf(1)} 1`], inDoubt: [] });
  await writers[1]?.kill();
  expect(await replayAll(directory)).toEqual({ recorded: [`${nameOf(2)} 1`], inDoubt: [] });
});

test('reports a full disk once, continues, and replays what was written before', async () => {
  const directory = temporaryDirectory();
  // A file size limit has the same effect as a full disk: it is reached in the middle of a write.
  const limited = ['/bin/sh', '-c', 'ulimit -f 200; exec "$@"', 'sh'];
  const writer = startWriter(directory, nameOf(1), 'write', limited);
  await writer.said('not writable');
  const before = writer.output().length;
  await writer.said('committed 2000\n');
  const output = await writer.kill();
  expect(output.length).toBeGreaterThan(before);
  expect(output.match(/not writable/g)).toHaveLength(1);

  const replay = await replayAll(directory);
  expect(replay.recorded.length).toBeGreaterThan(0);
});
