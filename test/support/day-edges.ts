import { beforeEach } from 'vitest';
import { goesOn } from './time-left.ts';

/** Longer than nearly every test takes. */
const ROOM_MS = 30_000;
const DAY_MS = 86_400_000;

/* Quotas, partitions and shares are per UTC day, so a test that runs across midnight may see another day than the one in which it started. Tests therefore do not start shortly before midnight. Separate tests with their own days cover what happens at midnight. */
await goesOn(DAY_MS, ROOM_MS);
beforeEach(async () => goesOn(DAY_MS, ROOM_MS));
