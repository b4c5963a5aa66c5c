import { describe, expect, it } from 'vitest';
import { createAdmission, type Admission, type Place } from './admission.ts';

const LIMITS = { maxRequests: 2_000, fewestPlaces: 50, targetMs: 30, intervalMs: 100 };

/** Simulates a server that finishes requests in order of arrival. */
function createServer(admission: Admission) {
  const queue: { readonly place: Place; readonly cameAtMs: number }[] = [];
  let nowMs = 0;
  return {
    get nowMs() {
      return nowMs;
    },
    /**
     * Offers and serves requests at the given rates. Returns the number of rejected requests, the number of served
     * requests, and the longest response time, in milliseconds, of the last tenth of the served requests.
     */
    run(seconds: number, offeredPerSecond: number, servedPerSecond: number) {
      const times: number[] = [];
      let [refused, offered, served] = [0, 0, 0];
      const startedAtMs = nowMs;
      while (nowMs < startedAtMs + seconds * 1000) {
        nowMs += 1;
        for (; offered < ((nowMs - startedAtMs) * offeredPerSecond) / 1000; offered += 1) {
          const place = admission.enter(nowMs);
          if (place) queue.push({ place, cameAtMs: nowMs });
          else refused += 1;
        }
        for (; served < ((nowMs - startedAtMs) * servedPerSecond) / 1000; served += 1) {
          const next = queue.shift();
          if (!next) continue;
          next.place.end(nowMs, true);
          times.push(nowMs - next.cameAtMs);
        }
      }
      return { refused, answered: times.length, slowestAtEndMs: Math.max(...times.slice(-times.length / 10)) };
    },
  };
}

describe('createAdmission', () => {
  it('admits a burst up to the last slot, refuses one more, and admits again when a request ends', () => {
    const admission = createAdmission({ ...LIMITS, maxRequests: 3 });
    const places = [admission.enter(0), admission.enter(0), admission.enter(0)];
    expect(admission.enter(0)).toBeUndefined();
    places[0]?.end(1, true);
    expect(admission.enter(1)).toBeDefined();
    expect(admission.atWork).toBe(3);
  });

  it('reports whether it would refuse a request without using a slot', () => {
    const admission = createAdmission({ ...LIMITS, maxRequests: 1 });
    expect([admission.refuses(0), admission.refuses(0), admission.atWork]).toEqual([false, false, 0]);
    const place = admission.enter(0);
    expect([admission.refuses(0), admission.enter(0)]).toEqual([true, undefined]);
    place?.end(1, true);
    expect(admission.refuses(1)).toBe(false);
  });

  it('counts refusals reported by `refuses` like those of `enter`, so that slots grow carefully', () => {
    const answers = [true, false].map((isAsked) => {
      const admission = createAdmission(LIMITS);
      createServer(admission).run(5, 1_600, 2_000);
      for (let nowMs = 5_000; nowMs < 6_000; nowMs += 1) {
        for (let count = 0; count < 3; count += 1) {
          if (isAsked && admission.refuses(nowMs)) continue;
          admission.enter(nowMs);
        }
      }
      return admission.places;
    });
    expect(answers[0]).toBe(answers[1]);
  });

  it('refuses no requests while the server keeps up', () => {
    const admission = createAdmission(LIMITS);
    expect(createServer(admission).run(20, 1_000, 1_000).refused).toBe(0);
  });

  it.each([1.2, 3, 10])('keeps responses fast and the server busy at %f times its capacity', (times) => {
    const admission = createAdmission(LIMITS);
    const server = createServer(admission);
    server.run(5, 1_600, 2_000);
    const over = server.run(20, 2_000 * times, 2_000);
    expect(over.slowestAtEndMs).toBeLessThanOrEqual(80);
    expect(over.answered).toBeGreaterThan(0.99 * 20 * 2_000);
    expect(over.refused).toBeGreaterThan(0);
  });

  it('keeps its target during minutes of overload', () => {
    const server = createServer(createAdmission(LIMITS));
    server.run(5, 800, 1_000);
    expect(server.run(600, 3_000, 1_000).slowestAtEndMs).toBeLessThanOrEqual(100);
  });

  it('restores all slots within a second after the overload', () => {
    const admission = createAdmission(LIMITS);
    const server = createServer(admission);
    server.run(2, 800, 1_000);
    server.run(10, 3_000, 1_000);
    expect(admission.places).toBeLessThan(200);
    server.run(1.5, 500, 1_000);
    expect(admission.places).toBe(LIMITS.maxRequests);
    expect(server.run(5, 500, 1_000).refused).toBe(0);
  });

  it('refuses no requests after a stall whose queue drains', () => {
    const server = createServer(createAdmission(LIMITS));
    server.run(5, 800, 1_000);
    const stall = server.run(0.5, 800, 0);
    const after = server.run(5, 800, 1_000);
    expect([stall.refused, after.refused]).toEqual([0, 0]);
    expect(after.slowestAtEndMs).toBeLessThanOrEqual(30);
  });

  it('does not mistake a slow disk for overload', () => {
    const admission = createAdmission(LIMITS);
    const places: { readonly place: Place | undefined; readonly endsAtMs: number }[] = [];
    let refused = 0;
    for (let nowMs = 0; nowMs < 10_000; nowMs += 1) {
      while (places[0] && places[0].endsAtMs <= nowMs) places.shift()?.place?.end(nowMs, true);
      const place = admission.enter(nowMs);
      if (!place) refused += 1;
      places.push({ place, endsAtMs: nowMs + 90 + (nowMs % 10) });
      places.sort((a, b) => a.endsAtMs - b.endsAtMs);
    }
    expect(refused).toBe(0);
  });

  it('keeps the minimum number of slots, however slow responses are', () => {
    const admission = createAdmission(LIMITS);
    const server = createServer(admission);
    server.run(5, 80, 100);
    server.run(30, 1_000, 100);
    expect(admission.places).toBeGreaterThanOrEqual(LIMITS.fewestPlaces);
    expect(admission.places).toBeLessThan(2 * LIMITS.fewestPlaces);
  });

  it.each([
    [0, 30],
    [20, 90],
    [50, 180],
    [60_000, 180],
  ])(
    'allows longer response times while an event loop iteration takes %i ms, up to a limit',
    (iterationMs, targetMs) => {
      const admission = createAdmission(LIMITS, () => iterationMs);
      const server = createServer(admission);
      server.run(5, 1_600, 2_000);
      server.run(20, 6_000, 2_000);
      expect(admission.places).toBeGreaterThan(0.7 * 2 * targetMs);
      expect(admission.places).toBeLessThan(1.3 * 2 * targetMs);
    },
  );

  it('uses no slot and measures no time while the client sends a body', () => {
    const admission = createAdmission({ ...LIMITS, maxRequests: 1 });
    const slow = admission.enter(0);
    slow?.rest(1);
    const quick = admission.enter(2);
    expect(quick).toBeDefined();
    quick?.end(3, true);
    slow?.resume(60_000);
    expect(admission.atWork).toBe(1);
    slow?.end(60_001, true);
    expect(admission.atWork).toBe(0);
  });

  it('releases the slot when the client disconnects while sending its body', () => {
    const admission = createAdmission(LIMITS);
    const place = admission.enter(0);
    place?.rest(1);
    place?.end(2, false);
    expect(admission.atWork).toBe(0);
  });

  it('ignores requests that are slow by nature', () => {
    const admission = createAdmission(LIMITS);
    let refused = 0;
    for (let nowMs = 0; nowMs < 20_000; nowMs += 1_000) {
      for (let count = 0; count < 200; count += 1) {
        const place = admission.enter(nowMs);
        if (place) place.end(nowMs + 900, false);
        else refused += 1;
      }
    }
    expect(refused).toBe(0);
  });
});
