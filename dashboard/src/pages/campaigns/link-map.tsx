import type { ReactNode } from 'react';
import { MailFrame } from '../../components/mail-frame.tsx';
import { Card } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import { Table } from '../../components/table.tsx';
import { useFilters } from '../../filters.ts';
import { count, share } from '../../words.ts';
import { versionName, type Campaign, type Stats } from './campaign-words.ts';

type Link = NonNullable<Stats['link_stats']>[number];

const WAYS = [
  { value: 'map', label: 'In the email' },
  { value: 'list', label: 'As a list' },
];

/**
 * Renders the clicks on each link, either in the email or as a list. The list also shows raw clicks, which include
 * those by bots and privacy proxies.
 */
export function LinkMap({ campaign, stats }: { readonly campaign: Campaign; readonly stats: Stats }): ReactNode {
  const { filters, setFilters } = useFilters();
  const links = stats.link_stats ?? [];
  const way = links.length > 0 && filters['links'] !== 'list' ? 'map' : 'list';
  const variant = campaign.variants.some((each) => String(each.variant) === filters['content'])
    ? (filters['content'] ?? '0')
    : '0';
  return (
    <Card
      title="Links"
      summary="Clicks by people are counted for each link. Raw clicks include clicks by bots and privacy proxies."
      isFlush
      actions={
        links.length > 0 && (
          <>
            {way === 'map' && campaign.variants.length > 0 && (
              <Segments
                label="Version"
                choices={contentsOf(campaign)}
                value={variant}
                onChange={(next) => setFilters({ content: next === '0' ? '' : next }, 'replace')}
              />
            )}
            <Segments
              label="View"
              choices={WAYS}
              value={way}
              onChange={(next) => setFilters({ links: next === 'map' ? '' : next }, 'replace')}
            />
          </>
        )
      }
    >
      {way === 'map' ? (
        <div className="border-t border-line">
          <MailFrame
            path="/dashboard/campaigns/{id}/link-map"
            id={String(campaign.id)}
            query={{ variant: variant === '0' ? undefined : variant }}
          />
        </div>
      ) : (
        <LinkList links={links} />
      )}
    </Card>
  );
}

function contentsOf(campaign: Campaign): { readonly value: string; readonly label: string }[] {
  const numbers = [0, ...campaign.variants.map(({ variant }) => variant)];
  return numbers.map((variant) => ({ value: String(variant), label: versionName(campaign, variant) }));
}

function LinkList({ links }: { readonly links: readonly Link[] }): ReactNode {
  const all = links.reduce((sum, { clicks }) => sum + clicks, 0);
  return (
    <Table
      label="Links"
      columns={[
        { key: 'url', header: 'URL', cell: ({ url }) => url, isMain: true, isClipped: true },
        {
          key: 'clicks',
          header: 'Clicks',
          cell: ({ clicks }) => count(clicks),
          isRight: true,
          isNamed: true,
          width: 'w-24',
        },
        {
          key: 'raw',
          header: 'Raw clicks',
          cell: ({ raw_clicks: raw }) => <span className="text-ink-3">{count(raw)}</span>,
          isRight: true,
          isNamed: true,
          width: 'w-24',
        },
        {
          key: 'share',
          header: 'Share',
          cell: ({ clicks }) => share(clicks, all),
          isRight: true,
          isExtra: true,
          width: 'w-24',
        },
      ]}
      rows={links}
      keyOf={({ url }) => url}
      empty={<p className="px-6 pb-6 text-ink-2 max-sm:px-4">No tracked links.</p>}
    />
  );
}
