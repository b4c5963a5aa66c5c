import { describe, expect, it } from 'vitest';
import { dayAndTime, utcDay } from '../../dashboard/src/words.ts';

describe('dates', () => {
  const now = new Date('2026-06-15T12:00:00Z');

  it('show the year unless it is the current one', () => {
    expect([dayAndTime(new Date('2026-03-21T12:10:00Z'), now), utcDay(new Date('2026-03-21'), now)]).toEqual([
      expect.not.stringContaining('2026'),
      '21 Mar',
    ]);
    for (const year of ['2025', '2027', '1999']) {
      expect(dayAndTime(new Date(`${year}-03-21T12:10:00Z`), now)).toMatch(new RegExp(`21 Mar ${year}`));
      expect(utcDay(new Date(`${year}-03-21`), now)).toBe(`21 Mar ${year}`);
    }
  });

  it('change their year at midnight of their time zone', () => {
    const [eve, newYear] = [new Date('2025-12-31T23:30:00Z'), new Date('2026-01-01T00:30:00Z')];
    expect([utcDay(eve, newYear), utcDay(newYear, newYear)]).toEqual(['31 Dec 2025', '1 Jan']);
  });
});
