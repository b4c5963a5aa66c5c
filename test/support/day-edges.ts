import { beforeEach } from 'vitest';
import { goesOn } from './time-left.ts';

/** Longer than the duration of nearly every test, in milliseconds. */
const ROOM_MS = 30_000;
const DAY_MS = 86_400_000;

/* Delays tests that would start shortly before midnight UTC. Quotas, partitions, and shares are per UTC day, so a test
   that runs across midnight could see another day than the one on which it started. Other tests cover what happens at
   midnight, with days of their own. */
await goesOn(DAY_MS, ROOM_MS);
beforeEach(async () => goesOn(DAY_MS, ROOM_MS));
