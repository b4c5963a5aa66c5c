import { useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { compact, count } from '../words.ts';
import { axisOf, pathOf, pointAfter, within, type Scale } from './chart-scale.ts';

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  /** A colour of the tokens, for example `var(--accent)`. */
  readonly colour: string;
  /** Filled to the axis: for the one that matters. */
  readonly isFilled?: boolean;
}

const WIDTH = 960;
const HEIGHT = 200;
const BOTTOM = 24;
const TOP = 8;
const LABELS = 6;

/**
 * Lines over time. The point under the pointer, or the one that the arrow keys reached, is said in the caption, which is
 * read out too.
 */
export function Chart(props: {
  readonly title: string;
  /** A label for each point. */
  readonly labels: readonly string[];
  readonly series: readonly Series[];
}): ReactNode {
  const { title, labels, series } = props;
  const [at, setAt] = useState<number>();
  const id = useId();
  const axis = axisOf(Math.max(0, ...series.flatMap(({ values }) => values)));
  const last = labels.length - 1;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setAt(undefined);
    const next = pointAfter(event.key, at, last);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(within(Math.round(((event.clientX - box.left) / box.width) * last), last));
  };
  return (
    <figure className="min-w-0">
      <div className="relative pl-10">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          className="block h-50 w-full overflow-visible"
          preserveAspectRatio="none"
          role="application"
          tabIndex={0}
          aria-label={`${title}. Arrow keys go from point to point.`}
          aria-describedby={id}
          onKeyDown={onKeyDown}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setAt(undefined)}
          onBlur={() => setAt(undefined)}
        >
          <Drawing series={series} axis={axis} points={labels.length} at={at} />
        </svg>
        <Axes ticks={axis.ticks} most={axis.most} labels={labels} />
      </div>
      <figcaption id={id} aria-live="polite" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
        {series.map((each) => (
          <span key={each.name} className="inline-flex items-center gap-1.5">
            <span className="h-0.5 w-3" style={{ background: each.colour }} aria-hidden />
            {each.name}
            {at !== undefined && <strong className="font-semibold text-ink">{count(each.values[at] ?? 0)}</strong>}
          </span>
        ))}
        {at !== undefined && <span className="ml-auto text-ink-3">{labels[at]}</span>}
      </figcaption>
    </figure>
  );
}

function Drawing(props: {
  readonly series: readonly Series[];
  readonly axis: ReturnType<typeof axisOf>;
  readonly points: number;
  readonly at: number | undefined;
}): ReactNode {
  const { series, axis, points, at } = props;
  const scale: Scale = { count: points, most: axis.most, width: WIDTH, height: HEIGHT - TOP - BOTTOM };
  const x = at === undefined ? undefined : (at / Math.max(points - 1, 1)) * scale.width;
  return (
    <g transform={`translate(0 ${TOP})`}>
      {axis.ticks.map((tick) => (
        <line
          key={tick}
          x2={scale.width}
          y1={scale.height * (1 - tick / axis.most)}
          y2={scale.height * (1 - tick / axis.most)}
          stroke="var(--line)"
          strokeDasharray={tick === 0 ? undefined : '2 3'}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {series.map((each) => (
        <Line key={each.name} series={each} scale={scale} />
      ))}
      {x !== undefined && (
        <line x1={x} x2={x} y2={scale.height} stroke="var(--ink-3)" vectorEffect="non-scaling-stroke" />
      )}
    </g>
  );
}

function Line({ series, scale }: { readonly series: Series; readonly scale: Scale }): ReactNode {
  const line = pathOf(series.values, scale);
  return (
    <>
      {series.isFilled === true && (
        <path d={`${line}V${scale.height}H0Z`} fill={series.colour} fillOpacity={0.1} stroke="none" />
      )}
      <path
        d={line}
        fill="none"
        stroke={series.colour}
        strokeWidth={1.75}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
}

/** Labels beside the drawing and not in it: it is stretched, and letters must not be. */
function Axes(props: {
  readonly ticks: readonly number[];
  readonly most: number;
  readonly labels: readonly string[];
}): ReactNode {
  const { ticks, most, labels } = props;
  const every = Math.max(1, Math.ceil(labels.length / LABELS));
  return (
    <div className="pointer-events-none absolute inset-0 left-10 text-xs text-ink-3" aria-hidden>
      {ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-full mr-3 -translate-y-1/2 whitespace-nowrap"
          style={{ top: `${((TOP + (HEIGHT - TOP - BOTTOM) * (1 - tick / most)) / HEIGHT) * 100}%` }}
        >
          {compact(tick)}
        </span>
      ))}
      {labels.map((label, index) =>
        index % every === 0 && index < labels.length - every / 2 ? (
          <span
            key={label}
            className={`absolute bottom-0 whitespace-nowrap ${index === 0 ? '' : '-translate-x-1/2'} ${(index / every) % 2 === 1 ? 'max-sm:hidden' : ''}`}
            style={{ left: `${(index / Math.max(labels.length - 1, 1)) * 100}%` }}
          >
            {label}
          </span>
        ) : null,
      )}
    </div>
  );
}
