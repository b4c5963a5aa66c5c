import type { KeyAlgorithm } from '../../../mail/dkim-key.ts';
import { SELECTORS } from './dns-records.ts';
import type { DomainKey } from './present.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** So long after its record was found a key signs at the earliest: who asked before may remember that it was not there. */
export const PUBLISHED_WAIT_MS = DAY_MS;
/** A record that says of itself that it may be kept for longer is believed so far only. */
export const MAX_TTL_WAIT_MS = 7 * DAY_MS;
/** So long the record of a key that no longer signs is to stand, for mails that are still on their way. */
export const RETIRED_KEEP_MS = 7 * DAY_MS;

/** What the last look at DNS says of a key's record; `unknown` when DNS did not answer. */
export type KeySight =
  | { readonly kind: 'found'; readonly ttlSeconds: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' };

const UNKNOWN: KeySight = { kind: 'unknown' };

/**
 * The keys whose state changes by what was seen, as they are to be; those that stop to sign come first. A key signs only
 * once its record was found, and follows another only after the longer of 24 hours and the record's TTL, or at once when
 * the other's record is gone. An Ed25519 key, which no receiver needs, stops as soon as its record is gone.
 */
export function changedKeys(
  keys: readonly DomainKey[],
  sights: ReadonlyMap<string, KeySight>,
  now: Date,
): readonly DomainKey[] {
  const kinds: readonly KeyAlgorithm[] = ['rsa', 'ed25519'];
  return kinds.flatMap((kind) => {
    const ofKind = keys.filter(({ algorithm }) => algorithm === kind);
    const active = ofKind.find(({ state }) => state === 'active');
    const waiting = ofKind.find(({ state }) => state === 'waiting');
    const isGone = active !== undefined && sights.get(active.selector)?.kind === 'missing';
    const followed = waiting && followedBy(waiting, sights.get(waiting.selector) ?? UNKNOWN, { active, isGone, now });
    if (followed?.state === 'active') return active ? [retired(active, now), followed] : [followed];
    const stopped = active && isGone && kind === 'ed25519' ? stoppedKey(active, waiting !== undefined, now) : undefined;
    return [stopped, followed].filter((key) => key !== undefined);
  });
}

/** The keys after the changes. */
export function withChanges(keys: readonly DomainKey[], changed: readonly DomainKey[]): DomainKey[] {
  return keys.map((key) => changed.find(({ selector }) => selector === key.selector) ?? key);
}

/** The waiting key as it is to be; undefined when it stays as it is. */
function followedBy(
  key: DomainKey,
  sight: KeySight,
  { active, isGone, now }: { readonly active: DomainKey | undefined; readonly isGone: boolean; readonly now: Date },
): DomainKey | undefined {
  if (sight.kind === 'unknown') return undefined;
  if (sight.kind === 'missing') {
    return key.publishedAt && { ...key, publishedAt: undefined, activeFrom: undefined };
  }
  const waitMs = Math.max(PUBLISHED_WAIT_MS, Math.min(sight.ttlSeconds * 1_000, MAX_TTL_WAIT_MS));
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

/** When the record of a retired key may be emptied; undefined of another key. */
export function emptyableFrom({ state, retiredAt }: DomainKey): Date | undefined {
  return state === 'retired' ? new Date((retiredAt?.getTime() ?? 0) + RETIRED_KEEP_MS) : undefined;
}

/** The keys whose records are to stand: all but those retired for so long that no mail of theirs is on its way. */
export function keysToPublish(keys: readonly DomainKey[], now: Date): DomainKey[] {
  return keys.filter((key) => {
    const until = emptyableFrom(key);
    return until === undefined || until > now;
  });
}

/** The selector of the next key of the kind; undefined while both are needed. */
export function freeSelector(keys: readonly DomainKey[], kind: KeyAlgorithm, now: Date): string | undefined {
  const taken = keysToPublish(keys, now).map(({ selector }) => selector);
  return SELECTORS[kind].find((selector) => !taken.includes(selector));
}
