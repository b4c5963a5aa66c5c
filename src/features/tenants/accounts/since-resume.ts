/** Hourly counters that determine whether email is paused automatically. */
type Counter = 'sent' | 'delivered' | 'bounced' | 'complained';

/**
 * Returns SQL for the hourly counts since a pause ended. `pause` is the alias of a row (possibly missing) with
 * `health_since` and `health_before`. `hours` is the alias of the hourly rows. In the hour in which the pause ended,
 * only later events count.
 */
export function sinceResume(pause: string, hours: string) {
  const resumedIn = `date_trunc('hour', ${pause}.health_since, 'UTC')`;
  return {
    /** SQL for the first hour whose events count, or null if there has never been a pause. */
    firstHour: `case when ${pause}.health_before is null then ${pause}.health_since else ${resumedIn} end`,
    /** Returns SQL for the sum of a counter since sending was resumed. */
    sum(counter: Counter): string {
      const before = `case when ${hours}.hour = ${resumedIn} then coalesce((${pause}.health_before ->> '${counter}')::bigint, 0) else 0 end`;
      return `coalesce(sum(greatest(${hours}.${counter} - ${before}, 0)), 0)::bigint as ${counter}`;
    },
  };
}

/**
 * Returns SQL for the counts of the current hour so far. The result is stored in `health_before`. `hours` is a table
 * with the alias `h`, followed by a `where` clause.
 */
export function countedSoFar(hours: string): string {
  return `coalesce((select to_jsonb(h) from ${hours} and h.hour = date_trunc('hour', now(), 'UTC')), '{}')`;
}
