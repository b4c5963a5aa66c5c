interface Point {
  readonly at: string;
  readonly opens: number;
  readonly clicks: number;
}

const STEP_MS = { hour: 3_600_000, day: 86_400_000 } as const;
/** More points than these are not drawn: a campaign that is opened for years is looked at by days. */
const MOST = 1_500;

/** The points with those between them at which nothing happened, so that time runs evenly. Pure. */
export function wholeTime(points: readonly Point[], step: 'hour' | 'day'): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return points;
  const from = new Date(first.at).getTime();
  const steps = Math.floor((new Date(last.at).getTime() - from) / STEP_MS[step]) + 1;
  if (steps > MOST) return points;
  const known = new Map(points.map((point) => [new Date(point.at).getTime(), point]));
  return Array.from({ length: steps }, (_none, index) => {
    const ms = from + index * STEP_MS[step];
    return known.get(ms) ?? { at: new Date(ms).toISOString(), opens: 0, clicks: 0 };
  });
}
