/** How values become places in a drawing. */
export interface Scale {
  /** How many points there are. */
  readonly count: number;
  /** The value at the top. */
  readonly most: number;
  readonly width: number;
  readonly height: number;
}

const STEPS = [1, 2, 2.5, 5, 10];
const LINES = 4;

/** An axis from zero to at least `greatest` with round numbers, of which at most five are shown. */
export function axisOf(greatest: number): { readonly most: number; readonly ticks: readonly number[] } {
  const rough = Math.max(greatest, LINES) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough) ?? 10) * power;
  const lines = Math.max(1, Math.ceil(greatest / step));
  return { most: step * lines, ticks: Array.from({ length: lines + 1 }, (_, index) => index * step) };
}

/** The path of a line through values. */
export function pathOf(values: readonly number[], scale: Scale): string {
  const last = Math.max(scale.count - 1, 1);
  const places = values.map((value, index) => {
    const x = (index / last) * scale.width;
    const y = scale.height * (1 - value / scale.most);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return places.length === 0 ? '' : `M${places.join('L')}`;
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
