import type { Leases } from './leases.ts';
import { MAIL_CLASSES } from '../types.ts';

/** Maximum number of recipients leased to one process, not counting those whose connection is being opened. */
export const MAX_HELD = 1_000;
const CLAIM_BATCH = 200;
/** Free capacity that is needed to claim a chunk of bulk email, in recipients. */
const MIN_CHUNK_CAPACITY = 250;
/** Limit for urgent messages, so that they do not starve other classes. */
const MAX_HELD_URGENT = 900;
/** Limit for all other classes together, so that some capacity is reserved for urgent messages such as login codes. */
const MAX_HELD_OTHER = 700;

/**
 * Returns the number of recipients of each class that may be claimed now. Ignores recipients whose connection is still
 * being opened.
 */
export function capacityOf(leases: Pick<Leases, 'held' | 'size'>, connecting: number): number[] {
  const { room, other } = placesOf(leases, connecting);
  const urgent = clamp(Math.min(CLAIM_BATCH, MAX_HELD_URGENT - leases.held('transactional') + connecting, room));
  return MAIL_CLASSES.map((mailClass) =>
    mailClass === 'transactional' ? urgent : clamp(Math.min(CLAIM_BATCH, other)),
  );
}

/** Returns whether there is capacity for a whole chunk. */
export function fitsChunk(leases: Pick<Leases, 'held' | 'size'>, connecting: number): boolean {
  return placesOf(leases, connecting).other >= MIN_CHUNK_CAPACITY;
}

function placesOf(leases: Pick<Leases, 'held' | 'size'>, connecting: number): { room: number; other: number } {
  const room = MAX_HELD - leases.size + connecting;
  const heldOther = leases.size - leases.held('transactional');
  return { room, other: Math.min(room, MAX_HELD_OTHER - heldOther + connecting) };
}

function clamp(places: number): number {
  return Math.max(0, places);
}
