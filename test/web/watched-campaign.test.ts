// Place in a run: slow.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { describeWith } from '../support/loud-skip.ts';
import { openBrowser } from './browser.ts';
import { buildPages } from '../support/built-pages.ts';
import { listenForComplaints } from './looks.ts';
import { watchCampaign } from './watched-campaign.ts';
import { openWatchStage, type WatchStage } from './watched-stage.ts';

/** Number of contacts. The test does the same as `scripts/watch-campaign.ts`, with fewer contacts. */

const CONTACTS = 3_000;
const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('a watched campaign', () => {
  let test: TestDatabase;
  let stage: WatchStage;
  let complaints: string[];

  beforeAll(async () => {
    await buildPages('dashboard');
    test = await createTestDatabase();
    if (!browser) return;
    stage = await openWatchStage(browser, { contacts: CONTACTS, databaseUrl: test.url });
    complaints = listenForComplaints(stage.page);
  }, 240_000);
  afterAll(async () => {
    await stage?.close();
    await browser?.close();
    await test?.drop();
  });

  it('updates its page, pauses by provider lane and as a whole, and sends one email to each contact', async () => {
    const seen = await watchCampaign(stage, { contacts: CONTACTS, paceMs: [250, 0], withinMs: 300_000 });
    expect(seen.done.length).toBeGreaterThanOrEqual(3);
    expect(seen.done.toSorted((a, b) => a - b)).toEqual(seen.done);
    const [, laneSettled, laneAtResume] = seen.lane;
    // The recipients of the paused lane received nothing while the other lanes were sending all of their messages.
    expect(laneAtResume).toBe(laneSettled);
    expect(laneAtResume).toBeLessThan(CONTACTS / 4);
    expect(seen.others).toEqual([expect.any(Number), (CONTACTS * 3) / 4]);
    expect(seen.others[0]).toBeLessThan((CONTACTS * 3) / 4);
    const [, allSettled, allAfter] = seen.all;
    expect(allAfter).toBe(allSettled);
    expect(allAfter).toBeLessThan(CONTACTS);
    expect(seen).toMatchObject({ addresses: CONTACTS, again: 0, state: 'sent' });
    expect(complaints).toEqual([]);
  }, 480_000);
});
