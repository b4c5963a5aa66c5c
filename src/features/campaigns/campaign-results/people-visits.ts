import { CLOSE_MS } from '../../outcomes/tracking/index.ts';
import type { DeliverableRow, VisitRow } from './visit-queries.ts';
import { DEVICE, VISITOR } from './visitors.ts';

const HOUR_MS = 3_600_000;

/**
 * A recipient's opens, or clicks on one link, not counting those by proxies and bots. The latest run of events in quick
 * succession has `recent` events and started at `recentFromMs`. `beforeMs` is the time of the last event before that
 * run. `device` is the device of the first event whose device is known.
 */
export interface Known {
  readonly link: number;
  readonly device: number;
  readonly isNew: boolean;
  visits: number;
  firstMs: number;
  lastMs: number;
  recent: number;
  recentFromMs: number;
  beforeMs: number | undefined;
}

/** Opens, or clicks on one link, in quick succession. */
export interface Run {
  readonly link: number;
  readonly device: number;
  readonly count: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Adds a run to the earlier events for the same link. The run can extend, follow or precede the latest run. */
export function withRun(known: Known | undefined, run: Run): Known {
  const { count, fromMs, link, toMs } = run;
  if (!known || known.visits === 0) {
    const isNew = known?.isNew ?? true;
    return {
      link,
      device: run.device,
      isNew,
      visits: count,
      firstMs: fromMs,
      lastMs: toMs,
      recent: count,
      recentFromMs: fromMs,
      beforeMs: undefined,
    };
  }
  const device = known.device === DEVICE.unknown ? run.device : known.device;
  const visits = known.visits + count;
  const firstMs = Math.min(known.firstMs, fromMs);
  const isSameRun =
    known.recent > 0 &&
    fromMs <= known.lastMs + CLOSE_MS &&
    toMs >= known.recentFromMs - CLOSE_MS &&
    hourOf(fromMs) === hourOf(known.recentFromMs);
  if (isSameRun) {
    const recentFromMs = Math.min(known.recentFromMs, fromMs);
    return {
      ...known,
      device,
      visits,
      firstMs,
      lastMs: Math.max(known.lastMs, toMs),
      recent: known.recent + count,
      recentFromMs,
    };
  }
  // Another process reported this run late, after the run that follows it. Add its events, but keep the later run as
  // the latest.
  if (fromMs < known.lastMs) return { ...known, device, visits, firstMs, lastMs: Math.max(known.lastMs, toMs) };
  return {
    ...known,
    device,
    visits,
    firstMs,
    lastMs: toMs,
    recent: count,
    recentFromMs: fromMs,
    beforeMs: known.lastMs,
  };
}

/** Converts a database row to a `Known`. */
export function knownOf(row: VisitRow): Known {
  return {
    link: row.link_no,
    device: row.device,
    isNew: false,
    visits: row.visits,
    firstMs: row.first_at.getTime(),
    lastMs: row.last_at.getTime(),
    recent: row.recent,
    recentFromMs: row.recent_from?.getTime() ?? Number.NEGATIVE_INFINITY,
    beforeMs: row.before_at?.getTime(),
  };
}

/** Converts a `Known` to a database row. */
export function rowOf(of: DeliverableRow, known: Known): VisitRow {
  const hasRecent = known.recent > 0;
  return {
    campaign_id: of.campaign_id,
    contact_id: of.contact_id,
    link_no: known.link,
    visitor: VISITOR.person,
    device: known.device,
    visits: known.visits,
    first_at: new Date(known.firstMs),
    last_at: new Date(known.lastMs),
    recent: known.recent,
    recent_from: hasRecent ? new Date(known.recentFromMs) : null,
    before_at: hasRecent && known.beforeMs !== undefined ? new Date(known.beforeMs) : null,
  };
}

/** Returns the start of the hour that contains a time. */
export function hourOf(atMs: number): number {
  return Math.floor(atMs / HOUR_MS) * HOUR_MS;
}
