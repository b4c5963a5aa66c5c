import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/app.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { openPage } from './looks.ts';
import { contactsAt, LANES, makeCampaign, type LaneName, type WatchStage } from './watched-stage.ts';

const SCREENS = 'test-results/screens';
const PAUSED: LaneName = 'Outlook.com and Hotmail';
/** No mail for so long is none any more. */
const QUIET_MS = 2_000;
const LOOK_EVERY_MS = 100;

/** How a campaign is watched. */
export interface Watching {
  readonly contacts: number;
  /** How long each mail is looked at by the servers that take it, in milliseconds: until all is resumed, and after that. */
  readonly paceMs: readonly [watched: number, after: number];
  /** What the end may take. */
  readonly withinMs: number;
  /** Is told what happens, in sentences. */
  readonly say?: (text: string) => void;
}

/** What was seen of a campaign; numbers of mails that servers took. */
export interface Watched {
  /** Different numbers of mails that the page called done, in their order, before anything was paused. */
  readonly done: readonly number[];
  /** Taken by the paused provider when its lane said so, once nothing more came, and when the lane was resumed. */
  readonly lane: readonly [atPause: number, settled: number, atResume: number];
  /** Taken by the other providers meanwhile. */
  readonly others: readonly [atPause: number, atResume: number];
  /** Taken by all when the campaign said that it was paused, once nothing more came, and after that. */
  readonly all: readonly [atPause: number, settled: number, after: number];
  /** How long mail still came after the page said paused, in milliseconds: of the lane, of all. */
  readonly stillCameMs: readonly [lane: number, all: number];
  readonly addresses: number;
  /** Mails beyond the first to an address. */
  readonly again: number;
  readonly state: string;
}

/**
 * Sends a campaign from its review and watches it on its page: figures move, provider lane paused, then all of it; it goes on
 * without the lane, then with it, to its end. Throws where the page does not come to what is awaited.
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
  // The page of the campaign is opened once, and never again: what it shows comes to it.
  await page.getByRole('heading', { name: 'Live progress' }).waitFor({ timeout: watching.withinMs });
  for (const lane of LANES) await laneOf(page, lane).waitFor({ timeout: watching.withinMs });
  const done = await movingFigures(page, 3);
  await picture(page, 'moving');
  say(`The page shows ${done.join(', then ')} of ${contacts} mails as done.`);

  const lane = await pauseLane(stage);
  say(`${PAUSED} is paused: mail still came there for ${lane.stillCameMs} ms, ${lane.taken[1]} in all.`);
  const [othersAtPause] = [lane.others];
  await eventually(
    'others go on',
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
    'all others have theirs',
    async () => Promise.resolve(othersOf(stage) >= othersAll || undefined),
    watching.withinMs,
  );
  const laneAtResume = receivers.taken(PAUSED);
  const othersAtResume = othersOf(stage);
  await laneOf(page, PAUSED).getByText('paused', { exact: true }).waitFor();
  await picture(page, 'others-are-done');
  say(`All others have theirs, ${othersAtResume}; ${PAUSED} has ${laneAtResume}.`);

  await page.getByRole('button', { name: `Resume ${PAUSED}` }).click();
  // A campaign is sent when each mail was offered once or let go; those of the lane may still be on their way.
  await page.getByText('sent', { exact: true }).first().waitFor({ timeout: watching.withinMs });
  say(`It is sent: ${receivers.taken()} mails are taken.`);
  await eventually(
    'the page says that all is done',
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

/** So many different figures of what is done, as the page shows them one after the other, without anything being pressed. */
async function movingFigures(page: Page, count: number): Promise<number[]> {
  const seen: number[] = [];
  await eventually(
    'figures that move',
    async () => {
      const number = await doneOn(page);
      if (number !== seen.at(-1)) seen.push(number);
      return seen.length >= count || undefined;
    },
    60_000,
  );
  return seen;
}

/** What the sorting office says is done. */
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
  await page.getByRole('button', { name: 'Pause lane', exact: true }).click();
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

/** Waits until no mail came for a while. */
async function untilQuiet(taken: () => number): Promise<{ readonly settled: number; readonly stillCameMs: number }> {
  const beganAt = performance.now();
  let [settled, lastAt] = [taken(), beganAt];
  while (performance.now() - lastAt < QUIET_MS) {
    await sleep(LOOK_EVERY_MS);
    if (taken() !== settled) [settled, lastAt] = [taken(), performance.now()];
    if (lastAt - beganAt > 60_000) throw new Error('Mail still comes a minute after it was paused');
  }
  return { settled, stillCameMs: Math.round(lastAt - beganAt) };
}
