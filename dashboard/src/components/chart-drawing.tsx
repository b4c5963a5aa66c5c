import type { ReactNode } from 'react';
import { compact } from '../words.ts';
import { pathOf, placeOf, type ChartKind, type Range, type Scale } from './chart-scale.ts';

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  /** Color of a status (`stateColour`) or a theme color, for example `var(--accent)`. */
  readonly colour: string;
}

/** Width of the drawing in its own units. The drawing is stretched to the available width. */
export const WIDTH = 960;
export const TOP = 8;
export const BOTTOM = 24;
/** Gap between two bars, as a fraction of the space for one bar. */
const GAP = 0.18;
/** Minimum height of a bar, in units of the drawing, so that small counts are visible next to large counts. */
const MIN_HEIGHT = 2;
const LABELS = 8;

interface DrawingProps {
  readonly kind: ChartKind;
  readonly series: readonly Series[];
  readonly scale: Scale;
  readonly ticks: readonly number[];
  readonly at: number | undefined;
  readonly range: Range | undefined;
}

/** Renders the drawing of a chart without its axis labels. */
export function Drawing({ at, kind, range, scale, series, ticks }: DrawingProps): ReactNode {
  return (
    <g transform={`translate(0 ${TOP})`}>
      {ticks.map((tick) => (
        <line
          key={tick}
          x2={scale.width}
          y1={scale.height * (1 - tick / scale.most)}
          y2={scale.height * (1 - tick / scale.most)}
          stroke="var(--line)"
          strokeDasharray={tick === 0 ? undefined : '2 3'}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <At at={at} kind={kind} scale={scale} />
      {kind === 'bars' ? (
        <Bars series={series} scale={scale} range={range} />
      ) : (
        series.map((each, index) => <Line key={each.name} series={each} scale={scale} isFilled={index === 0} />)
      )}
      {range && <Frame range={range} scale={scale} />}
    </g>
  );
}

/**
 * Renders the marker of the selected point: a vertical line in line charts, or the background of the bar in bar charts.
 */
function At({ at, kind, scale }: Pick<DrawingProps, 'at' | 'kind' | 'scale'>): ReactNode {
  if (at === undefined) return null;
  const share = scale.width / Math.max(scale.count, 1);
  if (kind === 'bars') return <rect x={at * share} width={share} height={scale.height} fill="var(--line)" />;
  const x = placeOf(kind, at, scale.count) * scale.width;
  return <line x1={x} x2={x} y2={scale.height} stroke="var(--ink-3)" vectorEffect="non-scaling-stroke" />;
}

/** Renders stacked bars. The first series is at the bottom. */
function Bars({ range, scale, series }: Pick<DrawingProps, 'range' | 'scale' | 'series'>): ReactNode {
  const share = scale.width / Math.max(scale.count, 1);
  return Array.from({ length: scale.count }, (_, index) => {
    let top = scale.height;
    const isOutside = range !== undefined && (index < range.first || index > range.last);
    return (
      <g key={index} opacity={isOutside ? 0.3 : undefined}>
        {series.map(({ colour, name, values }) => {
          const value = values[index] ?? 0;
          if (value === 0) return null;
          const height = Math.max(MIN_HEIGHT, (value / scale.most) * scale.height);
          top -= height;
          return (
            <rect
              key={name}
              x={(index + GAP / 2) * share}
              y={top}
              width={share * (1 - GAP)}
              height={height}
              fill={colour}
            />
          );
        })}
      </g>
    );
  });
}

function Line(props: { readonly series: Series; readonly scale: Scale; readonly isFilled: boolean }): ReactNode {
  const { isFilled, scale, series } = props;
  const line = pathOf(series.values, scale);
  return (
    <>
      {isFilled && <path d={`${line}V${scale.height}H0Z`} fill={series.colour} fillOpacity={0.1} stroke="none" />}
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

/** Renders a frame around the selected range, or around the range that the user is drawing. */
function Frame({ range, scale }: { readonly range: Range; readonly scale: Scale }): ReactNode {
  const share = scale.width / Math.max(scale.count, 1);
  return (
    <rect
      x={range.first * share}
      y={-TOP / 2}
      width={(range.last - range.first + 1) * share}
      height={scale.height + TOP / 2}
      fill="var(--accent)"
      fillOpacity={0.08}
      stroke="var(--accent)"
      strokeWidth={2}
      vectorEffect="non-scaling-stroke"
      data-range
    />
  );
}

/** Renders the axis labels as HTML next to the drawing, because text in the drawing would be stretched. */
export function Axes(props: {
  readonly kind: ChartKind;
  readonly ticks: readonly number[];
  readonly most: number;
  readonly labels: readonly string[];
  /** Height of the whole drawing, in units of the SVG's coordinate system. */
  readonly height: number;
  /** Maximum number of labels that fit below the chart. */
  readonly room?: number;
}): ReactNode {
  const { height, kind, labels, most, room = LABELS, ticks } = props;
  const every = Math.max(1, Math.ceil(labels.length / room));
  return (
    <div className="pointer-events-none absolute inset-0 left-10 text-xs text-ink-3" aria-hidden>
      {ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-full mr-3 -translate-y-1/2 whitespace-nowrap"
          style={{ top: `${((TOP + (height - TOP - BOTTOM) * (1 - tick / most)) / height) * 100}%` }}
        >
          {compact(tick)}
        </span>
      ))}
      {labels.map((label, index) =>
        index % every === 0 && (index < labels.length - every / 2 || labels.length <= room) ? (
          <span
            key={`${index} ${label}`}
            className={`absolute bottom-0 whitespace-nowrap ${kind === 'lines' && index === 0 ? '' : '-translate-x-1/2'} ${(index / every) % 2 === 1 ? 'max-sm:hidden' : ''}`}
            style={{ left: `${placeOf(kind, index, labels.length) * 100}%` }}
          >
            {label}
          </span>
        ) : null,
      )}
    </div>
  );
}
