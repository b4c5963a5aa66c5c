import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { switchesOf } from './queries.ts';

const REMEMBERED_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** Tracking settings for messages with a tag. */
export interface TrackingSettings {
  readonly opens: boolean;
  readonly clicks: boolean;
}

/**
 * Creates a function that returns the tracking settings of an account's tag. All processes apply changes within a
 * second.
 */
export function createTrackingSettings(parts: {
  readonly db: Db;
  readonly clock: Clock;
}): (accountId: number, tag: string) => Promise<TrackingSettings> {
  const remembered = new Map<string, { readonly until: number; readonly settings: Promise<TrackingSettings> }>();
  return (accountId, tag) => {
    const key = `${accountId} ${tag}`;
    const now = parts.clock.now();
    const known = remembered.get(key);
    if (known && now < known.until) return known.settings;
    const settings = lookUp(parts.db, accountId, tag);
    remembered.delete(key);
    remembered.set(key, { until: now + REMEMBERED_MS, settings });
    deleteOldest(remembered);
    settings.catch(() => {
      // The caller gets the error, but the error is not cached.
      if (remembered.get(key)?.settings === settings) remembered.delete(key);
    });
    return settings;
  };
}

async function lookUp(db: Db, accountId: number, tag: string): Promise<TrackingSettings> {
  const [row] = await switchesOf(db, accountId, tag);
  return { opens: row?.track_opens ?? false, clicks: row?.track_clicks ?? false };
}

/** Deletes the oldest entry. A Map iterates in insertion order. */
function deleteOldest(remembered: Map<string, unknown>): void {
  if (remembered.size <= MAX_REMEMBERED) return;
  for (const oldest of remembered.keys()) {
    remembered.delete(oldest);
    return;
  }
}
