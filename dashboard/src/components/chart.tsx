import { useId, type ReactNode } from 'react';
import { count } from '../words.ts';
import { Button } from './button.tsx';
import { Axes, BOTTOM, Drawing, TOP, WIDTH, type Series } from './chart-drawing.tsx';
import { useCursor, type ChartRange } from './chart-range.ts';
import { axisOf, greatestOf, kindOf, sumAt, type ChartKind } from './chart-scale.ts';

export type { Series } from './chart-drawing.tsx';

const HEIGHT = 200;
const SMALL_HEIGHT = 96;
const SMALL_LABELS = 2;

/** Instructions for screen reader users on how to select a range. */
const KEYS: Readonly<Record<ChartRange['does'], string>> = {
  choose: ', hold Shift to select a range, and press Escape to clear it',
  zoom: ', hold Shift to select a range, press Enter to zoom in, and press Escape to zoom out',
};
const HINTS: Readonly<Record<ChartRange['does'], string>> = {
  choose: 'Drag to select a range.',
  zoom: 'Drag to zoom in.',
};

/**
 * Renders a chart of counts over time: stacked bars if there are few points, otherwise lines. The caption shows the
 * values at the point under the pointer or the point that the arrow keys have selected.
 */
export function Chart(props: {
  readonly title: string;
  /** Label of each point. */
  readonly labels: readonly string[];
  /** Series of the chart. Bars are stacked in this order, from bottom to top. */
  readonly series: readonly Series[];
  /** Type of the chart. By default, the type depends on the number of points. */
  readonly kind?: ChartKind;
  /** Name of the total of all series. The caption shows the total first. If absent, the caption shows no total. */
  readonly total?: string;
  /** Lets the user select ranges and zoom. Absent if the chart does not support this. */
  readonly ranged?: ChartRange;
}): ReactNode {
  const { labels, ranged, series, title, total } = props;
  const kind = props.kind ?? kindOf(labels.length);
  const { at, handlers, shown } = useCursor(kind, labels.length, ranged);
  const id = useId();
  const axis = axisOf(greatestOf(kind, series));
  const scale = { count: labels.length, most: axis.most, width: WIDTH, height: HEIGHT - TOP - BOTTOM };
  return (
    <figure className="min-w-0">
      <div className="relative pl-10">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          className={`block h-50 w-full overflow-visible ${ranged ? 'cursor-crosshair touch-pan-y select-none' : ''}`}
          preserveAspectRatio="none"
          role="application"
          tabIndex={0}
          aria-label={`${title}. Use the arrow keys to move between points${ranged ? KEYS[ranged.does] : ''}.`}
          aria-describedby={id}
          data-chart={kind}
          {...handlers}
        >
          <Drawing kind={kind} series={series} scale={scale} ticks={axis.ticks} at={at} range={shown} />
        </svg>
        <Axes kind={kind} ticks={axis.ticks} most={axis.most} labels={labels} height={HEIGHT} />
      </div>
      <figcaption id={id} aria-live="polite" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
        {total !== undefined && at !== undefined && (
          <span>
            {total} <strong className="font-semibold text-ink">{count(sumAt(series, at))}</strong>
          </span>
        )}
        {series.map((each) => (
          <span key={each.name} className="inline-flex items-center gap-1.5">
            <span className="size-2 rounded-[2px]" style={{ background: each.colour }} aria-hidden />
            {each.name}
            {at !== undefined && <strong className="font-semibold text-ink">{count(each.values[at] ?? 0)}</strong>}
          </span>
        ))}
        <span className="ml-auto text-ink-3">{at === undefined ? ranged && HINTS[ranged.does] : labels[at]}</span>
      </figcaption>
      {ranged?.does === 'zoom' && ranged.isZoomed && (
        <div className="mt-2">
          <Button onClick={() => ranged.onChange(undefined)}>Show full period</Button>
        </div>
      )}
    </figure>
  );
}

/**
 * Renders a small chart for each series. Each chart has its own scale, so that rare events are visible next to frequent
 * ones. Omits series without events.
 */
export function SmallMultiples(props: {
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
}): ReactNode {
  const { labels, series, title } = props;
  const present = series.filter(({ values }) => values.some((value) => value > 0));
  if (present.length === 0) return null;
  return (
    <div
      role="group"
      aria-label={title}
      className="grid grid-cols-3 gap-x-8 gap-y-6 max-lg:grid-cols-2 max-sm:grid-cols-1"
    >
      {present.map((each) => (
        <Small key={each.name} series={each} labels={labels} title={`${each.name}, ${title}`} />
      ))}
    </div>
  );
}

function Small(props: {
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: Series;
}): ReactNode {
  const { labels, series, title } = props;
  const kind = kindOf(labels.length);
  const { at, handlers } = useCursor(kind, labels.length, undefined);
  const id = useId();
  const axis = axisOf(greatestOf(kind, [series]));
  const scale = { count: labels.length, most: axis.most, width: WIDTH, height: SMALL_HEIGHT - TOP - BOTTOM };
  const shown = at === undefined ? series.values.reduce((sum, value) => sum + value, 0) : (series.values[at] ?? 0);
  return (
    <figure className="min-w-0">
      <figcaption id={id} aria-live="polite" className="mb-1 flex items-baseline gap-1.5 text-sm text-ink-2">
        {series.name} <strong className="font-semibold text-ink">{count(shown)}</strong>
        {at !== undefined && <span className="ml-auto text-ink-3">{labels[at]}</span>}
      </figcaption>
      <div className="relative pl-10">
        <svg
          viewBox={`0 0 ${WIDTH} ${SMALL_HEIGHT}`}
          className="block h-24 w-full overflow-visible"
          preserveAspectRatio="none"
          role="application"
          tabIndex={0}
          aria-label={`${title}. Use the arrow keys to move between points.`}
          aria-describedby={id}
          data-chart={kind}
          {...handlers}
        >
          <Drawing kind={kind} series={[series]} scale={scale} ticks={[0, axis.most]} at={at} range={undefined} />
        </svg>
        <Axes
          kind={kind}
          ticks={[0, axis.most]}
          most={axis.most}
          labels={labels}
          height={SMALL_HEIGHT}
          room={SMALL_LABELS}
        />
      </div>
    </figure>
  );
}
