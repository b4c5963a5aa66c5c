import { describe, expect, it } from 'vitest';
import { createUuidGenerator, leastUuidOf, parseId, presentId, rangeOfUuids, timeOfUuid } from './ids.ts';

const NOW_MS = 1_800_000_000_000;

describe('createUuidGenerator', () => {
  it('sets version 7, the RFC variant and the time', () => {
    const uuid = createUuidGenerator()(NOW_MS);
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(timeOfUuid(uuid)).toBe(NOW_MS);
  });

  it('follows a clock that is set back by more than five seconds', () => {
    const next = createUuidGenerator();
    expect(timeOfUuid(next(NOW_MS + 5_000))).toBe(NOW_MS + 5_000);
    expect(timeOfUuid(next(NOW_MS))).toBe(NOW_MS + 5_000);
    expect(timeOfUuid(next(NOW_MS - 1))).toBe(NOW_MS - 1);
  });

  it('returns unique ascending IDs within a millisecond and when the clock goes back slightly', () => {
    const next = createUuidGenerator();
    const ids = Array.from({ length: 20_000 }, (_, index) => next(NOW_MS - (index % 3)));
    expect(ids).toEqual([...new Set(ids)].sort());
  });
});

describe('the UUID counter', () => {
  const placeOf = (uuid: string): number => timeOfUuid(uuid) * 0x1000 + Number.parseInt(uuid.slice(15, 18), 16);

  it('increments by one and overflows into the next millisecond', () => {
    const next = createUuidGenerator();
    const places = Array.from({ length: 5_000 }, () => placeOf(next(NOW_MS)));
    const [first = 0] = places;
    expect(places).toEqual(places.map((_, no) => first + no));
    expect(Math.floor((first + 4_999) / 0x1000)).toBe(NOW_MS + 1);
  });

  it('starts at a random value in the lowest quarter of its range', () => {
    const starts = Array.from({ length: 50 }, () => placeOf(createUuidGenerator()(NOW_MS)) % 0x1000);
    expect(Math.max(...starts)).toBeLessThan(0x400);
    expect(new Set(starts).size).toBeGreaterThan(10);
  });

  it('is followed by random digits with the two variant bits set', () => {
    const next = createUuidGenerator();
    const variants = Array.from({ length: 200 }, () => next(NOW_MS)[19] ?? '');
    expect([...new Set(variants)].sort()).toEqual(['8', '9', 'a', 'b']);
  });
});

describe('leastUuidOf', () => {
  it('encodes the milliseconds in the first twelve digits', () => {
    expect(leastUuidOf(0xfe_dc_ba_98_76_54)).toBe('fedcba98-7654-0000-0000-000000000000');
    expect(timeOfUuid('fedcba98-7654-0000-0000-000000000000')).toBe(0xfe_dc_ba_98_76_54);
    expect(leastUuidOf(0xa)).toBe('00000000-000a-0000-0000-000000000000');
  });
});

describe('rangeOfUuids', () => {
  it('returns the least and the greatest UUID in any input order', () => {
    const [first, second, third] = [1, 2, 3].map(leastUuidOf);
    expect(rangeOfUuids([second ?? '', third ?? '', first ?? '', second ?? ''])).toEqual([first, third]);
  });

  it('returns an empty day for no UUIDs', () => {
    expect(rangeOfUuids([])).toEqual([leastUuidOf(0), '00000000-0000-0000-0000-000000000000']);
  });

  it('returns a single UUID as both bounds', () => {
    expect(rangeOfUuids([leastUuidOf(7)])).toEqual([leastUuidOf(7), leastUuidOf(7)]);
  });
});

describe('public IDs', () => {
  const uuid = createUuidGenerator()(NOW_MS);

  it('consist of the prefix and 32 hex digits and parse back to the UUID', () => {
    expect(presentId('tm', uuid)).toMatch(/^tm_[0-9a-f]{32}$/);
    expect(parseId('tm', presentId('tm', uuid), NOW_MS)).toBe(uuid);
  });

  it.each([
    ['another kind', presentId('whd', uuid)],
    ['another kind whose name is as long', presentId('td', uuid)],
    ['upper case', presentId('tm', uuid).toUpperCase()],
    ['an ID that is too short', presentId('tm', uuid).slice(0, -1)],
    ['another version of UUID', `tm_${uuid.replaceAll('-', '').replace(/^(.{12})7/, '$14')}`],
    ['digits that are not hexadecimal', `tm_${'z'.repeat(32)}`],
    ['SQL', `tm_' or 1=1 --${' '.repeat(20)}`],
  ])('reject %s', (_name, text) => {
    expect(parseId('tm', text, NOW_MS)).toBeUndefined();
  });

  it('are rejected when their time is more than eight days ahead', () => {
    const limitMs = NOW_MS + 8 * 24 * 3_600_000;
    const ahead = createUuidGenerator()(limitMs + 1);
    expect(parseId('tm', presentId('tm', ahead), NOW_MS)).toBeUndefined();
    const atLimit = createUuidGenerator()(limitMs);
    expect(parseId('tm', presentId('tm', atLimit), NOW_MS)).toBe(atLimit);
  });
});
