import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { systemClock, type Clock } from '../../../../base/clock.ts';
import { createLog, silentLog } from '../../../../base/log.ts';
import { answered } from '../../../../../test/support/answered.ts';
import { openJournal, type Answered, type InDoubt, type Journal, type ReplayHandlers } from './index.ts';
import { REPLAY_BATCH, STALE_MS } from './replay.ts';

const MESSAGE = '01234567-89ab-7cde-8f01-23456789abcd';
const MEGABYTE = 1024 * 1024;
const RETRY_MS = 10_000;

const undo: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-journal-'));
  undo.push(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'journal');
}

function open(directory: string, log = silentLog, clock = systemClock): Journal {
  const journal = openJournal({ directory, clock, log });
  undo.push(() => journal.close());
  return journal;
}

function mail(recipientNo: number, words?: string): Answered {
  return answered({ messageId: MESSAGE, recipientNo, ...(words !== undefined && { words }) });
}

/** Returns the entries that the next process replays from a journal. */
async function replayed(journal: Journal): Promise<{ answered: number[]; inDoubt: number[]; batches: number[] }> {
  const seen = { answered: [] as number[], inDoubt: [] as number[], batches: [] as number[] };
  await journal.replay({
    async record(outcomes) {
      seen.batches.push(outcomes.length);
      seen.answered.push(...outcomes.map(({ claim }) => claim.recipientNo));
    },
    async inDoubt(mails) {
      seen.inDoubt.push(...mails.map(({ recipientNo }) => recipientNo));
    },
  });
  return seen;
}

/** Returns the total size of the journals in a directory, in bytes. */
function sizeOf(directory: string): number {
  return homesIn(directory)
    .flatMap((home) => readdirSync(home).map((name) => join(home, name)))
    .reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function homesIn(directory: string): string[] {
  return readdirSync(directory).map((name) => join(directory, name));
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`Never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('uncommitted entries are replayed by the next process exactly once', async () => {
  const directory = temporaryDirectory();
  const first = open(directory);
  for (const recipientNo of [1, 2, 3, 4]) first.dot(mail(recipientNo).claim);
  for (const recipientNo of [1, 2, 3]) first.replied(mail(recipientNo));
  first.committed(mail(2));
  await first.close();

  const second = open(directory);
  expect(await replayed(second)).toMatchObject({ answered: [1, 3], inDoubt: [4] });
  expect(await replayed(second)).toMatchObject({ answered: [], inDoubt: [] });
});

test('attempts at the same recipient with different epochs have separate entries', async () => {
  const directory = temporaryDirectory();
  const first = open(directory);
  first.replied(answered({ messageId: MESSAGE, recipientNo: 1, epoch: 1 }));
  first.dot(answered({ messageId: MESSAGE, recipientNo: 1, epoch: 2 }).claim);
  first.committed(answered({ messageId: MESSAGE, recipientNo: 1, epoch: 1 }));
  await first.close();
  expect(await replayed(open(directory))).toMatchObject({ answered: [], inDoubt: [1] });
});

test('a committed recipient is removed from the file within minutes, even without further entries', async () => {
  const directory = temporaryDirectory();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const journal = open(directory);
    const names = (): boolean =>
      homesIn(directory)
        .flatMap((home) => readdirSync(home).map((name) => join(home, name)))
        .some((path) => readFileSync(path, 'latin1').includes(mail(1).claim.recipient));
    journal.dot(mail(1).claim);
    journal.replied(mail(1));
    journal.committed(mail(1));
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect(names()).toBe(true);
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    // The old file is deleted once the new file is on disk.
    for (const until = performance.now() + 30_000; names() && performance.now() < until;) {
      await vi.advanceTimersByTimeAsync(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(names()).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('a journal with only committed entries leaves no files', async () => {
  const directory = temporaryDirectory();
  const journal = open(directory);
  journal.dot(mail(1).claim);
  journal.replied(mail(1));
  journal.committed(mail(1));
  await journal.close();
  expect(readdirSync(directory)).toEqual([]);
});

test('files are not readable by others, because they contain recipient addresses', () => {
  const directory = temporaryDirectory();
  open(directory).replied(mail(1));
  const [home = ''] = homesIn(directory);
  expect(statSync(directory).mode & 0o077).toBe(0);
  expect(statSync(home).mode & 0o077).toBe(0);
  expect(statSync(join(home, '1.log')).mode & 0o077).toBe(0);
});

test('the file stays small while messages are processed, and open entries survive rewrites', async () => {
  const directory = temporaryDirectory();
  const journal = open(directory);
  const words = 'x'.repeat(1000);
  journal.dot(mail(0).claim);
  journal.replied(mail(1, words));
  for (let recipientNo = 2; recipientNo < 8_000; recipientNo += 1) {
    journal.dot(mail(recipientNo, words).claim);
    journal.replied(mail(recipientNo, words));
    journal.committed(mail(recipientNo, words));
    // Let the event loop run, because old files are deleted only once new ones are on disk.
    if (recipientNo % 500 === 0) await until('the file was cut', () => sizeOf(directory) < 3 * MEGABYTE);
  }
  await until('old files are gone', () => sizeOf(directory) < 1.2 * MEGABYTE);
  await journal.close();
  expect(await replayed(open(directory))).toMatchObject({ answered: [1], inDoubt: [0] });
});

test('the journal stays limited to open entries while the database is unavailable', async () => {
  const directory = temporaryDirectory();
  const journal = open(directory);
  const words = 'x'.repeat(1000);
  for (let round = 0; round < 3; round += 1) {
    // The leases expire, and the same messages are sent again with another epoch while nothing is committed.
    for (let recipientNo = 0; recipientNo < 2_000; recipientNo += 1) {
      const again = answered({ messageId: MESSAGE, recipientNo, words, epoch: round });
      journal.replied(again);
      if (round > 0) journal.committed(answered({ messageId: MESSAGE, recipientNo, epoch: round - 1 }));
    }
  }
  await until('old files are gone', () => sizeOf(directory) < 3 * 2_000 * 2_500 + 1.2 * MEGABYTE);
  await journal.close();
  const { answered: outcomes, batches } = await replayed(open(directory));
  expect(new Set(outcomes).size).toBe(2_000);
  expect(outcomes).toHaveLength(2_000);
  expect(Math.max(...batches)).toBe(REPLAY_BATCH);
});

test('a journal beyond its size limit drops its oldest entries and logs this once', async () => {
  const directory = temporaryDirectory();
  const errors: string[] = [];
  const journal = open(
    directory,
    createLog('error', (line) => errors.push(line)),
  );
  const words = 'x'.repeat(100_000);
  // 14,000 entries of about 7 KB exceed the limit of 64 MB.
  for (let recipientNo = 0; recipientNo < 14_000; recipientNo += 1) journal.replied(mail(recipientNo, words));
  expect(errors.filter((line) => line.includes('full'))).toHaveLength(1);
  await journal.close();
  const { answered: outcomes } = await replayed(open(directory));
  expect(outcomes.at(-1)).toBe(13_999);
});

test('a damaged or torn line loses only its own outcome', async () => {
  const directory = temporaryDirectory();
  const first = open(directory);
  for (const recipientNo of [1, 2, 3]) first.replied(mail(recipientNo, `words of ${recipientNo}`));
  await first.close();
  const [home = ''] = homesIn(directory);
  const file = join(home, '1.log');
  writeFileSync(file, readFileSync(file, 'utf8').replace('words of 2', 'words of X'));
  appendFileSync(file, readFileSync(file).subarray(0, 200));

  const errors: string[] = [];
  const second = open(
    directory,
    createLog('error', (line) => errors.push(line)),
  );
  expect(await replayed(second)).toMatchObject({ answered: [1, 3] });
  expect(errors.join('')).toContain('contains unreadable lines');
});

test('a replay whose handler fails is repeated at the next start', async () => {
  const directory = temporaryDirectory();
  const first = open(directory);
  first.replied(mail(1));
  first.dot(mail(2).claim);
  await first.close();
  const away: ReplayHandlers = {
    record: (_outcomes: readonly Answered[]) => Promise.reject(new Error('The database is away')),
    inDoubt: (_mails: readonly InDoubt[]) => Promise.resolve(),
  };
  await open(directory).replay(away);
  expect(await replayed(open(directory))).toMatchObject({ answered: [1], inDoubt: [2] });
});

test('a journal that can never be replayed is discarded after a week', async () => {
  const directory = temporaryDirectory();
  const first = open(directory);
  first.replied(mail(1));
  await first.close();
  const refused: ReplayHandlers = {
    record: () => Promise.reject(new Error('Refused')),
    inDoubt: () => Promise.resolve(),
  };
  const left = (): number => homesIn(directory).flatMap((home) => readdirSync(home)).length;
  const laterBy = (ms: number): Clock => ({ now: () => systemClock.now() + ms });
  for (const [ms, kept] of [
    [0, 1],
    [STALE_MS - 60_000, 1],
    [STALE_MS + 60_000, 0],
  ] as const) {
    const journal = openJournal({ directory, clock: laterBy(ms), log: silentLog });
    await journal.replay(refused);
    await journal.close();
    expect(left()).toBe(kept);
  }
});

test('a journal is replayed once when several processes start at the same time', async () => {
  const directory = temporaryDirectory();
  const first = open(directory);
  for (const recipientNo of [1, 2]) first.replied(mail(recipientNo));
  await first.close();
  const starting = [1, 2, 3].map(() => open(directory));
  const seen = await Promise.all(starting.map(replayed));
  expect(seen.flatMap((each) => each.answered)).toEqual([1, 2]);
});

test('other files in the directory are not changed', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'notes'), { recursive: true });
  writeFileSync(join(directory, 'notes', 'readme.txt'), 'kept');
  writeFileSync(join(directory, 'stray'), 'kept');
  expect(await replayed(open(directory))).toMatchObject({ answered: [] });
  expect(readFileSync(join(directory, 'notes', 'readme.txt'), 'utf8')).toBe('kept');
  expect(readFileSync(join(directory, 'stray'), 'utf8')).toBe('kept');
});

test('a journal that cannot be written is reported once, and written again when possible', async () => {
  const directory = temporaryDirectory();
  // A file with the directory's name prevents even root from writing the journal.
  writeFileSync(directory, '');
  let nowMs = 1_000_000;
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  const journal = open(directory, log, { now: () => nowMs });
  for (let recipientNo = 0; recipientNo < 5; recipientNo += 1) {
    journal.dot(mail(recipientNo).claim);
    journal.replied(mail(recipientNo));
    nowMs += RETRY_MS;
  }
  expect(lines.filter((line) => line.includes('not writable'))).toHaveLength(1);

  journal.committed(mail(0));
  rmSync(directory);
  journal.dot(mail(5).claim);
  expect(lines.at(-1)).toContain('writable again');
  await journal.close();
  expect(await replayed(open(directory))).toMatchObject({ answered: [1, 2, 3, 4], inDoubt: [5] });
});

test('a directory that is removed while the process runs is created again', async () => {
  const directory = temporaryDirectory();
  const journal = open(directory);
  journal.dot(mail(1).claim);
  rmSync(directory, { recursive: true });
  const words = 'x'.repeat(1000);
  for (let recipientNo = 10; recipientNo < 1_000; recipientNo += 1) {
    journal.replied(mail(recipientNo, words));
    journal.committed(mail(recipientNo));
  }
  await journal.close();
  expect(await replayed(open(directory))).toMatchObject({ answered: [], inDoubt: [1] });
});

test('a commit is written soon, even if no entry follows', async () => {
  const directory = temporaryDirectory();
  const journal = open(directory);
  journal.replied(mail(1));
  const size = sizeOf(directory);
  journal.committed(mail(1));
  await until('the commit is written', () => sizeOf(directory) > size);
});
