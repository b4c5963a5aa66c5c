import { useState, type ReactNode } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Chart, SmallMultiples, type Series } from '../../components/chart.tsx';
import { Switch } from '../../components/field.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { Loaded } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { NO_ZOOM, useZoom } from '../../components/use-zoom.ts';
import { useFilters } from '../../filters.ts';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { stateColour } from '../../state-colours.ts';
import { count, utcDay } from '../../words.ts';
import { daysOf, PERIODS, zoomOf } from './tag-period.ts';

type TagAnswer = Answer<'GET /transactional/tags/{tag}'>;
type Statistics = Answer<'GET /transactional/tags/{tag}/statistics'>;

/** Renders a tag: its statistics by day, and its tracking settings. */
export default function Tag(): ReactNode {
  const { tag = '' } = useParams({ strict: false });
  const { filters, setFilters } = useFilters();
  const period = filters['days'];
  const read = useRead('GET /transactional/tags/{tag}', { params: { tag } });
  const statistics = useRead(
    'GET /transactional/tags/{tag}/statistics',
    { params: { tag }, query: zoomOf(filters) ?? daysOf(period, Date.now()) },
    { keep: true },
  );
  return (
    <Page
      title={tag}
      heading={<span className="break-all">{tag}</span>}
      back={{ to: '/tags', label: 'Tags' }}
      summary={
        <Link to="/messages" search={{ tag }} className="text-accent-ink underline">
          View messages with this tag
        </Link>
      }
      actions={
        <Select
          label="Period"
          choices={PERIODS}
          value={period ?? ''}
          onChange={(days) => setFilters({ days, ...NO_ZOOM })}
        />
      }
    >
      <Card isMain>
        <Loaded read={statistics} lines={8}>
          {(shown) => <Figures of={shown} tag={read.data} />}
        </Loaded>
      </Card>
      <Card title="Tracking" summary="Track opens and clicks for emails with this tag. Changes apply to new emails.">
        <Loaded read={read} lines={2}>
          {(shown) => <Tracking tag={shown} />}
        </Loaded>
      </Card>
    </Page>
  );
}

function Figures({ of, tag }: { readonly of: Statistics; readonly tag: TagAnswer | undefined }): ReactNode {
  const { data, totals } = of;
  const isTracked = tag?.track_opens === true || tag?.track_clicks === true;
  const zoom = useZoom(data.map(({ date }) => date));
  const labels = data.map(({ date }) => utcDay(new Date(date)));
  return (
    <div className="flex flex-col gap-8">
      <div>
        <div className="mb-4 flex flex-wrap gap-x-8 gap-y-3">
          <Figure label="Sent" value={totals.sent} />
          <Figure label="Delivered" value={totals.delivered} rate={totals.delivery_rate} />
          <Figure label="Bounced" value={totals.bounced} rate={totals.bounce_rate} />
          <Figure label="Complained" value={totals.complained} rate={totals.complaint_rate} />
          <Figure label="Failed" value={totals.failed} rate={totals.failure_rate} />
          <Figure label="Suppressed" value={totals.suppressed} />
          {isTracked && <Figure label="Opened" value={totals.opened} rate={totals.open_rate} />}
          {isTracked && <Figure label="Clicked" value={totals.clicked} rate={totals.click_rate} />}
        </div>
        <Chart title={`Delivery results for ${of.tag}`} labels={labels} series={outcomes(data)} ranged={zoom} />
      </div>
      <SmallMultiples title={of.tag} labels={labels} series={[...rare(data), ...(isTracked ? visits(data) : [])]} />
    </div>
  );
}

/** Returns the numbers of emails by result. No email is counted in more than one series. */
function outcomes(data: Statistics['data']): Series[] {
  const lost = data.map(({ bounced, failed }) => bounced + failed);
  return [
    { name: 'Delivered', values: data.map(({ delivered }) => delivered), colour: stateColour('delivered') },
    { name: 'Bounced or failed', values: lost, colour: stateColour('bounced') },
    { name: 'Suppressed', values: data.map(({ suppressed }) => suppressed), colour: 'var(--ink-3)' },
  ];
}

/**
 * Returns the series of rare events. They have a separate chart, because they would be too small in the stacked chart.
 */
function rare(data: Statistics['data']): Series[] {
  return [
    { name: 'Bounced', values: data.map(({ bounced }) => bounced), colour: stateColour('bounced') },
    { name: 'Delayed', values: data.map(({ delayed }) => delayed), colour: stateColour('delayed') },
    { name: 'Complained', values: data.map(({ complained }) => complained), colour: stateColour('complained') },
  ];
}

function visits(data: Statistics['data']): Series[] {
  return [
    { name: 'Opened', values: data.map(({ opened }) => opened), colour: 'var(--accent)' },
    { name: 'Clicked', values: data.map(({ clicked }) => clicked), colour: 'var(--accent)' },
  ];
}

function Figure({
  label,
  rate,
  value,
}: {
  readonly label: string;
  readonly value: number;
  readonly rate?: number;
}): ReactNode {
  return (
    <div>
      <p className="text-sm text-ink-3">{label}</p>
      <p className="text-xl font-semibold">
        {count(value)} {rate !== undefined && <span className="text-sm font-normal text-ink-3">{rate}%</span>}
      </p>
    </div>
  );
}

interface Switches {
  readonly track_opens?: boolean;
  readonly track_clicks?: boolean;
}

function Tracking({ tag }: { readonly tag: TagAnswer }): ReactNode {
  const mayChange = useMay('dashboard:write');
  const change = useAct('PATCH /transactional/tags/{tag}', {
    refresh: ['GET /transactional/tags/{tag}', 'GET /transactional/tags'],
    onDone: () => toast('Tracking setting saved. The change applies to new emails.'),
  });
  useProblemToast(change.error);
  const [wanted, setWanted] = useState<Switches>({});
  const isOff = !mayChange || change.isPending;
  // Show the new value immediately, and the server's value as soon as its response arrives.
  const shown = change.isPending ? { ...tag, ...wanted } : tag;
  const set = (body: Switches): void => {
    setWanted(body);
    change.act({ params: { tag: tag.tag }, body });
  };
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label="Track opens"
        hint="Opens are counted with an invisible image. Some email clients always or never load images, so treat the number as an estimate."
        checked={shown.track_opens}
        disabled={isOff}
        onChange={(event) => set({ track_opens: event.target.checked })}
      />
      <Switch
        label="Track clicks"
        hint="Links are redirected through this server. Leave this setting off for emails with sign-in links."
        checked={shown.track_clicks}
        disabled={isOff}
        onChange={(event) => set({ track_clicks: event.target.checked })}
      />
    </div>
  );
}
