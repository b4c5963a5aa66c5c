import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/app.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { openPage } from './looks.ts';
import { contactsAt, LANES, makeCampaign, type LaneName, type WatchStage } from './watched-stage.ts';

const SCREENS = 'test-results/screens';
const PAUSED: LaneName = 'Outlook.com and Hotmail';
/** If no email arrives for this many milliseconds, sending has stopped. */
const QUIET_MS = 2_000;
const POLL_EVERY_MS = 100;

/** Options for watching a campaign. */
export interface Watching {
  readonly contacts: number;
  /**
   * Delays in milliseconds before mail servers accept an email: one that applies until the whole campaign is resumed,
   * and one that applies afterwards.
   */
  readonly paceMs: readonly [watched: number, after: number];
  /** Maximum time in milliseconds until the campaign is complete. */
  readonly withinMs: number;
  /** Called with messages that report the progress. */
  readonly say?: (text: string) => void;
}

/** Observations about a campaign. Unless stated otherwise, each number counts emails that the mail servers accepted. */
export interface Watched {
  /** Distinct numbers of processed emails that the page showed before anything was paused, in order. */
  readonly done: readonly number[];
  /**
   * Number of emails that the paused provider had accepted at three times: when its lane was paused, after the last
   * email had arrived, and when the lane was resumed.
   */
  readonly lane: readonly [atPause: number, settled: number, atResume: number];
  /** Number of emails that the other providers had accepted when the lane was paused and when it was resumed. */
  readonly others: readonly [atPause: number, atResume: number];
  /**
   * Number of emails that all providers had accepted at three times: when the campaign was paused, after the last email
   * had arrived, and some time later.
   */
  readonly all: readonly [atPause: number, settled: number, after: number];
  /**
   * Milliseconds from the time at which the page showed a pause to the arrival of the last email: for the pause of the
   * provider lane, and for the pause of the whole campaign.
   */
  readonly stillCameMs: readonly [lane: number, all: number];
  readonly addresses: number;
  /** Number of duplicate emails. The first email to each address does not count. */
  readonly again: number;
  readonly state: string;
}

/**
 * Sends a campaign from its review and watches its page. While the numbers change, pauses a provider lane, and then the
 * whole campaign. Resumes the campaign, then the lane, and waits until the campaign is complete. Throws if the page
 * does not show an expected state.
 */
export async function watchCampaign(stage: WatchStage, watching: Watching): Promise<Watched> {
  const { contacts, paceMs, say = () => {} } = watching;
  const { baseUrl, page, receivers } = stage;
  mkdirSync(SCREENS, { recursive: true });
  const id = await makeCampaign(stage);
  receivers.paceMs = paceMs[0];
  await openPage(page, `${baseUrl}/app/campaigns/${id}/review`, 'contacts will receive this campaign');
  await page.getByRole('button', { name: 'Send now', exact: true }).click();
  await page.getByRole('button', { name: 'Send campaign', exact: true }).click();
  // Open the page of the campaign only once, because it updates automatically.
  await page.getByRole('heading', { name: 'Live progress' }).waitFor({ timeout: watching.withinMs });
  for (const lane of LANES) await laneOf(page, lane).waitFor({ timeout: watching.withinMs });
  const done = await movingFigures(page, 3);
  await picture(page, 'moving');
  say(`The page shows ${done.join(', then ')} of ${contacts} mails as done.`);

  const lane = await pauseLane(stage);
  say(`${PAUSED} is paused: mail still came there for ${lane.stillCameMs} ms, ${lane.taken[1]} in all.`);
  const [othersAtPause] = [lane.others];
  await eventually(
    'emails arrive at other providers',
    async () => Promise.resolve(othersOf(stage) > othersAtPause || undefined),
    watching.withinMs,
  );
  const all = await pauseAll(stage);
  say(`All of it is paused: mail still came for ${all.stillCameMs} ms, ${all.taken[1]} in all.`);

  await page.getByRole('button', { name: 'Resume campaign', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Sending in progress' }).waitFor();
  receivers.paceMs = paceMs[1];
  const othersAll = contacts - contactsAt(PAUSED, contacts);
  await eventually(
    'all emails arrive at the other providers',
    async () => Promise.resolve(othersOf(stage) >= othersAll || undefined),
    watching.withinMs,
  );
  const laneAtResume = receivers.taken(PAUSED);
  const othersAtResume = othersOf(stage);
  await laneOf(page, PAUSED).getByText('paused', { exact: true }).waitFor();
  await picture(page, 'others-are-done');
  say(`All others have theirs, ${othersAtResume}; ${PAUSED} has ${laneAtResume}.`);

  await page.getByRole('button', { name: `Resume ${PAUSED}` }).click();
  // A campaign counts as sent when each email was either attempted or released. Emails of the paused lane may still be
  // in progress at that time.
  await page.getByText('sent', { exact: true }).first().waitFor({ timeout: watching.withinMs });
  say(`It is sent: ${receivers.taken()} mails are taken.`);
  await eventually(
    'the page shows that all emails are processed',
    async () => (await doneOn(page)) === contacts || undefined,
    watching.withinMs,
  );
  await untilQuiet(() => receivers.taken());
  await picture(page, 'sent');
  const [row] = await rowsOf<{ state: string }>(stage.installation.db, 'select state from campaign where id = $1', [
    id,
  ]);
  const { addresses, again } = receivers.exactness();
  say(`The page says that all is done: ${addresses} addresses got it, ${again} mails came again.`);
  return {
    done,
    lane: [lane.taken[0], lane.taken[1], laneAtResume],
    others: [othersAtPause, othersAtResume],
    all: all.taken,
    stillCameMs: [lane.stillCameMs, all.stillCameMs],
    addresses,
    again,
    state: row?.state ?? '',
  };
}

const laneOf = (page: Page, name: string): Locator => page.getByRole('listitem', { name, exact: true });
const othersOf = ({ receivers }: WatchStage): number => receivers.taken() - receivers.taken(PAUSED);

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${SCREENS}/watched-${name}.png`, fullPage: true });
}

/** Waits until the page has shown several different numbers of processed emails without any user action. */
async function movingFigures(page: Page, count: number): Promise<number[]> {
  const seen: number[] = [];
  await eventually(
    'the page shows changing numbers',
    async () => {
      const number = await doneOn(page);
      if (number !== seen.at(-1)) seen.push(number);
      return seen.length >= count || undefined;
    },
    60_000,
  );
  return seen;
}

/** Returns the number of processed emails that the live progress shows. */
async function doneOn(page: Page): Promise<number> {
  const shown = page
    .locator('dt', { hasText: /^Done$/ })
    .locator('+ dd > span')
    .first();
  return Number((await shown.textContent())?.replaceAll(',', ''));
}

async function pauseLane(stage: WatchStage) {
  const { page, receivers } = stage;
  await page.getByRole('button', { name: `Pause ${PAUSED}` }).click();
  await page.getByRole('button', { name: 'Pause provider lane', exact: true }).click();
  await laneOf(page, PAUSED).getByText('paused', { exact: true }).waitFor();
  const [atPause, others] = [receivers.taken(PAUSED), othersOf(stage)];
  const { settled, stillCameMs } = await untilQuiet(() => receivers.taken(PAUSED));
  await picture(page, 'lane-paused');
  return { taken: [atPause, settled] as const, others, stillCameMs };
}

async function pauseAll({ page, receivers }: WatchStage) {
  await page.getByRole('button', { name: 'Pause campaign', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Campaign paused' }).waitFor();
  const atPause = receivers.taken();
  const { settled, stillCameMs } = await untilQuiet(() => receivers.taken());
  await page.getByText('sending', { exact: true }).first().waitFor({ state: 'detached' });
  await picture(page, 'all-paused');
  await sleep(QUIET_MS);
  return { taken: [atPause, settled, receivers.taken()] as const, stillCameMs };
}

/** Waits until no email has arrived for `QUIET_MS` milliseconds. */
async function untilQuiet(taken: () => number): Promise<{ readonly settled: number; readonly stillCameMs: number }> {
  const beganAt = performance.now();
  let [settled, lastAt] = [taken(), beganAt];
  while (performance.now() - lastAt < QUIET_MS) {
    await sleep(POLL_EVERY_MS);
    if (taken() !== settled) [settled, lastAt] = [taken(), performance.now()];
    if (lastAt - beganAt > 60_000) throw new Error('Mail still comes a minute after it was paused');
  }
  return { settled, stillCameMs: Math.round(lastAt - beganAt) };
}
