/** Counters by hour that decide on automatic pauses. */
type Counter = 'sent' | 'delivered' | 'bounced' | 'complained';

/**
 * Returns SQL for what hours have counted since a pause was lifted. `pause` is the alias of a row with `health_since` and
 * `health_before`, which may be missing; `hours` that of rows by hour. The hour in which the pause was lifted counts with what
 * came after.
 */
export function sinceResume(pause: string, hours: string) {
  const resumedIn = `date_trunc('hour', ${pause}.health_since, 'UTC')`;
  return {
    /** The first hour that counts; null where there is no row. */
    firstHour: `case when ${pause}.health_before is null then ${pause}.health_since else ${resumedIn} end`,
    /** The sum of a counter. */
    sum(counter: Counter): string {
      const before = `case when ${hours}.hour = ${resumedIn} then coalesce((${pause}.health_before ->> '${counter}')::bigint, 0) else 0 end`;
      return `coalesce(sum(greatest(${hours}.${counter} - ${before}, 0)), 0)::bigint as ${counter}`;
    },
  };
}

/** Returns SQL for what the running hour has counted so far, for `health_before`; `hours` is a table `h` and which rows of it. */
export function countedSoFar(hours: string): string {
  return `coalesce((select to_jsonb(h) from ${hours} and h.hour = date_trunc('hour', now(), 'UTC')), '{}')`;
}
