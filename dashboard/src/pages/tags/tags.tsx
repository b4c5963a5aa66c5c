import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Page } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Pager, pagesAround } from '../../components/pager.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { count } from '../../words.ts';

type Tag = Answer<'GET /transactional/tags'>['data'][number];

const PER_PAGE = '50';

/** Renders the tags of the account and their statistics for the last 30 days. */
export default function Tags(): ReactNode {
  const { filters, setFilters } = useFilters();
  const { after, before } = filters;
  const read = useRead(
    'GET /transactional/tags',
    { query: { ...(after && { after }), ...(before && { before }), per_page: PER_PAGE } },
    { keep: true },
  );
  return (
    <Page title="Tags" summary="Compare your transactional emails by tag, with statistics for the last 30 days.">
      <section className="card" aria-label="Tags">
        <Loaded read={read} lines={8}>
          {(page) => (
            <>
              <Table
                label="Tags"
                columns={COLUMNS}
                rows={page.data}
                keyOf={({ tag }) => tag}
                linkOf={({ tag }) => `/tags/${encodeURIComponent(tag)}`}
                empty={
                  <EmptyState title="No tags yet">
                    Set a <code className="font-mono text-sm">tag</code> on a message, for example{' '}
                    <code className="font-mono text-sm">password_reset</code>, to see its statistics here.
                  </EmptyState>
                }
              />
              <Pager
                {...pagesAround(filters, page, [page.data[0]?.tag, page.data.at(-1)?.tag])}
                onPageChange={setFilters}
                words={['Previous', 'Next']}
              />
            </>
          )}
        </Loaded>
      </section>
    </Page>
  );
}

function figure(name: 'sent' | 'delivered', header: string): Column<Tag> {
  return {
    key: name,
    header,
    isRight: true,
    isNamed: true,
    width: 'w-28',
    cell: ({ last_30_days: days }) => count(days[name]),
  };
}

function rate(name: 'bounce_rate' | 'complaint_rate' | 'open_rate' | 'click_rate', header: string): Column<Tag> {
  return {
    key: name,
    header,
    isRight: true,
    isNamed: true,
    width: 'w-32',
    cell: (row) => <Rate row={row} name={name} />,
  };
}

function Rate({
  name,
  row,
}: {
  row: Tag;
  name: 'bounce_rate' | 'complaint_rate' | 'open_rate' | 'click_rate';
}): ReactNode {
  const isUntracked = (name === 'open_rate' && !row.track_opens) || (name === 'click_rate' && !row.track_clicks);
  if (isUntracked) return <span className="text-ink-3">not tracked</span>;
  return row.last_30_days.sent === 0 ? <span className="text-ink-3">–</span> : `${row.last_30_days[name]}%`;
}

const COLUMNS: readonly Column<Tag>[] = [
  {
    key: 'tag',
    header: 'Tag',
    cell: ({ tag }) => <code className="font-mono text-sm">{tag}</code>,
    isMain: true,
    isClipped: true,
  },
  figure('sent', 'Sent'),
  figure('delivered', 'Delivered'),
  rate('bounce_rate', 'Bounced'),
  rate('complaint_rate', 'Complained'),
  rate('open_rate', 'Opened'),
  rate('click_rate', 'Clicked'),
];
