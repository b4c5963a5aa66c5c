import type { KeyAlgorithm } from '../../../mail/dkim-key.ts';
import { SELECTORS } from './dns-records.ts';
import type { DomainKey } from './present.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Minimum time, in milliseconds, between the discovery of a key's record and the key's first signature. Resolvers may
 * have cached that the record does not exist.
 */
export const PUBLISHED_WAIT_MS = DAY_MS;
/** Maximum TTL that a rotation waits for, in milliseconds. */
export const MAX_TTL_WAIT_MS = 7 * DAY_MS;
/** Milliseconds for which the record of a retired key must stay published, because messages may still be in transit. */
export const RETIRED_KEEP_MS = 7 * DAY_MS;

/** The latest DNS result for a key's record. `unknown` means that DNS did not respond. */
export type KeyCheck =
  | { readonly kind: 'found'; readonly ttlSeconds: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' };

const UNKNOWN: KeyCheck = { kind: 'unknown' };

/**
 * Returns the keys whose state changes because of the DNS results, in their new state. Keys that stop signing come
 * first.
 *
 * A key signs only after its record was found. If it replaces a key whose record still exists, it signs from
 * `activeFrom`.
 */
export function changedKeys(
  keys: readonly DomainKey[],
  keyChecks: ReadonlyMap<string, KeyCheck>,
  now: Date,
): readonly DomainKey[] {
  const kinds: readonly KeyAlgorithm[] = ['rsa', 'ed25519'];
  return kinds.flatMap((kind) => {
    const ofKind = keys.filter(({ algorithm }) => algorithm === kind);
    const active = ofKind.find(({ state }) => state === 'active');
    const waiting = ofKind.find(({ state }) => state === 'waiting');
    const isGone = active !== undefined && keyChecks.get(active.selector)?.kind === 'missing';
    const followed =
      waiting && followedBy(waiting, keyChecks.get(waiting.selector) ?? UNKNOWN, { active, isGone, now });
    if (followed?.state === 'active') return active ? [retired(active, now), followed] : [followed];
    const stopped = active && isGone && kind === 'ed25519' ? stoppedKey(active, waiting !== undefined, now) : undefined;
    return [stopped, followed].filter((key) => key !== undefined);
  });
}

export function withChanges(keys: readonly DomainKey[], changed: readonly DomainKey[]): DomainKey[] {
  return keys.map((key) => changed.find(({ selector }) => selector === key.selector) ?? key);
}

/** Returns the waiting key in its new state, or undefined if its state does not change. */
function followedBy(
  key: DomainKey,
  keyCheck: KeyCheck,
  { active, isGone, now }: { readonly active: DomainKey | undefined; readonly isGone: boolean; readonly now: Date },
): DomainKey | undefined {
  if (keyCheck.kind === 'unknown') return undefined;
  if (keyCheck.kind === 'missing') {
    return key.publishedAt && { ...key, publishedAt: undefined, activeFrom: undefined };
  }
  const waitMs = Math.max(PUBLISHED_WAIT_MS, Math.min(keyCheck.ttlSeconds * 1_000, MAX_TTL_WAIT_MS));
  const activeFrom = key.activeFrom ?? new Date(now.getTime() + waitMs);
  if (active && !isGone && activeFrom > now)
    return key.publishedAt ? undefined : { ...key, publishedAt: now, activeFrom };
  return { ...key, state: 'active', publishedAt: key.publishedAt ?? now, activeFrom: now };
}

function stoppedKey(key: DomainKey, isFollowed: boolean, now: Date): DomainKey {
  if (isFollowed) return retired(key, now);
  return { ...key, state: 'waiting', publishedAt: undefined, activeFrom: undefined };
}

function retired(key: DomainKey, now: Date): DomainKey {
  return { ...key, state: 'retired', retiredAt: now };
}

/** Returns the time from which the record of a retired key can be removed. Returns undefined for other keys. */
export function emptyableFrom({ state, retiredAt }: DomainKey): Date | undefined {
  return state === 'retired' ? new Date((retiredAt?.getTime() ?? 0) + RETIRED_KEEP_MS) : undefined;
}

/**
 * Returns the keys whose records must be published: all keys except retired keys whose messages are no longer in
 * transit.
 */
export function keysToPublish(keys: readonly DomainKey[], now: Date): DomainKey[] {
  return keys.filter((key) => {
    const until = emptyableFrom(key);
    return until === undefined || until > now;
  });
}

/** Returns an unused selector for the next key of this kind, or undefined if both selectors are in use. */
export function freeSelector(keys: readonly DomainKey[], kind: KeyAlgorithm, now: Date): string | undefined {
  const taken = keysToPublish(keys, now).map(({ selector }) => selector);
  return SELECTORS[kind].find((selector) => !taken.includes(selector));
}
