import { useState, type ReactNode } from 'react';
import { Download, RotateCw, Send, Terminal } from 'lucide-react';
import type { Answer, Input } from '../../api.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { copyText } from '../../components/copy-text.ts';
import { DownloadLink } from '../../components/download-link.tsx';
import { FilterBuilder } from '../../components/filter-builder.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesAround } from '../../components/pager.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { SelectionBar, useSelection, type Selection } from '../../components/selection.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { noneOf } from '../../conditions.ts';
import { useFilters, useGo } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay, useSession } from '../../session.ts';
import { totalOf } from '../../total.ts';
import { CONDITIONS, curlOf, exportOf, queryOf, unpaged } from './message-filters.ts';
import { MessageTable } from '../../components/message-table.tsx';
import { SendManyAgain } from './send-many-again.tsx';

type Query = NonNullable<Input<'GET /transactional/emails'>['query']>;

/**
 * Renders the messages of the account, newest first. The filters are stored in the URL. New messages appear
 * automatically.
 */
export default function Messages(): ReactNode {
  const filtering = useFilters();
  const query = queryOf(filtering.filters);
  const read = useRead('GET /transactional/emails', { query }, { keep: true });
  return (
    <Page
      title="Messages"
      summary="View all transactional messages, newest first. The list updates live."
      actions={
        <>
          <CopyAsCurl query={query} />
          <ExportLink href={exportOf(query)}>Export</ExportLink>
          <ButtonLink to="/welcome" look="primary">
            <Send className="size-4" aria-hidden /> Send test email
          </ButtonLink>
        </>
      }
    >
      <section className="card" aria-label="Messages">
        <Search filtering={filtering} />
        <Loaded read={read} lines={12}>
          {(page) => <List page={page} query={query} filtering={filtering} />}
        </Loaded>
      </section>
    </Page>
  );
}

type Filtering = ReturnType<typeof useFilters>;

function Search({ filtering }: { readonly filtering: Filtering }): ReactNode {
  const { filters, setFilters } = filtering;
  const go = useGo();
  return (
    <div className="flex flex-wrap gap-2 border-b border-line p-3">
      <SearchField
        label="Search by recipient, subject, tag, or message ID"
        value={filters['search'] ?? ''}
        onSearch={(text) => (text.startsWith('tm_') ? go(`/messages/${text}`) : setFilters({ search: text }))}
      />
      <FilterBuilder conditions={CONDITIONS} filtering={filtering} />
    </div>
  );
}

function List(props: {
  readonly page: Answer<'GET /transactional/emails'>;
  readonly query: Query;
  readonly filtering: Filtering;
}): ReactNode {
  const { filtering, page, query } = props;
  const selection = useSelection(JSON.stringify(query));
  const { after, before } = filtering.filters;
  const isWhole = after === undefined && before === undefined && !page.has_more;
  const counted = useRead(
    'GET /dashboard/messages/count',
    { query: unpaged(query) },
    { enabled: !isWhole, keep: true },
  );
  const total = totalOf(isWhole ? { count: page.data.length, is_more: false } : counted.data, 'message');
  const around = pagesAround(filtering.filters, page, [page.data[0]?.id, page.data.at(-1)?.id]);
  return (
    <>
      <MessageTable
        label="Messages"
        rows={page.data}
        selection={selection}
        empty={<Empty filtering={filtering} hasMore={page.has_more} />}
      />
      <Selected
        selection={selection}
        query={query}
        rows={page.data}
        all={isWhole ? undefined : (total ?? 'that match')}
      />
      <Pager {...around} onPageChange={filtering.setFilters} total={page.data.length === 0 ? undefined : total} />
    </>
  );
}

function Selected(props: {
  readonly selection: Selection;
  readonly query: Query;
  readonly rows: Answer<'GET /transactional/emails'>['data'];
  readonly all: string | undefined;
}): ReactNode {
  const { all, query, rows, selection } = props;
  const [isSending, setSending] = useState(false);
  const maySend = useMay('dashboard:write');
  return (
    <SelectionBar selection={selection} rows={rows.length} all={all}>
      {/* This action is only available for individually selected rows, because users should check each message before
          they send it again. This is not feasible for thousands of messages. */}
      {maySend && !selection.isAll && (
        <Button onClick={() => setSending(true)}>
          <RotateCw className="size-4" aria-hidden /> Send again
        </Button>
      )}
      {isSending && (
        <SendManyAgain
          selection={selection}
          nameOf={(id) => rows.find((row) => row.id === id)?.subject ?? id}
          onClose={() => setSending(false)}
        />
      )}
      <ExportLink href={selection.isAll ? exportOf(query) : exportOf(query, selection.keys)}>
        <span>
          Export<span className="max-sm:sr-only"> selected</span>
        </span>
      </ExportLink>
    </SelectionBar>
  );
}

function ExportLink({ children, href }: { readonly href: string; readonly children: ReactNode }): ReactNode {
  return (
    <DownloadLink
      href={href}
      className="inline-flex h-8 items-center gap-1.5 rounded-control border border-line bg-surface px-3 font-medium whitespace-nowrap hover:bg-sunken max-sm:h-10"
    >
      <Download className="size-4" aria-hidden /> {children}
    </DownloadLink>
  );
}

function Empty({ filtering, hasMore }: { readonly filtering: Filtering; readonly hasMore: boolean }): ReactNode {
  if (hasMore) {
    return (
      <EmptyState title="No matches so far">
        Each page searches a limited number of messages. Select “Older” to continue, or narrow the time range.
      </EmptyState>
    );
  }
  if (Object.keys(filtering.filters).length > 0) {
    const clear = (): void => filtering.setFilters({ ...noneOf(CONDITIONS), search: '' });
    return (
      <EmptyState title="No messages match these filters" action={<Button onClick={clear}>Clear filters</Button>}>
        Messages older than the retention period are deleted.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No messages yet"
      action={
        <ButtonLink to="/welcome" look="primary">
          Send your first email
        </ButtonLink>
      }
    >
      Messages appear here as soon as Postrider accepts them, and their status updates live.
    </EmptyState>
  );
}

function CopyAsCurl({ query }: { readonly query: Query }): ReactNode {
  const { installation } = useSession();
  const copy = async (): Promise<void> => {
    await copyText(curlOf(installation.base_url, query));
    toast('API call copied. Replace $POSTRIDER_API_KEY with an API key that has the “Read” permission.');
  };
  return (
    <Button onClick={() => void copy()} title="Copy as API call">
      <Terminal className="size-4" aria-hidden /> <span className="max-sm:sr-only">Copy as API call</span>
    </Button>
  );
}
