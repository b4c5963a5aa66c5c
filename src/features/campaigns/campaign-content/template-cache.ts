import type { Clock } from '../../../base/clock.ts';

/** Cache lifetime in milliseconds. Changes to settings and fields take effect after this time. */
const KEPT_MS = 30_000;
/** Maximum number of cached templates. */
const MAX_KEPT = 8;

/**
 * Creates a cache of recent templates. The returned function returns the cached value of a key, or calls `make` and
 * caches the result. Rethrows errors of `make`.
 */
export function createTemplateCache<Kept>(clock: Clock): (key: string, make: () => Promise<Kept>) => Promise<Kept> {
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
