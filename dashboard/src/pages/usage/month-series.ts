/** A series in the format that charts use. */
interface Series {
  readonly name: string;
  readonly values: readonly number[];
  readonly colour: string;
}

/**
 * Returns one series for the usage within the quota, and one for the usage that exceeds the quota, if any. If there is
 * no quota, returns a single series. Pure.
 */
export function seriesOf(used: readonly number[], limit: number | null): Series[] {
  if (limit === null) return [{ name: 'Emails', values: used, colour: 'var(--accent)' }];
  const within = {
    name: 'Within the quota',
    values: used.map((emails) => Math.min(emails, limit)),
    colour: 'var(--accent)',
  };
  const beyond = used.map((emails) => Math.max(0, emails - limit));
  if (beyond.every((emails) => emails === 0)) return [within];
  return [within, { name: 'Over the quota', values: beyond, colour: 'var(--warn)' }];
}
