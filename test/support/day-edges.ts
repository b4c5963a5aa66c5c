import { beforeEach } from 'vitest';
import { goesOn } from './time-left.ts';

/** Length of the period before midnight in which no test starts, in milliseconds. Nearly all tests take less time. */
const ROOM_MS = 30_000;
const DAY_MS = 86_400_000;

/**
 * Delays tests that would start shortly before midnight UTC. Quotas and partitions depend on the UTC day, so a test
 * that runs across midnight would see two different days. Other tests cover the behavior at midnight with fixed dates.
 */
await goesOn(DAY_MS, ROOM_MS);
beforeEach(async () => goesOn(DAY_MS, ROOM_MS));
