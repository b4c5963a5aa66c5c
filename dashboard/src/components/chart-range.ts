import { useState, type HTMLAttributes, type PointerEvent } from 'react';
import { pointAfter, pointAt, type ChartKind, type Range } from './chart-scale.ts';

/**
 * Behavior of a chart when the user selects a range. With `choose`, the chart draws a frame around the range. With
 * `zoom`, the chart zooms in on the range when the user presses Enter or ends a drag.
 */
export type ChartRange =
  | {
      readonly does: 'choose';
      readonly range: Range | undefined;
      readonly onChange: (range: Range | undefined) => void;
    }
  | { readonly does: 'zoom'; readonly isZoomed: boolean; readonly onChange: (range: Range | undefined) => void };

interface Cursor {
  /** The point under the pointer, or the point that the arrow keys have selected. */
  readonly at: number | undefined;
  /** The selected range, or the range that the user is drawing. */
  readonly shown: Range | undefined;
  readonly handlers: Pick<
    HTMLAttributes<Element>,
    'onKeyDown' | 'onBlur' | 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onPointerLeave'
  >;
}

/** Handles pointer and keyboard events that select points of a chart, or ranges if the chart supports them. */
export function useCursor(kind: ChartKind, points: number, ranged: ChartRange | undefined): Cursor {
  const [at, setAt] = useState<number>();
  const [anchor, setAnchor] = useState<number>();
  const [drawn, setDrawn] = useState<Range>();
  const chosen = drawn ?? (ranged?.does === 'choose' ? ranged.range : undefined);
  const settle = (range: Range | undefined): void => {
    setDrawn(undefined);
    setAnchor(undefined);
    // A click selects only one point, so it does not zoom.
    if (range && (ranged?.does === 'choose' || range.last > range.first)) ranged?.onChange(range);
  };
  const clear = (): void => {
    if (drawn) setDrawn(undefined);
    else if (ranged?.does === 'choose' ? ranged.range : ranged?.isZoomed === true) ranged?.onChange(undefined);
    else setAt(undefined);
  };
  const onKeyDown: Cursor['handlers']['onKeyDown'] = (event) => {
    if (event.key === 'Escape') return clear();
    if (event.key === 'Enter' && drawn) return settle(drawn);
    const next = pointAfter(event.key, at, points - 1);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    if (!event.shiftKey || !ranged) return;
    const range = between(fixedEnd(at ?? next, chosen), next);
    if (ranged.does === 'choose') ranged.onChange(range);
    else setDrawn(range);
  };
  return {
    at,
    shown: chosen,
    handlers: {
      onKeyDown,
      onBlur: () => ranged?.does !== 'choose' && setAt(undefined),
      onPointerDown(event) {
        if (event.button !== 0 || !ranged) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const place = pointUnder(event, kind, points);
        setAnchor(place);
        setDrawn(between(place, place));
      },
      onPointerMove(event) {
        const place = pointUnder(event, kind, points);
        setAt(place);
        if (anchor !== undefined) setDrawn(between(anchor, place));
      },
      onPointerUp: () => anchor !== undefined && settle(drawn),
      onPointerCancel: () => settle(undefined),
      onPointerLeave: () => anchor === undefined && setAt(undefined),
    },
  };
}

function pointUnder(event: PointerEvent, kind: ChartKind, points: number): number {
  const box = event.currentTarget.getBoundingClientRect();
  return pointAt(kind, (event.clientX - box.left) / box.width, points);
}

function between(a: number, b: number): Range {
  return { first: Math.min(a, b), last: Math.max(a, b) };
}

/** Returns the boundary of a range that stays fixed while the cursor moves the other boundary. */
function fixedEnd(at: number, range: Range | undefined): number {
  if (range && at === range.last) return range.first;
  return range && at === range.first ? range.last : at;
}
