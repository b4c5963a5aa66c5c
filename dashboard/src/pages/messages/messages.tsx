import { useRef, type ReactNode } from 'react';
import { Download, Search, Send, Terminal } from 'lucide-react';
import type { Answer, Input } from '../../api.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { copyText } from '../../components/copy-text.ts';
import { Page } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Pager, Table } from '../../components/table.tsx';
import { toast } from '../../components/toast.tsx';
import { textIn } from '../../form-text.ts';
import { useFilters, useGo } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useSession } from '../../session.ts';
import { MESSAGE_COLUMNS } from './message-columns.tsx';
import { curlOf, exportOf, PERIODS, queryOf, STATUSES } from './message-filters.ts';

/** Every mail of the account, newest first; filters are the address of the page, and new mails appear by themselves. */
export default function Messages(): ReactNode {
  const { filters, setFilters } = useFilters();
  const query = queryOf(filters);
  const read = useRead('GET /transactional/emails', { query }, { keep: true });
  return (
    <Page
      title="Messages"
      summary="Every transactional email, newest first, as it happens."
      actions={
        <>
          <CopyAsCurl query={query} />
          <a
            href={exportOf(query)}
            download
            className="inline-flex h-8 items-center gap-1.5 rounded-control border border-line bg-surface px-3 font-medium whitespace-nowrap hover:bg-sunken max-sm:h-10"
          >
            <Download className="size-4" aria-hidden /> Export
          </a>
          <ButtonLink to="/welcome" look="primary">
            <Send className="size-4" aria-hidden /> Send a test
          </ButtonLink>
        </>
      }
    >
      <section className="card" aria-label="Messages">
        <Filters filters={filters} setFilters={setFilters} />
        <Loaded read={read} lines={12}>
          {(page) => (
            <>
              <List page={page} isFiltered={Object.keys(filters).length > 0} onClear={() => setFilters(NO_FILTERS)} />
              <Pager
                newer={filters['after'] !== undefined ? () => history.back() : undefined}
                older={page.has_more && page.next !== null ? () => setFilters({ after: page.next ?? '' }) : undefined}
              />
            </>
          )}
        </Loaded>
      </section>
    </Page>
  );
}

const NO_FILTERS = { to: '', tag: '', status: '', since: '', from: '' };

function List(props: {
  readonly page: Answer<'GET /transactional/emails'>;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}): ReactNode {
  const { page, isFiltered, onClear } = props;
  const newest = useRef(page.data[0]?.created_at ?? '');
  const empty = isFiltered ? (
    <EmptyState title="No message fits these filters" action={<Button onClick={onClear}>Clear the filters</Button>}>
      Messages are kept for as long as the installation says; older ones are gone.
    </EmptyState>
  ) : (
    <EmptyState
      title="No message yet"
      action={
        <ButtonLink to="/welcome" look="primary">
          Send the first mail
        </ButtonLink>
      }
    >
      Each mail that you send appears here the moment it is accepted, and its status follows by itself.
    </EmptyState>
  );
  return (
    <Table
      label="Messages"
      columns={MESSAGE_COLUMNS}
      rows={page.data}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/messages/${id}`}
      isNew={({ created_at }) => created_at > newest.current}
      empty={empty}
    />
  );
}

function Filters({ filters, setFilters }: ReturnType<typeof useFilters>): ReactNode {
  const go = useGo();
  const shown = filters['to'] ?? filters['tag'] ?? '';
  const search = (form: HTMLFormElement): void => {
    const wanted = textIn(new FormData(form), 'search').trim();
    if (wanted.startsWith('tm_')) go(`/messages/${wanted}`);
    else setFilters(wanted.includes('@') ? { to: wanted, tag: '' } : { to: '', tag: wanted });
  };
  return (
    <form
      role="search"
      className="flex flex-wrap gap-2 border-b border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        search(event.currentTarget);
      }}
    >
      <div className="relative min-w-0 flex-1 basis-60">
        <Search className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" aria-hidden />
        <input
          type="search"
          name="search"
          key={shown}
          defaultValue={shown}
          onBlur={(event) => event.target.value === '' && shown !== '' && setFilters({ to: '', tag: '' })}
          aria-label="Recipient’s address, tag or message id"
          placeholder="Recipient’s address, tag or message id"
          className="h-8 w-full rounded-control border border-line-strong bg-surface pr-2 pl-8 text-base placeholder:text-ink-3 max-sm:h-10 max-sm:text-lg"
        />
      </div>
      <button type="submit" className="sr-only">
        Search
      </button>
      <Select
        label="Status"
        choices={STATUSES}
        value={filters['status'] ?? ''}
        onChange={(status) => setFilters({ status })}
        className="max-sm:flex-1"
      />
      <Select
        label="Accepted"
        choices={PERIODS}
        value={filters['since'] ?? ''}
        onChange={(since) => setFilters({ since })}
        className="max-sm:flex-1"
      />
    </form>
  );
}

function CopyAsCurl({ query }: { readonly query: Input<'GET /transactional/emails'>['query'] }): ReactNode {
  const { installation } = useSession();
  const copy = async (): Promise<void> => {
    await copyText(curlOf(installation.base_url, query ?? {}));
    toast('Copied. Put a key with transactional:read in the place of $POSTRIDER_API_KEY.');
  };
  return (
    <Button onClick={() => void copy()}>
      <Terminal className="size-4" aria-hidden /> Copy as curl
    </Button>
  );
}
