import { useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Status } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Pager } from '../../components/pager.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useFilters, useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';

type Row = Answer<'GET /domains'>['data'][number];

const PER_PAGE = '50';

/** Renders the sender domains of the account and their statuses. */
export default function Domains(): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const { filters, setFilters } = useFilters();
  const page = Number(filters['page'] ?? '1');
  const read = useRead('GET /domains', { query: { page: filters['page'], per_page: PER_PAGE } }, { keep: true });
  const mayAdd = useMay('dashboard:write');
  useDoParameter(mayAdd && 'add', () => setAdding(true));
  const add = mayAdd && (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus className="size-4" aria-hidden /> Add domain
    </Button>
  );
  return (
    <Page title="Domains" summary="Manage the domains you send from. Each domain has its own DKIM keys." actions={add}>
      <section className="card" aria-label="Domains">
        <Loaded read={read}>
          {(list) => (
            <>
              <Table
                label="Domains"
                columns={COLUMNS}
                rows={list.data}
                keyOf={({ id }) => String(id)}
                linkOf={({ id }) => `/domains/${id}`}
                empty={
                  <EmptyState title="No domains yet" action={add}>
                    Add the domain that you send from, then publish the DNS records shown on the domain’s page.
                  </EmptyState>
                }
              />
              <Pager
                newer={page > 1 ? { page: page > 2 ? String(page - 1) : '' } : undefined}
                older={list.next_page_url === null ? undefined : { page: String(page + 1) }}
                onPageChange={setFilters}
              />
            </>
          )}
        </Loaded>
      </section>
      {isAdding && <AddDomain onClose={() => setAdding(false)} />}
    </Page>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'domain', header: 'Domain', cell: (row) => row.domain, isMain: true },
  { key: 'status', header: 'Status', cell: (row) => <Status state={row.status} />, isSide: true, width: 'w-40' },
  {
    key: 'verified',
    header: 'Verified',
    cell: (row) => <Time at={row.validated_at} style="date" />,
    isExtra: true,
    width: 'w-40',
  },
  { key: 'added', header: 'Added', cell: (row) => <Added row={row} />, isRight: true, width: 'w-40' },
];

function Added({ row }: { readonly row: Row }): ReactNode {
  return (
    <span className="text-ink-3">
      <Time at={row.created_at} style="date" />
    </span>
  );
}

function AddDomain({ onClose }: { readonly onClose: () => void }): ReactNode {
  const go = useGo();
  const add = useAct('POST /domains', { refresh: ['GET /domains'], onDone: ({ id }) => go(`/domains/${id}`) });
  return (
    <FormDialog
      title="Add domain"
      isOpen
      onClose={onClose}
      action="Add domain"
      isBusy={add.isPending}
      problem={add.error}
      fields={['domain']}
      onSubmit={(form) => add.act({ body: { domain: textOf(form, 'domain') } })}
    >
      <Field
        label="Domain"
        name="domain"
        placeholder="mail.example.com"
        hint="Enter the part after the @ in your sender addresses."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        problem={add.error}
      />
    </FormDialog>
  );
}
