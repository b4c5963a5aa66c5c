import type { Fail } from '../../../http/resource/input.ts';
import { timeOfDay } from './exits.ts';
import { MAX_WAIT_MINUTES } from './limits.ts';
import { eventOf, filterOf } from './step-criteria.ts';
import { WAIT_TIME_ZONES, type StepSettings } from './steps.ts';

type Json = Readonly<Record<string, unknown>>;

/** Properties that determine how long a wait lasts. A wait has exactly one of them. */
export const WAITS = ['minutes', 'weekdays', 'event', 'filter'] as const;
/** Properties that each kind of wait can have. */
const WAIT_DETAILS: Readonly<Record<(typeof WAITS)[number], readonly string[]>> = {
  minutes: [],
  weekdays: ['time', 'timezone'],
  event: ['timeout_minutes'],
  filter: ['timeout_minutes'],
};

export function waitOf(given: Json, fail: Fail): StepSettings {
  const kinds = WAITS.filter((key) => given[key] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    fail('minutes', 'or exactly one of `weekdays`, `event`, and `filter` is required.');
    return {};
  }
  const isOther = (key: string): boolean => given[key] !== undefined && !WAIT_DETAILS[kind].includes(key);
  for (const key of ['timeout_minutes', 'time', 'timezone'].filter(isOther)) {
    fail(key, `cannot be used with \`${kind}\`.`);
  }
  switch (kind) {
    case 'minutes':
      return { minutes: minutesOf(given['minutes'], 'minutes', fail) };
    case 'weekdays':
      return {
        weekdays: weekdaysOf(given['weekdays'], fail),
        time: timeOfDay(given['time'], 'time', fail),
        ...timezoneOf(given, fail),
      };
    case 'event':
      return { ...eventOf(given, fail), timeout_minutes: minutesOf(given['timeout_minutes'], 'timeout_minutes', fail) };
    case 'filter':
      return {
        ...filterOf(given, fail),
        timeout_minutes: minutesOf(given['timeout_minutes'], 'timeout_minutes', fail),
      };
  }
}

function minutesOf(given: unknown, field: string, fail: Fail): number {
  const isValid = Number.isInteger(given) && Number(given) >= 1 && Number(given) <= MAX_WAIT_MINUTES;
  if (!isValid) fail(field, `must be a whole number of minutes from 1 to ${MAX_WAIT_MINUTES}.`);
  return Number(given);
}

function weekdaysOf(given: unknown, fail: Fail): readonly number[] {
  const days: readonly unknown[] = Array.isArray(given) ? given : [];
  const known = [1, 2, 3, 4, 5, 6, 7].filter((day) => days.includes(day));
  if (known.length === 0 || known.length !== days.length) {
    fail('weekdays', 'must be a list of different weekdays, from 1 (Monday) to 7 (Sunday).');
  }
  return known;
}

/** Parses whose time zone a wait uses. */
function timezoneOf({ timezone: given }: Json, fail: Fail): Pick<StepSettings, 'timezone'> {
  if (given === undefined) return {};
  const timezone = WAIT_TIME_ZONES.find((known) => known === given);
  if (timezone === undefined) fail('timezone', `must be one of ${WAIT_TIME_ZONES.join(', ')}.`);
  return { timezone };
}
