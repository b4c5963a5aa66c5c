import type { Leases } from './leases.ts';
import { MAIL_CLASSES } from '../types.ts';

/** Recipients that one process holds at most: keys only, bodies are read when their turn comes. */
export const MAX_HELD = 1_000;
const CLAIM_BATCH = 200;
/** A chunk of a mail to many is claimed only where all of it has room. */
const CHUNK_ROOM = 250;
/** Places that urgent mail leaves to the rest, so that it does not starve. */
const MAX_HELD_URGENT = 900;
/** Places that all the rest leaves to urgent mail, so that a login code finds one at once. */
const MAX_HELD_OTHER = 700;

/** How many recipients of each class may be claimed now, beside those whose server is being called. */
export function roomOf(leases: Pick<Leases, 'held' | 'size'>, connecting: number): number[] {
  const { room, other } = placesOf(leases, connecting);
  const urgent = clamp(Math.min(CLAIM_BATCH, MAX_HELD_URGENT - leases.held('transactional') + connecting, room));
  return MAIL_CLASSES.map((mailClass) =>
    mailClass === 'transactional' ? urgent : clamp(Math.min(CLAIM_BATCH, other)),
  );
}

/** Whether a whole chunk has room. */
export function takesChunk(leases: Pick<Leases, 'held' | 'size'>, connecting: number): boolean {
  return placesOf(leases, connecting).other >= CHUNK_ROOM;
}

function placesOf(leases: Pick<Leases, 'held' | 'size'>, connecting: number): { room: number; other: number } {
  const room = MAX_HELD - leases.size + connecting;
  const heldOther = leases.size - leases.held('transactional');
  return { room, other: Math.min(room, MAX_HELD_OTHER - heldOther + connecting) };
}

function clamp(places: number): number {
  return Math.max(0, places);
}
