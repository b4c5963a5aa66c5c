import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Status } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { Chart, type Series, SmallMultiples } from '../../components/chart.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { NO_ZOOM, useZoom, zoomed } from '../../components/use-zoom.ts';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { count, duration, noun, plural, share, utcDay, words } from '../../words.ts';
import { MessageTable } from '../../components/message-table.tsx';
import { Checklist } from '../../components/checklist.tsx';
import { stateColour } from '../../state-colours.ts';
import { Time } from '../../components/time.tsx';
import { Newsletters } from './newsletters.tsx';

type Left = Answer<'GET /dashboard/overview'>['quota'];

type Point = Answer<'GET /dashboard/overview'>['series'][number];
type Counts = Omit<Point, 'at'>;

const RARE = [
  { name: 'Bounced', count: 'bounced', colour: stateColour('bounced') },
  { name: 'Failed', count: 'failed', colour: stateColour('failed') },
  { name: 'Complained', count: 'complained', colour: stateColour('complained') },
  { name: 'Opened', count: 'opened', colour: 'var(--accent)' },
  { name: 'Clicked', count: 'clicked', colour: 'var(--accent)' },
] as const;

type Glance = Answer<'GET /dashboard/overview'>;

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

const PERIODS = [
  { value: '1', label: '24 hours' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
];

/**
 * Renders the overview of the account: the email that was sent and its results, problems to fix, and the remaining
 * quota.
 */
export default function Overview(): ReactNode {
  const { filters, setFilters } = useFilters();
  const days = filters['days'] ?? '7';
  const read = useRead('GET /dashboard/overview', { query: { days } }, { keep: true });
  return (
    <Page
      title="Overview"
      summary="View sent messages and their delivery results."
      actions={
        <>
          <Segments
            label="Period"
            choices={PERIODS}
            value={days}
            onChange={(next) => setFilters({ days: next === '7' ? '' : next, ...NO_ZOOM })}
          />
          <ButtonLink to="/welcome" look="primary">
            <Send className="size-4" aria-hidden /> Send test email
          </ButtonLink>
        </>
      }
    >
      <Checklist />
      <Loaded read={read} lines={10}>
        {(glance) => (
          <>
            <Numbers glance={glance} />
            <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
              <Quota quota={glance.quota} />
              <Care domains={glance.domains_needing_care} />
            </div>
            <Newsletters />
            <Latest latest={glance.latest} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Numbers({ glance }: { readonly glance: Glance }): ReactNode {
  const { filters } = useFilters();
  const series = zoomed(glance.series, ({ at }) => at, filters);
  const zoom = useZoom(series.map(({ at }) => at));
  const isWhole = series.length === glance.series.length;
  const totals = isWhole ? glance.totals : totalsOf(series);
  const time = isWhole ? glance.delivery_time : null;
  const label = glance.step === 'hour' ? (moment: Date) => CLOCK.format(moment) : utcDay;
  const labels = series.map(({ at }) => label(new Date(at)));
  return (
    <section className="stripe card px-6 pt-7 pb-5 max-sm:px-4" aria-label="Deliveries">
      <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-3 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4">
        <Figure name="Sent" value={count(totals.sent)} />
        <Figure name="Delivered" value={count(totals.delivered)} part={share(totals.delivered, totals.sent)} />
        <Figure name="Bounced" value={count(totals.bounced)} part={share(totals.bounced, totals.sent)} />
        <Figure name="Complained" value={count(totals.complained)} part={share(totals.complained, totals.delivered)} />
        {time && (
          <Figure
            name="Median time to deliver"
            value={duration(time.p50_ms)}
            part={`95% within ${duration(time.p95_ms)}`}
          />
        )}
      </dl>
      <Chart title="Emails over time" labels={labels} series={fatesOf(series)} total="Sent" ranged={zoom} />
      <div className="mt-6 empty:hidden">
        <SmallMultiples title="over time" labels={labels} series={rareOf(series)} />
      </div>
    </section>
  );
}

function Figure(props: { readonly name: string; readonly value: string; readonly part?: string }): ReactNode {
  return (
    <div>
      <dt className="text-sm text-ink-3">{props.name}</dt>
      <dd className="text-xl font-semibold">
        {props.value}{' '}
        {props.part !== undefined && (
          <span className="text-sm font-normal whitespace-nowrap text-ink-3">{props.part}</span>
        )}
      </dd>
    </div>
  );
}

function Care({ domains }: { readonly domains: Glance['domains_needing_care'] }): ReactNode {
  return (
    <Card title="Domains to fix">
      {domains.length === 0 ? (
        <p className="text-ink-2">No problems found. The DNS records of all sender domains are correct.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {domains.map(({ id, name, status, why }) => (
            <li key={id}>
              <div className="flex items-center justify-between gap-3">
                <Link to={`/domains/${id}`} className="font-medium text-accent-ink underline underline-offset-2">
                  {name}
                </Link>
                <Status state={status} />
              </div>
              <p className="text-sm text-ink-2">{why}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Latest({ latest }: { readonly latest: Glance['latest'] }): ReactNode {
  return (
    <Card
      title="Recent messages"
      isFlush
      actions={
        <Link to="/messages" className="text-sm font-medium text-accent-ink underline underline-offset-2">
          All messages
        </Link>
      }
    >
      <MessageTable
        label="Recent messages"
        rows={latest}
        empty={
          <EmptyState
            title="No messages yet"
            action={
              <ButtonLink to="/welcome" look="primary">
                Send your first email
              </ButtonLink>
            }
          >
            Sending your first email takes about 20 seconds and requires no DNS setup. You get an API key and code that
            is ready to paste.
          </EmptyState>
        }
      />
    </Card>
  );
}

/**
 * Returns one series for each result: delivered, in transit, and bounced or failed. Sent emails without another result
 * are in transit. Pure.
 */
function fatesOf(points: readonly Point[]): Series[] {
  const lost = points.map(({ bounced, failed }) => bounced + failed);
  const open = points.map(({ delivered, sent }, index) => Math.max(0, sent - delivered - (lost[index] ?? 0)));
  return [
    { name: 'Delivered', values: points.map(({ delivered }) => delivered), colour: stateColour('delivered') },
    { name: 'In transit', values: open, colour: stateColour('sent') },
    { name: 'Bounced or failed', values: lost, colour: stateColour('bounced') },
  ];
}

/**
 * Returns the series of rare events. They have separate charts, because they would be too small in the stacked chart.
 * Pure.
 */
function rareOf(points: readonly Point[]): Series[] {
  return RARE.map(({ colour, count, name }) => ({ name, colour, values: points.map((point) => point[count]) }));
}

/** Returns the totals for part of the period. Pure. */
function totalsOf(points: readonly Point[]): Counts {
  const sum = (name: keyof Counts): number => points.reduce((total, point) => total + point[name], 0);
  return {
    sent: sum('sent'),
    delivered: sum('delivered'),
    bounced: sum('bounced'),
    complained: sum('complained'),
    failed: sum('failed'),
    opened: sum('opened'),
    clicked: sum('clicked'),
  };
}

/** Renders the remaining quota for the month, and when it will be used up at the current rate. */
function Quota({ quota }: { readonly quota: Left }): ReactNode {
  const { limit, plan, resets_at: resetsAt, runs_out_on: runsOutOn, used } = quota;
  return (
    <Card
      title="This month"
      actions={
        <Link to="/usage" className="text-sm font-medium text-accent-ink underline underline-offset-2">
          Usage
        </Link>
      }
    >
      <p>
        <span className="text-xl font-semibold">{count(used)}</span>{' '}
        <span className="text-ink-2">
          {limit === null
            ? `${noun(used, 'email')}, no monthly limit`
            : `of ${plural(limit, 'email')}, ${share(used, limit)}`}
        </span>
      </p>
      {limit !== null && (
        <div
          className="mt-2 h-2 overflow-hidden rounded-full bg-sunken"
          role="meter"
          aria-label="Quota used"
          aria-valuenow={Math.min(used, limit)}
          aria-valuemin={0}
          aria-valuemax={limit}
        >
          <div
            className={`h-full rounded-full ${runsOutOn === null ? 'bg-accent' : 'bg-warn'}`}
            style={{ width: `${Math.min(100, limit === 0 ? 100 : (used / limit) * 100)}%` }}
          />
        </div>
      )}
      <p className="mt-2 text-sm text-ink-3">
        Plan: {words(plan)}. Usage resets on <Time at={resetsAt} style="date" />.
      </p>
      {runsOutOn !== null && (
        <p className="mt-1 text-sm text-warn">
          At the current rate, the quota will be used up on <Time at={runsOutOn} style="date" />.
        </p>
      )}
    </Card>
  );
}
