import { type ReactNode, useState } from 'react';
import { useParams } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { type Selection, SelectionBar, useSelection } from '../../components/selection.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useFilters, useGo } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, plural, share } from '../../words.ts';
import { AddContact } from '../contacts/add-contact.tsx';
import { ContactTable } from '../contacts/contact-table.tsx';
import { Link } from '@tanstack/react-router';
import { DeleteList, NameList } from './list-dialogs.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ChangeTicked } from '../contacts/change-ticked.tsx';

type Shown = Answer<'GET /lists/{id}'>;
type Opened = 'add' | 'rename' | 'delete';

const LISTS = { to: '/lists', label: 'Lists' };
const PER_PAGE = '50';

/** Renders a list: its statistics and its members. */
export default function List(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const read = useRead('GET /lists/{id}', { params: { id } });
  const mayChange = useMay('account');
  if (isUnknown(read) || read.error?.status === 403) {
    return (
      <Unknown noun="list" list={LISTS}>
        The list may have been deleted.
      </Unknown>
    );
  }
  return (
    <Page
      title={read.data?.name ?? 'List'}
      back={LISTS}
      summary={
        <Link to="/contacts" search={{ 'filter[in_list_ids][]': [id] }} className="text-accent-ink underline">
          View in contacts
        </Link>
      }
      actions={read.data && mayChange && <Actions list={read.data} />}
    >
      <Card isMain>
        <Loaded read={read} lines={2}>
          {(shown) => <Figures of={shown} />}
        </Loaded>
      </Card>
      <Members id={id} mayChange={mayChange} />
    </Page>
  );
}

function Actions({ list }: { readonly list: Shown }): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const go = useGo();
  const close = (): void => setOpened(undefined);
  return (
    <>
      <Button look="primary" onClick={() => setOpened('add')}>
        <Plus className="size-4" aria-hidden /> Add contact
      </Button>
      <RowMenu
        label="More actions"
        actions={[
          { label: 'Rename', onClick: () => setOpened('rename') },
          { label: 'Delete', onClick: () => setOpened('delete'), isDanger: true },
        ]}
      />
      {opened === 'add' && <AddContact list={list.id} onClose={close} />}
      {opened === 'rename' && <NameList list={list} onClose={close} />}
      {opened === 'delete' && <DeleteList list={list} onClose={close} onDeleted={() => go('/lists')} />}
    </>
  );
}

function Figures({ of }: { readonly of: Shown }): ReactNode {
  const { contacts_count: all, subscribed_contacts_count: mailable } = of;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      <Figure label="Contacts" value={count(all)} />
      <Figure label="Active" value={count(mailable)} beside={all === 0 ? undefined : share(mailable, all)} />
      <Figure label="Average open rate" value={`${of.average_email_open_percent}%`} />
      <Figure label="Average click rate" value={`${of.average_email_click_percent}%`} />
    </dl>
  );
}

function Figure(props: {
  readonly label: string;
  readonly value: string;
  readonly beside?: string | undefined;
}): ReactNode {
  const { beside, label, value } = props;
  return (
    <div>
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="text-xl font-semibold">
        {value} {beside !== undefined && <span className="text-sm font-normal text-ink-3">{beside}</span>}
      </dd>
    </div>
  );
}

function Members({ id, mayChange }: { readonly id: string; readonly mayChange: boolean }): ReactNode {
  const { filters, setFilters } = useFilters();
  const { page, query } = filters;
  const asked = { ...(query && { query }), ...(page && { page }), per_page: PER_PAGE };
  const read = useRead('GET /lists/{list_id}/contacts', { params: { list_id: id }, query: asked }, { keep: true });
  const selection = useSelection(JSON.stringify([id, asked]));
  const [isTakingOut, setTakingOut] = useState(false);
  return (
    <section className="card" aria-label="Members">
      <div className="border-b border-line p-3">
        <SearchField
          label="Search by name or email"
          value={query ?? ''}
          onSearch={(text) => setFilters({ query: text })}
        />
      </div>
      <Loaded read={read} lines={8}>
        {(answer) => (
          <>
            <ContactTable
              label="Members"
              rows={answer.data}
              selection={mayChange ? selection : undefined}
              empty={<Empty isFiltered={Boolean(query)} />}
            />
            <SelectionBar selection={selection} rows={answer.data.length} all={undefined}>
              <Button look="danger" onClick={() => setTakingOut(true)}>
                Remove from list
              </Button>
            </SelectionBar>
            <Pager
              {...pagesNumbered(answer)}
              onPageChange={setFilters}
              total={answer.total === 0 ? undefined : plural(answer.total, 'member')}
            />
            {isTakingOut && (
              <TakeOut list={id} selection={selection} rows={answer.data} onClose={() => setTakingOut(false)} />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  return isFiltered ? (
    <EmptyState title="No contacts match your search">Try another name or email address.</EmptyState>
  ) : (
    <EmptyState title="No contacts in this list yet">
      Add contacts here, import them from a file, or let people sign up through a form.
    </EmptyState>
  );
}

/** Renders the dialog that removes the selected members from the list. */
function TakeOut(props: {
  readonly list: string;
  readonly selection: Selection;
  readonly rows: readonly Answer<'GET /contacts/{id}'>[];
  readonly onClose: () => void;
}): ReactNode {
  const { list, onClose, rows, selection } = props;
  const { data } = useRead('GET /lists/{id}', { params: { id: list } });
  return (
    <Dialog
      title={`Remove ${plural(selection.keys.size, 'contact')} from the list?`}
      description="The contacts are kept, along with their tags and other lists."
      isOpen
      onClose={onClose}
    >
      <ChangeTicked
        action="remove_from_list"
        target={list}
        name={data?.name ?? ''}
        selection={selection}
        rows={rows}
        onClose={onClose}
      />
    </Dialog>
  );
}
