import { beforeEach } from 'vitest';
import { goesOn } from './time-left.ts';

/** Longer than nearly every test takes. */
const ROOM_MS = 30_000;
const DAY_MS = 86_400_000;

/*
 * Quotas, partitions and shares are of days in UTC, so that a test which sees midnight pass may see another day than it began in.
 * None begins shortly before it. What happens at midnight has tests of its own, with days that they make.
 */
await goesOn(DAY_MS, ROOM_MS);
beforeEach(async () => goesOn(DAY_MS, ROOM_MS));
