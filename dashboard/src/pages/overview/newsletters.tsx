import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Status } from '../../components/badge.tsx';
import { SmallMultiples } from '../../components/chart.tsx';
import { Card } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { stateColour } from '../../state-colours.ts';
import { count, plural, utcDay } from '../../words.ts';

type Growth = Answer<'GET /dashboard/growth'>;
type Summary = Answer<'GET /dashboard/campaigns'>['data'][number];

const DAYS = '30';
/** Maximum number of scheduled campaigns and of sent campaigns that are shown. */
const CAMPAIGNS = '3';
/** Maximum number of contact sources that are shown. */
const SOURCES = 5;

/** Renders the growth of the audience and the latest campaigns. Renders nothing if the account has neither. */
export function Newsletters(): ReactNode {
  const growth = useRead('GET /dashboard/growth', { query: { days: DAYS } }).data;
  const next = useRead('GET /dashboard/campaigns', {
    query: { status: 'scheduled', sort: 'date', per_page: CAMPAIGNS },
  }).data;
  const sent = useRead('GET /dashboard/campaigns', {
    query: { status: 'sent', sort: '-date', per_page: CAMPAIGNS },
  }).data;
  const campaigns = [...(next?.data ?? []), ...(sent?.data ?? [])];
  const hasGrowth = growth !== undefined && growth.joined + growth.left > 0;
  if (!hasGrowth && campaigns.length === 0) return null;
  return (
    <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
      {hasGrowth && <GrowthCard growth={growth} />}
      {campaigns.length > 0 && <CampaignsCard campaigns={campaigns} />}
    </div>
  );
}

function GrowthCard({ growth }: { readonly growth: Growth }): ReactNode {
  const { joined, left, series, sources } = growth;
  const net = joined - left;
  return (
    <Card
      title="Audience"
      summary={`${plural(joined, 'contact')} joined and ${count(left)} unsubscribed in the last 30 days (net change: ${net < 0 ? '−' : '+'}${count(Math.abs(net))}).`}
      actions={<AllOf to="/contacts" label="All contacts" />}
    >
      <SmallMultiples
        title="over time"
        labels={series.map(({ day }) => utcDay(new Date(day)))}
        series={[
          { name: 'Joined', values: series.map((point) => point.joined), colour: stateColour('delivered') },
          { name: 'Unsubscribed', values: series.map((point) => point.left), colour: stateColour('bounced') },
        ]}
      />
      <h3 className="mt-4 mb-1 text-sm font-medium text-ink-2">Sources</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {sources.slice(0, SOURCES).map((source) => (
          <li key={`${source.kind}${source.id ?? ''}`} className="flex justify-between gap-4">
            <span className="truncate">{nameOf(source)}</span>
            <span className="whitespace-nowrap text-ink-3">
              {count(source.joined)} joined, {count(source.active)} active
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function nameOf({ id, kind, name }: Growth['sources'][number]): ReactNode {
  if (kind === 'form' && id !== null) return <Link to={`/forms/${id}`}>{name ?? 'Deleted form'}</Link>;
  if (kind === 'import') return `Import of ${name ?? 'a deleted file'}`;
  if (kind === 'token') return `Token ${name ?? 'that was deleted'}`;
  return 'API and dashboard';
}

function CampaignsCard({ campaigns }: { readonly campaigns: readonly Summary[] }): ReactNode {
  return (
    <Card title="Campaigns" actions={<AllOf to="/campaigns" label="All campaigns" />}>
      <ul className="flex flex-col divide-y divide-line">
        {campaigns.map((each) => (
          <li key={each.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2 first:pt-0">
            <Link to={`/campaigns/${each.id}`} className="min-w-0 truncate font-medium">
              {each.title}
            </Link>
            {each.status === 'scheduled' ? (
              <span className="flex items-center gap-2 text-sm text-ink-2">
                <Status state={each.status} />
                {each.scheduled_at !== null && <Time at={each.scheduled_at} />}
              </span>
            ) : (
              <span className="text-sm whitespace-nowrap text-ink-2">
                {count(each.sent_count)} sent, {each.open_rate}% opened, {each.click_rate}% clicked
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AllOf({ label, to }: { readonly label: string; readonly to: string }): ReactNode {
  return (
    <Link to={to} className="text-sm font-medium text-accent-ink underline underline-offset-2">
      {label}
    </Link>
  );
}
