// Place in a run: slow.
import { expect, test } from 'vitest';
import { obstacleToImageStores } from '../support/volume.ts';
import { cutPower } from './power-cut.ts';

const CUTS = 3;
const MINUTES_MS = 60_000;

const obstacle = await obstacleToImageStores();

test('keeps and delivers every message that got a 202 before a power cut', { timeout: 5 * MINUTES_MS }, async () => {
  if (obstacle !== undefined) {
    process.stdout.write(`NOT RUN: power cuts, because ${obstacle}\n`);
    return;
  }
  const report = await cutPower({ cuts: CUTS, seed: 20_261_121, hurries: true });
  const { accepted, duplicates } = report;
  console.log(`${CUTS} power cuts, ${accepted} accepted, ${report.lost} lost, ${duplicates} delivered twice`);
  expect(accepted).toBeGreaterThan(100);
  expect(report).toMatchObject({ lost: 0, undelivered: 0 });
});
