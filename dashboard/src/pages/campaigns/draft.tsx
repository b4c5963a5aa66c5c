import { useState, type ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Card, Facts } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { useFilters } from '../../filters.ts';
import { plural } from '../../words.ts';
import { isByLanguage, versionNames, type Campaign } from './campaign-words.ts';
import { Checks } from './checks.tsx';
import { audienceOf, excludedOf, useGroupNames } from './group-names.ts';
import { Preview } from './preview.tsx';

interface Props {
  readonly campaign: Campaign;
}

/** Renders a campaign that has not been sent yet: its settings, its preview, and the results of its checks. */
export function Draft({ campaign }: Props): ReactNode {
  const { filters, setFilters } = useFilters();
  const [contact, setContact] = useState<number>();
  const preview = <Preview campaign={campaign} contact={contact} onContact={setContact} />;
  return (
    <>
      {campaign.fault !== null && (
        <section className="card px-6 py-4 text-bad max-sm:px-4" aria-label="Why the campaign wasn’t sent">
          {campaign.fault}
        </section>
      )}
      <Card isMain>
        <What campaign={campaign} />
      </Card>
      <Tabs
        tabs={[
          { value: 'preview', label: 'Preview', content: preview },
          {
            value: 'checks',
            label: 'Checks',
            content: <Checks id={String(campaign.id)} version={campaign.updated_at} />,
          },
        ]}
        value={filters['show'] ?? 'preview'}
        onChange={(show) => setFilters({ show: show === 'preview' ? '' : show }, 'replace')}
      />
    </>
  );
}

function What({ campaign }: Props): ReactNode {
  const names = useGroupNames();
  const [to, without] = [audienceOf(campaign, names), excludedOf(campaign, names)];
  const tracked = [campaign.track_opens && 'opens', campaign.track_clicks && 'clicks'].filter(Boolean);
  return (
    <Facts
      rows={[
        ['Subject', campaign.subject],
        ...(campaign.preview_text === null ? [] : [['Preview text', campaign.preview_text] as const]),
        ['Sender', `${campaign.from_name} <${campaign.from_email}>`],
        ...(campaign.reply_to === null ? [] : [['Reply-to', campaign.reply_to] as const]),
        ['Audience', to.length === 0 ? 'No audience yet. Add lists, tags, or segments.' : to.join(', ')],
        ...(without.length === 0 ? [] : [['Excluded', without.join(', ')] as const]),
        ...(campaign.engaged_only
          ? [['Limited to', 'Contacts who opened an email in the last 90 days, and new contacts'] as const]
          : []),
        [
          'Scheduled for',
          campaign.scheduled_at === null ? (
            'Not scheduled'
          ) : (
            <span key="when">
              <Time at={campaign.scheduled_at} style="full" />
            </span>
          ),
        ],
        ...(campaign.spread_hours === 0 ? [] : [['Spread over', plural(campaign.spread_hours, 'hour')] as const]),
        ['Tracking', tracked.length === 0 ? 'Off' : tracked.join(' and ')],
        ...versionRows(campaign),
      ]}
    />
  );
}

function versionRows(campaign: Campaign): readonly (readonly [string, ReactNode])[] {
  const { variants } = campaign;
  if (isByLanguage(campaign)) return [['Languages', versionNames(campaign)]];
  if (variants.length === 0) return [];
  return [['Variants', <Badge key="variants">{plural(variants.length + 1, 'version')}</Badge>]];
}
