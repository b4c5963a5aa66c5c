/** How values become places in a drawing. */
export interface Scale {
  /** How many points there are. */
  readonly count: number;
  /** The value at the top. */
  readonly most: number;
  readonly width: number;
  readonly height: number;
}

/** Bars for counts in buckets, as long as there is room to tell one from the next; lines for what is longer. */
export type ChartKind = 'bars' | 'lines';

/** Points of a chart, the first and the last of them included. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

const STEPS = [1, 2, 2.5, 5, 10];
const LINES = 4;
/** More are thinner than a finger on a telephone can tell apart. */
const MOST_BARS = 62;

/** An axis from zero to at least `greatest` with round numbers, of which at most five are shown. */
export function axisOf(greatest: number): { readonly most: number; readonly ticks: readonly number[] } {
  const rough = Math.max(greatest, LINES) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough) ?? 10) * power;
  const lines = Math.max(1, Math.ceil(greatest / step));
  return { most: step * lines, ticks: Array.from({ length: lines + 1 }, (_, index) => index * step) };
}

/** How so many points are drawn. Pure. */
export function kindOf(points: number): ChartKind {
  return points <= MOST_BARS ? 'bars' : 'lines';
}

/** What the highest point of a drawing shows: bars stand on one another, lines do not. Pure. */
export function greatestOf(kind: ChartKind, series: readonly { readonly values: readonly number[] }[]): number {
  if (kind === 'lines') return Math.max(0, ...series.flatMap(({ values }) => values));
  const points = series[0]?.values.length ?? 0;
  return Math.max(0, ...Array.from({ length: points }, (_, index) => sumAt(series, index)));
}

/** All series at a point, added up. Pure. */
export function sumAt(series: readonly { readonly values: readonly number[] }[], index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}

/** The path of a line through values. */
export function pathOf(values: readonly number[], scale: Scale): string {
  const places = values.map((value, index) => {
    const x = placeOf('lines', index, scale.count) * scale.width;
    const y = scale.height * (1 - value / scale.most);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return places.length === 0 ? '' : `M${places.join('L')}`;
}

/** Where a point stands between the left (0) and the right (1): a bar in the middle of its share, a line's ends outside. */
export function placeOf(kind: ChartKind, index: number, points: number): number {
  return kind === 'bars' ? (index + 0.5) / Math.max(points, 1) : index / Math.max(points - 1, 1);
}

/** The point at a place between the left (0) and the right (1). */
export function pointAt(kind: ChartKind, place: number, points: number): number {
  const last = Math.max(points - 1, 0);
  return within(kind === 'bars' ? Math.floor(place * points) : Math.round(place * last), last);
}

/** The nearest point that there is. */
export function within(index: number, last: number): number {
  return Math.min(Math.max(index, 0), last);
}

/** The point that a key leads to from another, or from none; undefined for keys that lead nowhere. */
export function pointAfter(key: string, at: number | undefined, last: number): number | undefined {
  switch (key) {
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowRight':
      return at === undefined ? 0 : within(at + 1, last);
    case 'ArrowLeft':
      return at === undefined ? last : within(at - 1, last);
    default:
      return undefined;
  }
}
