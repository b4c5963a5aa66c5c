import { useId, useState, type HTMLAttributes, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { count, plural } from '../../words.ts';
import type { Range, Stretch } from './time-range.ts';

const LABELS = 6;

/** Bottom first: what failed is what is looked for. */
const FATES = [
  { name: 'failed', label: 'Failed', colour: 'var(--bad)' },
  { name: 'waiting', label: 'Waiting', colour: 'var(--warn)' },
  { name: 'held', label: 'Held', colour: 'var(--ink-3)' },
  { name: 'received', label: 'Received', colour: 'var(--ok)' },
] as const;

interface TimeLineProps {
  readonly stretches: readonly Stretch[];
  readonly labelOf: (stretch: Stretch) => string;
  readonly range: Range | undefined;
  readonly onChoose: (range: Range | undefined) => void;
}

/**
 * Stretches of time as bars in the colours of what became of their events. Dragging chooses a range; so do the arrow keys
 * with Shift held, and what is chosen is said in the caption.
 */
export function TimeLine(props: TimeLineProps): ReactNode {
  const { labelOf, stretches } = props;
  const { at, handlers, shown } = useChoosing(props);
  const id = useId();
  const most = Math.max(1, ...stretches.map(totalOf));
  const current = at === undefined ? undefined : stretches[at];
  return (
    <figure className="min-w-0">
      <p className="mb-1 text-xs text-ink-3">{plural(most, 'event')} at most</p>
      <div
        role="application"
        aria-label="Time line of the events. Arrow keys go along it, with Shift they choose a range, Escape chooses none."
        aria-describedby={id}
        tabIndex={0}
        data-timeline
        className="relative flex h-44 cursor-crosshair touch-pan-y items-end border-b border-line select-none"
        {...handlers}
      >
        <Bars stretches={stretches} most={most} at={at} chosen={shown} />
        {shown && <Frame of={shown} among={stretches.length} />}
      </div>
      <Clock stretches={stretches} labelOf={labelOf} />
      <figcaption id={id} aria-live="polite" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
        {FATES.toReversed().map(({ colour, label, name }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span className="size-2 rounded-[2px]" style={{ background: colour }} aria-hidden />
            {label}
            {current && <strong className="font-semibold text-ink">{count(current[name])}</strong>}
          </span>
        ))}
        <span className="ml-auto text-ink-3">{current ? labelOf(current) : 'Drag over a range to choose it.'}</span>
      </figcaption>
    </figure>
  );
}

/** The stretch under the pointer or the arrow keys, the range that is being drawn, and what to listen to. */
function useChoosing({ onChoose, range, stretches }: TimeLineProps): {
  readonly at: number | undefined;
  readonly shown: Range | undefined;
  readonly handlers: HTMLAttributes<HTMLDivElement>;
} {
  const [anchor, setAnchor] = useState<number>();
  const [dragged, setDragged] = useState<Range>();
  const [at, setAt] = useState<number>();
  const last = stretches.length - 1;
  const placeOf = (event: PointerEvent<HTMLDivElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    return within(Math.floor(((event.clientX - box.left) / box.width) * stretches.length), last);
  };
  const end = (): void => {
    if (dragged) onChoose(dragged);
    setAnchor(undefined);
    setDragged(undefined);
  };
  const handlers: HTMLAttributes<HTMLDivElement> = {
    onKeyDown: (event) => {
      const next = afterKey(event, { at, last, range });
      if (!next) return;
      event.preventDefault();
      setAt(next.at);
      onChoose(next.range);
    },
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const place = placeOf(event);
      setAnchor(place);
      setDragged(between(place, place));
    },
    onPointerMove: (event) => {
      const place = placeOf(event);
      setAt(place);
      if (anchor !== undefined) setDragged(between(anchor, place));
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: () => anchor === undefined && setAt(undefined),
  };
  return { at, shown: dragged ?? range, handlers };
}

function within(index: number, last: number): number {
  return Math.min(Math.max(index, 0), Math.max(last, 0));
}

function between(a: number, b: number): Range {
  return { first: Math.min(a, b), last: Math.max(a, b) };
}

interface Cursor {
  readonly at: number | undefined;
  readonly last: number;
  readonly range: Range | undefined;
}

/** Where a key leads: to a stretch, and with Shift over a range; undefined for keys that are not of the time line. */
function afterKey(
  { key, shiftKey }: KeyboardEvent,
  { at, last, range }: Cursor,
): { readonly at: number; readonly range: Range | undefined } | undefined {
  if (key === 'Escape' && range) return { at: at ?? 0, range: undefined };
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last };
  const step = steps[key];
  if (step === undefined) return undefined;
  // The first arrow stands still, so that the first stretch can be begun with.
  const next = at === undefined && Math.abs(step) === 1 ? 0 : within((at ?? 0) + step, last);
  return { at: next, range: shiftKey ? between(fixedEnd(at ?? next, range), next) : range };
}

/** The end of a range that the cursor stands at moves; the other stays. */
function fixedEnd(at: number, range: Range | undefined): number {
  if (range && at === range.last) return range.first;
  return range && at === range.first ? range.last : at;
}

function Bars(props: {
  readonly stretches: readonly Stretch[];
  readonly most: number;
  readonly at: number | undefined;
  readonly chosen: Range | undefined;
}): ReactNode {
  const { at, chosen, most, stretches } = props;
  return stretches.map((stretch, index) => (
    <div
      key={stretch.at}
      className={`relative flex h-full min-w-0 flex-1 flex-col-reverse px-[0.5px] ${index === at ? 'bg-line' : ''} ${isOutside(index, chosen) ? 'opacity-30' : ''}`}
    >
      {FATES.map(({ colour, name }) =>
        stretch[name] === 0 ? null : (
          <div
            key={name}
            style={{ background: colour, height: `${(stretch[name] / most) * 100}%` }}
            className="min-h-[3px] shrink-0"
          />
        ),
      )}
    </div>
  ));
}

function isOutside(index: number, range: Range | undefined): boolean {
  return range !== undefined && (index < range.first || index > range.last);
}

/** Around the stretches that are chosen. */
function Frame({ among, of }: { readonly of: Range; readonly among: number }): ReactNode {
  return (
    <div
      className="pointer-events-none absolute -inset-y-1 rounded-[3px] border-2 border-accent"
      style={{ left: `${(of.first / among) * 100}%`, width: `${((of.last - of.first + 1) / among) * 100}%` }}
    />
  );
}

function totalOf({ failed, held, received, waiting }: Stretch): number {
  return failed + held + received + waiting;
}

function Clock(props: {
  readonly stretches: readonly Stretch[];
  readonly labelOf: (stretch: Stretch) => string;
}): ReactNode {
  const { labelOf, stretches } = props;
  const every = Math.max(1, Math.ceil(stretches.length / LABELS));
  return (
    <div className="relative mt-1 h-5 text-xs text-ink-3" aria-hidden>
      {stretches.map((stretch, index) =>
        index % every === 0 && index < stretches.length - every / 2 ? (
          <span
            key={stretch.at}
            className={`absolute whitespace-nowrap ${index === 0 ? '' : '-translate-x-1/2'} ${(index / every) % 2 === 1 ? 'max-sm:hidden' : ''}`}
            style={{ left: `${(index / stretches.length) * 100}%` }}
          >
            {labelOf(stretch)}
          </span>
        ) : null,
      )}
    </div>
  );
}
