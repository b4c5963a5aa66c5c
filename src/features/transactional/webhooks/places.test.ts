import { describe, expect, it } from 'vitest';
import {
  createPlaces,
  INITIAL_SLOTS,
  MIN_SLOTS,
  MAX_ACCOUNT_SLOTS,
  SLOW_MS,
  type Place,
  type Places,
  type Room,
} from './places.ts';

/** Creates slots with a clock that the test controls. */
function placesAt(nowMs: number) {
  const clock = { nowMs };
  return { clock, places: createPlaces(() => clock.nowMs) };
}

/** Returns the number of additional deliveries that may be claimed for an account. */
function roomFor({ accounts, places, turn }: Room, accountId: number): number {
  const index = accounts.indexOf(accountId);
  return index < 0 ? turn : (places[index] ?? 0);
}

const fast = { startedAtMs: 0, finishedAtMs: 10 };

async function answered(places: Places, accountId: number, isOk: boolean, tookMs = 10): Promise<void> {
  const place = places.take(accountId);
  await place.enter();
  place.leave({ isOk, startedAtMs: 0, finishedAtMs: tookMs });
}

function isOn(place: Place): Promise<boolean> {
  const entered = Promise.resolve(place.enter()).then(() => true);
  return Promise.race([entered, new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);
}

describe('slots of an account', () => {
  it("start with few and grow by one per timely response, up to the account's share", async () => {
    const { places } = placesAt(0);
    expect(roomFor(places.room(0), 1)).toBe(INITIAL_SLOTS);
    for (let count = 0; count < 3; count += 1) await answered(places, 1, true);
    expect(roomFor(places.room(0), 1)).toBeGreaterThan(INITIAL_SLOTS + 3);
    for (let count = 0; count < 100; count += 1) await answered(places, 1, true);
    // The limit is higher than the number of concurrent requests, because some deliveries are prefetched.
    expect(roomFor(places.room(0), 1)).toBe(6 * MAX_ACCOUNT_SLOTS);
  });

  it('include fewer held deliveries for slower receivers', async () => {
    const { places } = placesAt(0);
    for (let count = 0; count < 100; count += 1) await answered(places, 1, true, SLOW_MS - 1);
    const room = roomFor(places.room(0), 1);
    expect(room).toBeGreaterThan(MAX_ACCOUNT_SLOTS);
    expect(room).toBeLessThan(MAX_ACCOUNT_SLOTS * 1.2);
  });

  it('limit concurrent requests, and let the next one start when one ends', async () => {
    const { places } = placesAt(0);
    const taken = Array.from({ length: INITIAL_SLOTS + 1 }, () => places.take(1));
    for (const place of taken.slice(0, INITIAL_SLOTS)) expect(await isOn(place)).toBe(true);
    const last = taken[INITIAL_SLOTS];
    expect(last && (await isOn(last))).toBe(false);
    const waits = last?.enter();
    taken[0]?.leave({ isOk: true, ...fast });
    taken[1]?.leave({ isOk: true, ...fast });
    await waits;
  });

  it('shrink to two after three consecutive failures or one slow response, until the receiver has recovered', async () => {
    const { places } = placesAt(0);
    for (let count = 0; count < 20; count += 1) await answered(places, 1, true);
    for (let count = 0; count < 2; count += 1) await answered(places, 1, false);
    expect(roomFor(places.room(0), 1)).toBeGreaterThan(MIN_SLOTS);
    await answered(places, 1, false);
    expect(roomFor(places.room(0), 1)).toBe(MIN_SLOTS);
    await answered(places, 1, true);
    expect(roomFor(places.room(0), 1)).toBeGreaterThan(MIN_SLOTS);
    await answered(places, 1, true, SLOW_MS);
    expect(roomFor(places.room(0), 1)).toBe(MIN_SLOTS);
    await answered(places, 1, true, SLOW_MS - 1);
    expect(roomFor(places.room(0), 1)).toBeGreaterThan(MIN_SLOTS);
  });

  it('shrink while the oldest request hangs', async () => {
    const { clock, places } = placesAt(0);
    for (let count = 0; count < 10; count += 1) await answered(places, 1, true);
    const place = places.take(1);
    await place.enter();
    clock.nowMs = SLOW_MS;
    expect(roomFor(places.room(SLOW_MS - 1), 1)).toBeGreaterThan(MIN_SLOTS);
    expect(roomFor(places.room(SLOW_MS), 1)).toBe(MIN_SLOTS - 1);
  });

  it('stay the same if a slot is released without a request', () => {
    const { places } = placesAt(0);
    places.take(1).leave();
    expect(roomFor(places.room(0), 1)).toBe(INITIAL_SLOTS);
  });
});

describe('slots of all accounts', () => {
  it('leave room for working receivers while many others hang or are unknown', async () => {
    const { clock, places } = placesAt(0);
    await answered(places, 1, true);
    // Read the limit only once per call, as the webhook engine does. The deliveries of one call may exceed the limit.
    for (let call = 0; call < 20; call += 1) {
      const room = places.room(clock.nowMs);
      for (let account = 0; account < 64 && room.turn > 0; account += 1) {
        for (let row = 0; row < room.turn; row += 1) await places.take(1_000 + call * 100 + account).enter();
      }
    }
    expect(places.room(clock.nowMs).turn).toBe(0);
    expect(roomFor(places.room(clock.nowMs), 1)).toBeGreaterThan(INITIAL_SLOTS);
    // The receivers now count as hanging, so accounts with unknown receivers get the initial number of slots again.
    clock.nowMs = SLOW_MS;
    expect(places.room(clock.nowMs).turn).toBe(INITIAL_SLOTS);
    for (let call = 0; call < 20; call += 1) {
      const room = places.room(clock.nowMs);
      for (let account = 0; account < 64 && room.turn > 0; account += 1) {
        for (let row = 0; row < room.turn; row += 1) await places.take(10_000 + call * 100 + account).enter();
      }
    }
    const room = places.room(clock.nowMs);
    expect(room.turn).toBe(0);
    expect(roomFor(room, 1)).toBeGreaterThan(INITIAL_SLOTS);
  });

  it('forget accounts that were inactive for a long time, except those with requests in progress', async () => {
    const { places } = placesAt(0);
    await places.take(1).enter();
    for (let account = 2; account < 3_000; account += 1) await answered(places, account, true);
    const { accounts } = places.room(0);
    expect(accounts.length).toBeLessThanOrEqual(2_000);
    expect(accounts).toContain(1);
    expect(accounts).toContain(2_999);
  });
});
