import { useRef, useState, type ReactNode } from 'react';
import { Trash2 } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Pager, pagesOnwards } from '../../components/pager.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useFilters } from '../../filters.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';

type Row = Answer<'GET /inbox'>['data'][number];

const PER_PAGE = 50;
/**
 * Poll interval in milliseconds. Polling is necessary because emails that arrive in the inbox through SMTP cause no
 * live events.
 */
const READ_AGAIN_MS = 3_000;

/** Renders the local inbox. New emails appear when they arrive. */
export default function Inbox(): ReactNode {
  const [isEmptying, setEmptying] = useState(false);
  const mayEmpty = useMay('dashboard:write');
  const filtering = useFilters();
  const { filters, setFilters } = filtering;
  const { after, to } = filters;
  const query = { ...(to && { to }), ...(after && { after }), limit: String(PER_PAGE) };
  const read = useRead('GET /inbox', { query }, { keep: true, every: READ_AGAIN_MS });
  return (
    <Page
      title="Inbox"
      summary="The inbox captures emails from the sandbox domain, or from all domains if this installation doesn’t deliver email. To see sign-in emails, run “postrider inbox list” on the server."
      actions={
        mayEmpty && (
          <Button look="danger" onClick={() => setEmptying(true)} disabled={read.data?.data.length === 0}>
            <Trash2 className="size-4" aria-hidden /> Delete all emails
          </Button>
        )
      }
    >
      <section className="card" aria-label="Emails">
        <div className="border-b border-line p-3">
          <SearchField label="Recipient address" value={to ?? ''} onSearch={(text) => setFilters({ to: text })} />
        </div>
        <Loaded read={read} lines={8}>
          {({ data }) => (
            <>
              <List emails={data} isFiltered={Boolean(to)} />
              <Pager
                {...pagesOnwards(filtering, data.length === PER_PAGE ? data.at(-1)?.id : undefined)}
                onPageChange={setFilters}
              />
            </>
          )}
        </Loaded>
      </section>
      <Empty isOpen={isEmptying} onClose={() => setEmptying(false)} />
    </Page>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'subject',
    header: 'Subject',
    isMain: true,
    cell: (row) => row.subject || <span className="text-ink-3">no subject</span>,
  },
  { key: 'to', header: 'To', cell: (row) => row.recipients.join(', ') },
  { key: 'from', header: 'From', cell: (row) => <span className="text-ink-2">{row.from}</span>, isExtra: true },
  {
    key: 'time',
    header: 'Received',
    isRight: true,
    width: 'w-32',
    cell: (row) => (
      <span className="text-ink-3">
        <Time at={row.received_at} />
      </span>
    ),
  },
];

function List({ isFiltered, emails }: { readonly emails: readonly Row[]; readonly isFiltered: boolean }): ReactNode {
  const newest = useRef(emails[0]?.received_at ?? '');
  return (
    <Table
      label="Emails"
      columns={COLUMNS}
      rows={emails}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/inbox/${id}`}
      isNew={({ received_at }) => received_at > newest.current}
      empty={
        isFiltered ? (
          <EmptyState title="No emails to this address">
            Enter the full address. New emails appear here as they arrive.
          </EmptyState>
        ) : (
          <EmptyState
            title="No emails yet"
            action={
              <ButtonLink to="/welcome" look="primary">
                {' '}
                Send test email{' '}
              </ButtonLink>
            }
          >
            Emails sent from the sandbox domain appear here. If this installation doesn’t deliver email, all emails
            appear here.
          </EmptyState>
        )
      }
    />
  );
}

function Empty({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }): ReactNode {
  const empty = useAct('DELETE /inbox', {
    refresh: ['GET /inbox'],
    onDone: () => {
      toast('All emails in the inbox were deleted.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Delete all emails?"
      action="Delete all emails"
      isOpen={isOpen}
      isBusy={empty.isPending}
      problem={empty.error}
      onConfirm={() => empty.act({})}
      onClose={onClose}
    >
      This deletes every email in the inbox, for all accounts on this installation. The messages stay in the message
      log.
    </ConfirmDialog>
  );
}
