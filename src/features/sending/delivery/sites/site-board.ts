import type { Clock } from '../../../../base/clock.ts';
import type { Db } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import { isIdle, type Site } from './site.ts';
import { publishSites, stopsInForce, type StopRow } from './site-queries.ts';

const PUBLISH_MS = 3_000;
/** Maximum number of sites that are shown. Sites with the most waiting messages are shown first. */
const MAX_SHOWN = 500;
const MAX_REASON_CHARACTERS = 500;

/** Publishes the state of this process's sites, and reads which sites the operator has stopped. */
export interface SiteBoard {
  /**
   * Returns the remaining time for which the operator has stopped a site, in milliseconds, or 0 if the site is not
   * stopped.
   */
  stoppedMs(site: string): number;
  close(): Promise<void>;
}

/** Creates a board that is refreshed every three seconds. If a refresh fails, the board stays unchanged. */
export function createSiteBoard(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly worker: () => number;
  readonly sites: () => readonly Site[];
  /** Called after the list of stopped sites has changed, unless the list is empty. */
  readonly onStop: () => void;
}): SiteBoard {
  const { clock, db, log } = parts;
  const show = createShowing(db);
  let stops: readonly StopRow[] = [];

  async function renew(): Promise<void> {
    try {
      const before = JSON.stringify(stops);
      stops = await stopsInForce(db);
      if (stops.length > 0 && JSON.stringify(stops) !== before) parts.onStop();
      await show(parts.worker(), parts.sites(), clock.now());
    } catch (error) {
      log.debug('Destination sites could not be published', { error: (error as Error).message });
    }
  }

  // Start the first refresh asynchronously, so that the caller can create its sites first.
  let renewing = Promise.resolve().then(renew);
  const timer = setInterval(() => void (renewing = renew()), PUBLISH_MS);

  return {
    stoppedMs(site) {
      const ends = stops.filter((stop) => site.endsWith(stop.site_suffix)).map((stop) => stop.until.getTime());
      return Math.max(0, ...ends.map((end) => end - clock.now()));
    },
    async close() {
      clearInterval(timer);
      await renewing;
    },
  };
}

/**
 * Creates a function that publishes the state of a worker's sites. If a worker has no sites, publishes this only once.
 */
export function createShowing(db: Db): (worker: number, sites: readonly Site[], nowMs: number) => Promise<void> {
  let emptyAs: number | undefined;
  return async (worker, sites, nowMs) => {
    const shown = shownOf(sites);
    if (shown.length === 0 && worker === emptyAs) return;
    await publish(db, worker, shown, nowMs);
    emptyAs = shown.length === 0 ? worker : undefined;
  };
}

function shownOf(sites: readonly Site[]): Site[] {
  return sites
    .filter((site) => !isIdle(site) || site.control.reason !== undefined)
    .sort((a, b) => Number(b.connectionWorkers > 0) - Number(a.connectionWorkers > 0) || b.waiting - a.waiting)
    .slice(0, MAX_SHOWN);
}

async function publish(db: Db, worker: number, sites: readonly Site[], nowMs: number): Promise<void> {
  if (worker === 0) return;
  await publishSites(
    db,
    worker,
    sites.map((site) => site.name),
    sites.map((site) => site.waiting),
    sites.map((site) => site.connectionWorkers),
    sites.map(({ control }) => control.window),
    sites.map(({ control }) => control.ratePerSecond),
    sites.map(({ control }) => (control.waitMs > 0 ? new Date(nowMs + control.waitMs) : null)),
    sites.map(
      ({ control }) => control.reason?.slice(0, MAX_REASON_CHARACTERS).replaceAll('\0', '').toWellFormed() ?? null,
    ),
    sites.map((site) => site.provider),
  );
}
