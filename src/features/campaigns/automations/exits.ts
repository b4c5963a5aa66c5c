import { Type } from 'typebox';
import type { Fail } from '../../../http/resource/input.ts';
import { filterToJson, isEmptyFilter, parseFilter } from '../../audience/contact-filters/index.ts';

/** A contact filter as stored in the database. */
export type StoredFilter = Readonly<Record<string, unknown>>;

/** Times of day in the form `22:00`, in the account's time zone. Quiet hours may span midnight. */
export interface QuietHours {
  readonly from: string;
  readonly until: string;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const QUIET = Type.Object({ from: Type.String(), until: Type.String() });
export const quietHoursSchema = Type.Union([QUIET, Type.Null()]);

/** Parses a time of day such as `09:00`. For any other value, calls `fail` and returns `00:00`. */
export function timeOfDay(given: unknown, field: string, fail: Fail): string {
  if (typeof given === 'string' && TIME.test(given)) return given;
  fail(field, 'must be a 24-hour time, for example 09:00.');
  return '00:00';
}

/**
 * Parses a contact filter with at least one condition. Field paths in errors start with `field`. Returns null if the
 * filter is null or invalid.
 */
export function filterOrNull(given: unknown, field: string, fail: Fail): StoredFilter | null {
  if (given === null) return null;
  let isFaulty = false;
  const filter = parseFilter(
    given,
    (where, sentence) => {
      isFaulty = true;
      fail(where.replace(/^filter/, field), sentence);
    },
    { hasCampaigns: true },
  );
  if (!isFaulty && isEmptyFilter(filter)) fail(field, 'must have at least one condition, or be null.');
  return isFaulty ? null : filterToJson(filter);
}

/** Parses quiet hours. Returns null if they are null. */
export function quietHoursOrNull(given: unknown, field: string, fail: Fail): QuietHours | null {
  if (given === null) return null;
  // The cast is safe because the value is an object.
  const hours = typeof given === 'object' && !Array.isArray(given) ? (given as Readonly<Record<string, unknown>>) : {};
  const unknown = Object.keys(hours).find((key) => key !== 'from' && key !== 'until');
  if (unknown !== undefined) fail(`${field}.${unknown}`, 'is not a known field. Use `from` and `until`.');
  const [from, until] = [
    timeOfDay(hours['from'], `${field}.from`, fail),
    timeOfDay(hours['until'], `${field}.until`, fail),
  ];
  if (hours['from'] === hours['until'] && from === until) fail(`${field}.until`, 'must differ from `from`.');
  return { from, until };
}
