import type { Clock } from '../../../base/clock.ts';

/** A campaign is opened by many in its first minutes; what settings and fields change is seen after this. */
const KEPT_MS = 30_000;
/** One takes some times the size of its mail. */
const MAX_KEPT = 8;

/** Keeps what was shown last at hand: gives what is known under a key, or makes it. Throws what making throws. */
export function createKeptTemplates<Kept>(clock: Clock): (key: string, make: () => Promise<Kept>) => Promise<Kept> {
  const templates = new Map<string, { readonly kept: Kept; readonly untilMs: number }>();
  return async (key, make) => {
    const known = templates.get(key);
    if (known && known.untilMs > clock.now()) return known.kept;
    const kept = await make();
    templates.delete(key);
    templates.set(key, { kept, untilMs: clock.now() + KEPT_MS });
    const oldest = templates.keys().next().value;
    if (templates.size > MAX_KEPT && oldest !== undefined) templates.delete(oldest);
    return kept;
  };
}
