/**
 * `node bin/bootstrap.cjs scripts/watch-campaign.ts [contacts]`: creates an installation and sends a campaign to the
 * given number of contacts (default: 100,000) at simulated mailbox providers. Opens the campaign's page in Chromium,
 * pauses a provider lane and then the whole campaign, and resumes both. Exits with 1 if a message arrived during a
 * pause, if a contact did not get exactly one message, or if the browser reported an error.
 */
import { openBrowser } from '../test/web/browser.ts';
import { buildPages } from '../test/support/built-pages.ts';
import { listenForComplaints } from '../test/web/looks.ts';
import { watchCampaign } from '../test/web/watched-campaign.ts';
import { openWatchStage } from '../test/web/watched-stage.ts';

const DEFAULT_CONTACTS = 100_000;
const WITHIN_MS = 30 * 60_000;

const contacts = Number(process.argv[2] ?? DEFAULT_CONTACTS);
const browser = await openBrowser('a campaign that is watched');
if (!browser) process.exit(1);
try {
  await buildPages('dashboard');
  const stage = await openWatchStage(browser, { contacts });
  try {
    console.log(`${contacts} contacts created.`);
    const complaints = listenForComplaints(stage.page);
    const startedMs = performance.now();
    const seen = await watchCampaign(stage, { contacts, paceMs: [20, 0], withinMs: WITHIN_MS, say: console.log });
    console.log(`Time from send to completion: ${Math.round((performance.now() - startedMs) / 1000)} s.`);
    for (const complaint of complaints) console.log(`Browser error: ${complaint}`);
    const [, laneSettled, laneAtResume] = seen.lane;
    const [, allSettled, allAfter] = seen.all;
    const wasStill = laneAtResume === laneSettled && allAfter === allSettled;
    const isExact = seen.addresses === contacts && seen.again === 0 && seen.state === 'sent';
    if (!wasStill || !isExact || complaints.length > 0) process.exitCode = 1;
    console.log(
      process.exitCode === 1 ? 'The checks failed.' : 'Each contact received one email, and none while it was paused.',
    );
  } finally {
    await stage.close();
  }
} finally {
  await browser.close();
}
