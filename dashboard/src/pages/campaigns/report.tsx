import { type ReactNode, useState } from 'react';
import { Card } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { useRead } from '../../reading.ts';
import { count, dayAndTime, plural, utcDay } from '../../words.ts';
import { type Campaign, isInProgress, percent, type Stats } from './campaign-words.ts';
import { Breakdown } from './breakdown.tsx';
import { Devices } from './devices.tsx';
import { LinkMap } from './link-map.tsx';
import { People } from './people.tsx';
import { Variants } from './variants.tsx';
import { SmallMultiples } from '../../components/chart.tsx';
import { Segments } from '../../components/segments.tsx';
import { stateColour } from '../../state-colours.ts';

interface Point {
  readonly at: string;
  readonly opens: number;
  readonly clicks: number;
}

const STEP_MS = { hour: 3_600_000, day: 86_400_000 } as const;
/** Maximum number of points in a chart after missing times are added. */
const MOST = 1_500;

const STEPS = [
  { value: 'hour', label: 'Hours' },
  { value: 'day', label: 'Days' },
];
const NAMES = { hour: dayAndTime, day: utcDay };

/** Refresh interval in milliseconds while the campaign is in progress. */
const READ_AGAIN_MS = 5_000;

interface Props {
  readonly campaign: Campaign;
}

/** Renders the results of a campaign: the statistics, opens and clicks over time, the links, and the contacts. */
export function Report({ campaign }: Props): ReactNode {
  const id = String(campaign.id);
  const read = useRead(
    'GET /campaigns/{id}/stats',
    { params: { id }, query: { include_link_stats: true } },
    { every: isInProgress(campaign) ? READ_AGAIN_MS : false },
  );
  return (
    <>
      {campaign.fault !== null && <p className="text-bad">{campaign.fault}</p>}
      <Loaded read={read} lines={6}>
        {(stats) => (
          <>
            <Figures id={id} stats={stats} isMain={!isInProgress(campaign)} />
            <Variants stats={stats} campaign={campaign} />
            <OverTime id={id} />
            <LinkMap campaign={campaign} stats={stats} />
            <Breakdown id={id} />
            <Devices id={id} />
          </>
        )}
      </Loaded>
      <People id={id} />
    </>
  );
}

function Figures(props: { readonly id: string; readonly isMain: boolean; readonly stats: Stats }): ReactNode {
  const { id, isMain, stats } = props;
  const average = useRead('GET /dashboard/campaigns/{id}/average', { params: { id } }).data?.average;
  return (
    <Card
      title="Results"
      summary="The rates include only opens and clicks by people. Raw numbers include opens and clicks by bots and privacy proxies."
      isMain={isMain}
    >
      <dl className="grid grid-cols-6 gap-x-6 gap-y-4 max-lg:grid-cols-3 max-sm:grid-cols-2">
        <Figure
          label="Delivered"
          value={percent(stats.sent_count === 0 ? 0 : deliveredRate(stats.bounce_rate))}
          beside={`${count(stats.sent_count - stats.bounce_count)} of ${plural(stats.sent_count, 'contact')}`}
          average={average ? deliveredRate(average.bounce_rate) : undefined}
        />
        <Figure
          label="Opened"
          value={percent(stats.open_rate)}
          beside={<Raw contacts={stats.unique_open_count} rate={stats.raw_open_rate} />}
          average={average?.open_rate}
        />
        <Figure
          label="Clicked"
          value={percent(stats.click_rate)}
          beside={<Raw contacts={stats.unique_click_count} rate={stats.raw_click_rate} />}
          average={average?.click_rate}
        />
        <Figure
          label="Unsubscribed"
          value={percent(stats.unsubscribe_rate)}
          beside={plural(stats.unsubscribe_count, 'contact')}
          average={average?.unsubscribe_rate}
        />
        <Figure
          label="Bounced"
          value={percent(stats.bounce_rate)}
          beside={plural(stats.bounce_count, 'contact')}
          average={average?.bounce_rate}
        />
        <Figure
          label="Complained"
          value={percent(stats.spam_rate)}
          beside={plural(stats.spam_count, 'contact')}
          average={average?.spam_rate}
        />
      </dl>
      <p className="mt-4 text-sm text-ink-3">
        {plural(stats.open_count, 'total open')} ({count(stats.raw_open_count)} including bots) and{' '}
        {plural(stats.click_count, 'total click')} ({count(stats.raw_click_count)} including bots).
        {average && ` Averages are based on the ${lastOnes(average.campaigns)} before this one.`}
      </p>
    </Card>
  );
}

/** Returns the percentage of emails that did not bounce, rounded to two decimal places. */
function deliveredRate(bounceRate: number): number {
  return Number((100 - bounceRate).toFixed(2));
}

function lastOnes(campaigns: number): string {
  return campaigns === 1 ? 'campaign' : `last ${plural(campaigns, 'campaign')}`;
}

function Raw({ contacts, rate }: { readonly contacts: number; readonly rate: number }): ReactNode {
  return (
    <>
      {plural(contacts, 'contact')}; <span className="whitespace-nowrap">raw {percent(rate)}</span>
    </>
  );
}

function Figure(props: {
  readonly label: string;
  readonly value: string;
  readonly beside: ReactNode;
  /** Average rate of earlier campaigns, in percent. */
  readonly average?: number | undefined;
}): ReactNode {
  return (
    <div>
      <dt className="text-sm text-ink-3">{props.label}</dt>
      <dd>
        <span className="block text-xl font-semibold">{props.value}</span>
        <span className="block text-sm text-ink-3">{props.beside}</span>
        {props.average !== undefined && (
          <span className="block text-sm text-ink-3">average {percent(props.average)}</span>
        )}
      </dd>
    </div>
  );
}

/**
 * Renders the opens and clicks over time. They are in separate charts, because every click is also counted as an open.
 */
function OverTime({ id }: { readonly id: string }): ReactNode {
  const [interval, setInterval] = useState('hour');
  const read = useRead('GET /campaigns/{id}/over-time', { params: { id }, query: { interval } }, { keep: true });
  return (
    <Card
      title="Opens and clicks over time"
      summary="Opens and clicks by bots and privacy proxies are excluded."
      actions={<Segments label="Interval" choices={STEPS} value={interval} onChange={setInterval} />}
    >
      <Loaded read={read} lines={4}>
        {({ data, interval: step }) => {
          // Same height as the chart, so that the layout does not shift when the first open arrives.
          if (data.length === 0) return <p className="min-h-32 text-ink-2 max-sm:min-h-70">No opens yet.</p>;
          const points = wholeTime(data, step);
          return (
            <SmallMultiples
              title="over time"
              labels={points.map(({ at }) => NAMES[step](new Date(at)))}
              series={[
                { name: 'Opens', values: points.map(({ opens }) => opens), colour: stateColour('opened') },
                { name: 'Clicks', values: points.map(({ clicks }) => clicks), colour: stateColour('sent') },
              ]}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

/**
 * Adds points with zeros for missing times, so that the time axis is linear. Adds no points if there would be more than
 * `MOST`. Pure.
 */
function wholeTime(points: readonly Point[], step: 'hour' | 'day'): readonly Point[] {
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
