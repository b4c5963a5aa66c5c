/** A scale that maps values to positions in the drawing of a chart. */
export interface Scale {
  /** Number of points on the horizontal axis. */
  readonly count: number;
  /** Value at the top edge of the drawing. */
  readonly most: number;
  readonly width: number;
  readonly height: number;
}

/** Type of a chart. `kindOf` returns the default type. */
export type ChartKind = 'bars' | 'lines';

/** A range of points. The first and the last point are included. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

const STEPS = [1, 2, 2.5, 5, 10];
const LINES = 4;
/** Maximum number of bars. With more bars, each bar would be too narrow to tap on a phone. */
const MAX_BARS = 62;

/** Returns an axis from zero to at least `greatest` with round numbers and at most five labels. */
export function axisOf(greatest: number): { readonly most: number; readonly ticks: readonly number[] } {
  const rough = Math.max(greatest, LINES) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough) ?? 10) * power;
  const lines = Math.max(1, Math.ceil(greatest / step));
  return { most: step * lines, ticks: Array.from({ length: lines + 1 }, (_, index) => index * step) };
}

/** Returns the type of a chart for a number of points. Pure. */
export function kindOf(points: number): ChartKind {
  return points <= MAX_BARS ? 'bars' : 'lines';
}

/**
 * Returns the largest value that a chart must show: the largest sum of stacked bars, or the largest value of a line.
 * Pure.
 */
export function greatestOf(kind: ChartKind, series: readonly { readonly values: readonly number[] }[]): number {
  if (kind === 'lines') return Math.max(0, ...series.flatMap(({ values }) => values));
  const points = series[0]?.values.length ?? 0;
  return Math.max(0, ...Array.from({ length: points }, (_, index) => sumAt(series, index)));
}

/** Returns the sum of the values of all series at a point. Pure. */
export function sumAt(series: readonly { readonly values: readonly number[] }[], index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}

/** Returns the SVG path of a line through the values. */
export function pathOf(values: readonly number[], scale: Scale): string {
  const places = values.map((value, index) => {
    const x = placeOf('lines', index, scale.count) * scale.width;
    const y = scale.height * (1 - value / scale.most);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return places.length === 0 ? '' : `M${places.join('L')}`;
}

/**
 * Returns the horizontal position of a point between 0 (left) and 1 (right). Each bar is centered in its share of the
 * width. Lines start and end at the edges.
 */
export function placeOf(kind: ChartKind, index: number, points: number): number {
  return kind === 'bars' ? (index + 0.5) / Math.max(points, 1) : index / Math.max(points - 1, 1);
}

/** Returns the index of the point at a horizontal position between 0 (left) and 1 (right). */
export function pointAt(kind: ChartKind, place: number, points: number): number {
  const last = Math.max(points - 1, 0);
  return within(kind === 'bars' ? Math.floor(place * points) : Math.round(place * last), last);
}

/** Returns an index clamped to the range from 0 to `last`. */
export function within(index: number, last: number): number {
  return Math.min(Math.max(index, 0), last);
}

/** Returns the point to which a key moves the selection, or undefined if the key does not move it. */
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
