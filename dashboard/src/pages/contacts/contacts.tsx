import { useState, type ReactNode } from 'react';
import { Download, Plus, Terminal, Upload } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { copyText } from '../../components/copy-text.ts';
import { FilterBuilder } from '../../components/filter-builder.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { SelectionBar, useSelection } from '../../components/selection.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { useFilters, type FilterChanges } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay, useSession } from '../../session.ts';
import { plural } from '../../words.ts';
import { AddContact } from './add-contact.tsx';
import { BulkAction } from './bulk-action.tsx';
import { useLists, useSegments, useTags } from './choices.ts';
import { conditionsOf, curlOf, isNarrowed, queryOf, SEARCH, STATUS } from './contact-filters.ts';
import { ContactTable } from './contact-table.tsx';
import { Figures, Outcome } from './counting.tsx';
import { ErasePerson } from './erase.tsx';
import { ExportContacts } from './export-contacts.tsx';
import { Match } from './match.tsx';

type Filtering = ReturnType<typeof useFilters>;
type Opened = 'add' | 'export' | 'erase';

const PER_PAGE = '50';

/** Renders the contacts with filters, counts, and bulk actions. */
export default function Contacts(): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const filtering = useFilters();
  const query = queryOf(filtering);
  const mayChange = useMay('account');
  const { page } = filtering.filters;
  const read = useRead(
    'GET /contacts',
    { query: { ...query, ...(page && { page }), per_page: PER_PAGE } },
    { keep: true },
  );
  useDoParameter(mayChange && 'add', () => setOpened('add'));
  const close = (): void => setOpened(undefined);
  const add = mayChange && (
    <Button look="primary" onClick={() => setOpened('add')}>
      <Plus className="size-4" aria-hidden /> Add contact
    </Button>
  );
  return (
    <Page
      title="Contacts"
      summary="Manage the people you send newsletters to."
      actions={
        <>
          <CopyAsCall query={query} />
          <Button onClick={() => setOpened('export')} title="Export">
            <Download className="size-4" aria-hidden /> <span className="max-sm:sr-only">Export</span>
          </Button>
          {mayChange && (
            <ButtonLink to="/contacts/import">
              <Upload className="size-4" aria-hidden /> <span className="max-sm:sr-only">Import</span>
            </ButtonLink>
          )}
          {add}
          {mayChange && (
            <RowMenu
              label="More actions"
              actions={[{ label: 'Erase a person', onClick: () => setOpened('erase'), isDanger: true }]}
            />
          )}
        </>
      }
    >
      <Figures status={filtering.filters[STATUS]} />
      <section className="card" aria-label="Contacts">
        <Search filtering={filtering} />
        <Loaded read={read} lines={12}>
          {(answer) => 'data' in answer && <List page={answer} filtering={filtering} empty={{ add }} />}
        </Loaded>
      </section>
      {opened === 'add' && <AddContact onClose={close} />}
      {opened === 'export' && <ExportContacts query={query} onClose={close} />}
      {opened === 'erase' && <ErasePerson onClose={close} />}
    </Page>
  );
}

function Search({ filtering }: { readonly filtering: Filtering }): ReactNode {
  const { filters, setFilters } = filtering;
  const [lists, tags, segments] = [useLists(), useTags(), useSegments()];
  const conditions = conditionsOf({ lists: lists.choices, tags: tags.choices, segments: segments.choices });
  return (
    <div className="flex flex-wrap gap-2 border-b border-line p-3">
      <SearchField
        label="Search by name or email"
        value={filters[SEARCH] ?? ''}
        onSearch={(text) => setFilters({ [SEARCH]: text })}
      />
      <FilterBuilder
        conditions={conditions}
        filtering={filtering}
        outcome={(changes: FilterChanges) => <Outcome changes={changes} filtering={filtering} />}
      />
    </div>
  );
}

type PageOfContacts = Extract<Answer<'GET /contacts'>, { data: unknown }>;

function List(props: {
  readonly page: PageOfContacts;
  readonly filtering: Filtering;
  readonly empty: { readonly add: ReactNode };
}): ReactNode {
  const { empty, filtering, page } = props;
  const mayChange = useMay('account');
  const selection = useSelection(JSON.stringify([queryOf(filtering), page.current_page]));
  const [isActing, setActing] = useState(false);
  const total = plural(page.total, 'contact');
  const isWhole = page.last_page === 1;
  return (
    <>
      <Match filtering={filtering} />
      <ContactTable
        label="Contacts"
        rows={page.data}
        empty={<Empty filtering={filtering} isBehind={page.total > 0} add={empty.add} />}
        selection={mayChange ? selection : undefined}
      />
      <SelectionBar selection={selection} rows={page.data.length} all={isWhole ? undefined : total}>
        <Button look="primary" onClick={() => setActing(true)}>
          Edit tags and lists
        </Button>
      </SelectionBar>
      <Pager
        {...pagesNumbered(page)}
        onPageChange={filtering.setFilters}
        total={page.total === 0 ? undefined : total}
      />
      {isActing && (
        <BulkAction selection={selection} filtering={filtering} rows={page.data} onClose={() => setActing(false)} />
      )}
    </>
  );
}

function Empty(props: {
  readonly filtering: Filtering;
  readonly isBehind: boolean;
  readonly add: ReactNode;
}): ReactNode {
  const { add, filtering, isBehind } = props;
  if (isBehind) {
    return (
      <EmptyState
        title="No contacts on this page"
        action={<Button onClick={() => filtering.setFilters({ page: '' })}>Go to first page</Button>}
      >
        The list now has fewer pages.
      </EmptyState>
    );
  }
  if (isNarrowed(filtering)) {
    const names = [...Object.keys(filtering.filters), ...Object.keys(filtering.lists)];
    const none = Object.fromEntries(names.map((name) => [name, name.endsWith('[]') ? [] : '']));
    return (
      <EmptyState
        title="No contacts match these filters"
        action={<Button onClick={() => filtering.setFilters(none)}>Clear filters</Button>}
      >
        Contacts must match all conditions. Remove a condition, or search for part of a name.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No contacts yet"
      action={
        add && (
          <>
            {add}
            <ButtonLink to="/contacts/import">Import contacts</ButtonLink>
          </>
        )
      }
    >
      Import contacts from a file, add them here, or create them from your application with the API.
    </EmptyState>
  );
}

function CopyAsCall({ query }: { readonly query: ReturnType<typeof queryOf> }): ReactNode {
  const { installation } = useSession();
  const copy = async (): Promise<void> => {
    await copyText(curlOf(installation.base_url, query));
    toast('API call copied. Replace $POSTRIDER_TOKEN with a personal access token.');
  };
  return (
    <Button onClick={() => void copy()} title="Copy as API call">
      <Terminal className="size-4" aria-hidden /> <span className="max-sm:sr-only">Copy as API call</span>
    </Button>
  );
}
