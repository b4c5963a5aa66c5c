import { type ReactNode, useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import type { Range } from '../../components/chart-scale.ts';
import { Card } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, dayAndTime, noun, plural } from '../../words.ts';
import { ByClock } from './by-clock.tsx';
import { ReplayForm } from './replay-form.tsx';
import { Replays } from './replays.tsx';
import { momentsOf, outagesOf, rangeOf, SPANS, type Stretch, sumOf, timesOf } from './time-range.ts';
import { WebhookPage } from './webhook-page.tsx';
import { Chart } from '../../components/chart.tsx';
import { stateColour } from '../../state-colours.ts';

/** Results from bottom to top. Failed deliveries are at the bottom, because these are what users look for. */
const FATES = [
  { name: 'failed', label: 'Failed', colour: stateColour('failed') },
  { name: 'waiting', label: 'Waiting', colour: stateColour('pending') },
  { name: 'held', label: 'Held', colour: 'var(--ink-3)' },
  { name: 'received', label: 'Received', colour: stateColour('received') },
] as const;

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

interface Moment {
  readonly at: string;
}

type Timeline = Answer<'GET /dashboard/webhook/timeline'>;

const READ_AGAIN_MS = 20_000;
const HOUR_SECONDS = 3_600;

/**
 * Renders a timeline of the webhook events in a period. The colors show the results of the deliveries. The user can
 * select a range and replay its deliveries.
 */
export default function TimeMachine(): ReactNode {
  const { filters, setFilters } = useFilters();
  // The timeline ends at the time when the user opened the page, chose the time span, or refreshed the timeline, so
  // that a selected range does not move.
  const [opened, setOpened] = useState(() => Date.now());
  const query = timesOf(filters['span'], opened);
  const read = useRead('GET /dashboard/webhook/timeline', { query }, { keep: true, every: READ_AGAIN_MS });
  const choose = (timeline: Timeline, range: Range | undefined): void => {
    setFilters(range ? momentsOf(timeline, range) : { from: '', to: '' });
  };
  return (
    <WebhookPage
      title="Webhook replay"
      isWhole
      summary="View events on a timeline. Choose a range of events that your server missed, and replay them in order."
      actions={
        <>
          <Select
            label="Time range"
            choices={SPANS}
            value={filters['span'] ?? ''}
            onChange={(span) => {
              setOpened(Date.now());
              setFilters({ span, from: '', to: '' });
            }}
          />
          <Button onClick={() => setOpened(Date.now())}>Refresh timeline</Button>
          <ByClock onChoose={(chosen) => setFilters(chosen)} />
        </>
      }
    >
      <Card isMain>
        <Loaded read={read} lines={8}>
          {(timeline) => (
            <Line
              timeline={timeline}
              range={rangeOf(timeline, filters['from'], filters['to'])}
              onChoose={(range) => choose(timeline, range)}
            />
          )}
        </Loaded>
      </Card>
      <Replays />
    </WebhookPage>
  );
}

interface LineProps {
  readonly timeline: Timeline;
  readonly range: Range | undefined;
  readonly onChoose: (range: Range | undefined) => void;
}

function Line({ onChoose, range, timeline }: LineProps): ReactNode {
  const { data } = timeline;
  const isEmpty = data.every(({ failed, held, received, waiting }) => failed + held + received + waiting === 0);
  if (isEmpty) {
    return (
      <EmptyState title="No events in this time range">
        Events for the webhook appear here when they occur. To see earlier events, choose a longer range.
      </EmptyState>
    );
  }
  const label = timeline.step_seconds < HOUR_SECONDS ? clockOf : dayOf;
  return (
    <div className="flex flex-col gap-5">
      {!timeline.is_complete && (
        <p className="text-sm text-warn">
          There are too many events to show. Only events since {dayOf({ at: timeline.covered_from })} are counted.
        </p>
      )}
      <TimeLine stretches={data} labelOf={label} range={range} onChoose={onChoose} />
      <Outages timeline={timeline} range={range} onChoose={onChoose} />
      {range && <Chosen timeline={timeline} range={range} onChoose={onChoose} />}
    </div>
  );
}

/** Renders the outages that the timeline contains. A click on an outage selects its range. */
function Outages({ onChoose, range, timeline }: LineProps): ReactNode {
  const outages = outagesOf(timeline.data);
  if (outages.length === 0) {
    return <p className="text-ink-2">No failed events in this time range.</p>;
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-ink-3">{noun(outages.length, 'Outage:', 'Outages:')}</span>
      {outages.map((outage) => {
        const { from, to } = momentsOf(timeline, outage);
        const isChosen = range?.first === outage.first && range.last === outage.last;
        return (
          <Button
            key={from}
            aria-pressed={isChosen}
            className={isChosen ? 'border-accent!' : ''}
            onClick={() => onChoose({ first: outage.first, last: outage.last })}
          >
            {spanInWords(from, to)}
            <span className="text-bad">{count(outage.failed)} failed</span>
          </Button>
        );
      })}
    </div>
  );
}

function spanInWords(from: string, to: string): string {
  const isOneDay = new Date(from).toDateString() === new Date(to).toDateString();
  const isToday = new Date(to).toDateString() === new Date().toDateString();
  if (isOneDay && isToday) return `${clockOf({ at: from })} to ${clockOf({ at: to })}`;
  return `${dayOf({ at: from })} to ${isOneDay ? clockOf({ at: to }) : dayOf({ at: to })}`;
}

/** Renders the results in the selected range, and the form that replays the range. */
function Chosen({ onChoose, range, timeline }: LineProps): ReactNode {
  const { from, to } = momentsOf(timeline, range ?? { first: 0, last: 0 });
  const mayReplay = useMay('dashboard:write');
  const sum = sumOf(timeline.data, range ?? { first: 0, last: 0 });
  const { data: closer } = useRead('GET /dashboard/webhook/timeline', {
    query: { created_after: from, created_before: to },
  });
  return (
    <section aria-label="Selected range" className="flex flex-col gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="font-title text-xl">
            {sum.failed === 0 ? `${plural(sum.received, 'event')} received` : `${plural(sum.failed, 'event')} failed`}{' '}
            between {spanInWords(from, to).replace(' to ', ' and ')}
          </h2>
          <p className="text-ink-2">
            {count(sum.received)} received, {count(sum.waiting)} waiting, {count(sum.held)} held.{' '}
            {closer && <Answers of={closer.answers} />}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Link
            to="/webhooks/log"
            search={{ created_after: from, created_before: to, answer: sum.failed > 0 ? '3xx,4xx,5xx,none' : '' }}
            className="text-accent-ink underline"
          >
            View in log
          </Link>
          <Button onClick={() => onChoose(undefined)}>Clear selection</Button>
        </div>
      </div>
      {mayReplay && <ReplayForm key={`${from} ${to}`} from={from} to={to} sum={sum} />}
    </section>
  );
}

/** Renders the number of responses by status, such as `503 × 30, none × 12`. */
function Answers({ of }: { readonly of: Timeline['answers'] }): ReactNode {
  if (of.length === 0) return null;
  return (
    <>
      Responses:{' '}
      {of.map(({ answer, deliveries }, index) => (
        <span key={answer ?? 'none'}>
          {index > 0 && ', '}
          <code className="font-mono text-sm">{answer ?? 'none'}</code> × {count(deliveries)}
        </span>
      ))}
      .
    </>
  );
}

/** Formats a time in the user's time zone, such as 09:10. */
function clockOf({ at }: Moment): string {
  return CLOCK.format(new Date(at));
}

/**
 * Formats a date and time in the user's time zone, such as 21 Nov, 09:10. Adds the year if it is not the current year.
 */
function dayOf({ at }: Moment): string {
  return dayAndTime(new Date(at));
}

/** Renders the intervals of the timeline as bars. The colors show the results. The user can select a range. */
function TimeLine(props: {
  readonly stretches: readonly Stretch[];
  readonly labelOf: (stretch: Stretch) => string;
  readonly range: Range | undefined;
  readonly onChoose: (range: Range | undefined) => void;
}): ReactNode {
  const { labelOf, onChoose, range, stretches } = props;
  return (
    <Chart
      title="Events over time"
      labels={stretches.map(labelOf)}
      series={FATES.map(({ colour, label, name }) => ({
        name: label,
        colour,
        values: stretches.map((stretch) => stretch[name]),
      }))}
      kind="bars"
      ranged={{ does: 'choose', range, onChange: onChoose }}
    />
  );
}
