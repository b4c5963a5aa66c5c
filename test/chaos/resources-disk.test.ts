// Place in a run: slow.
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { randomText } from '../../src/base/crypto.ts';
import { createVolume, fillVolume, obstacleToVolumes, type Volume } from '../support/volume.ts';
import { countSubjects, startLoad, unknownTo, untilTrue } from './load.ts';
import { serverOfTest, serverOnTestDatabase, sinkOfTest, type AtEnd } from './on-test-database.ts';

const MINUTES_MS = 60_000;
const VOLUME_MB = 640;
/** Random text that cannot be compressed. A few messages with this text need more than the free space. */
const TEXT = randomText(80_000);

const obstacle = await obstacleToVolumes();

function isPossible(what: string): boolean {
  if (obstacle !== undefined) process.stdout.write(`NOT RUN: ${what}, because ${obstacle}\n`);
  return obstacle === undefined;
}

function smallVolume(atEnd: AtEnd, sizeMb: number): Volume {
  const volume = createVolume(sizeMb);
  atEnd(() => volume.remove());
  return volume;
}

test.concurrent(
  'a full disk returns 503 with Retry-After, loses no accepted message, and recovers when there is space again',
  { timeout: 5 * MINUTES_MS },
  async ({ onTestFinished: atEnd }) => {
    if (!isPossible('a full disk')) return;
    const { environment, sink } = await sinkOfTest(atEnd);
    const volume = smallVolume(atEnd, VOLUME_MB);
    const server = await serverOfTest(atEnd, { dataDir: join(volume.path, 'data'), environment });
    const load = startLoad(server, { text: TEXT });
    await load.until(({ accepted }) => accepted.size >= 20);
    // Connect before the disk is full. If autovacuum has removed the cache file of PostgreSQL's catalog, a new
    // connection needs space to write this file.
    const database = new Client({ connectionString: server.databaseUrl() });
    database.on('error', () => {});
    atEnd(() => database.end().catch(() => {}));
    await database.connect();
    const free = fillVolume(volume);
    await load.until(({ refused }) => refused.length >= 20);
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(503);
    // In the worst case, PostgreSQL itself stops, because there is no space for the next WAL file.
    for (const text of [`select pg_logical_emit_message(true, '', 'x')`, 'select pg_switch_wal()']) {
      await database.query(text).catch(() => {});
    }
    await untilTrue(() => server.output().includes('Embedded database stopped unexpectedly'));
    const { length } = load.refused;
    await load.until(({ refused }) => refused.length >= length + 20);
    const whileFull = load.accepted.size;
    free();
    await load.until(({ accepted }) => accepted.size >= whileFull + 40);
    await load.stop();
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
    const statuses = new Set(load.refused.map(({ status }) => status));
    expect([...statuses], load.refused.find(({ status }) => status !== 503)?.body).toEqual([503]);
    expect(load.refused.filter(({ retryAfter }) => !/^[1-9]\d*$/.test(retryAfter ?? ''))).toEqual([]);
    expect(await unknownTo(server, load.accepted)).toEqual([]);
    await server.endLeases();
    await sink.until(({ messages }) => countSubjects(messages).size >= load.accepted.size);
    const { length: refusals } = load.refused;
    console.log(`a full disk: ${load.accepted.size} accepted, none lost, ${refusals} answered with 503`);
  },
);

test.concurrent(
  'a full disk for the journal loses no delivery, and the journal is used again when there is space',
  { timeout: 5 * MINUTES_MS },
  async ({ onTestFinished: atEnd }) => {
    if (!isPossible('a full disk under the journal')) return;
    const { environment, sink } = await sinkOfTest(atEnd);
    const volume = smallVolume(atEnd, 8);
    const server = await serverOnTestDatabase(atEnd, {
      dataDir: join(volume.path, 'data'),
      environment: { ...environment, POSTRIDER_LOG: 'info' },
    });
    const load = startLoad(server, { callers: 2, paceMs: 10 });
    await load.until(({ accepted }) => accepted.size >= 20);
    const free = fillVolume(volume);
    await untilTrue(() => server.output().includes('Delivery journal not writable'));
    const whileFull = sink.messages.length;
    await sink.waitFor(whileFull + 20);
    free();
    await untilTrue(() => server.output().includes('Delivery journal writable again'));
    await load.stop();
    expect(load.refused).toEqual([]);
    await sink.until(({ messages }) => countSubjects(messages).size >= load.accepted.size);
  },
);
