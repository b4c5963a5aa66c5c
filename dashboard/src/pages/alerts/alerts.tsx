import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useDoParameter } from '../../do-parameter.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Page } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct, useRead } from '../../reading.ts';
import { useMay, useSession } from '../../session.ts';
import { CreateAlert, EditAlert } from './alert-form.tsx';
import { conditionOf, type Alert } from './alert-words.ts';

type Open = { readonly what: 'create' } | { readonly what: 'edit' | 'delete'; readonly alert: Alert };

const READ_AGAIN_MS = 30_000;

/**
 * Renders the alerts. An alert notifies users when messages with a tag bounce, are reported as spam, or fail, or when
 * no more messages with the tag are sent.
 */
export default function Alerts(): ReactNode {
  const [open, setOpen] = useState<Open>();
  const mayChange = useMay('dashboard:write');
  const { account } = useSession();
  const read = useRead('GET /transactional/alerts', {}, { every: READ_AGAIN_MS });
  useDoParameter(mayChange && 'create', () => setOpen({ what: 'create' }));
  const create = mayChange && (
    <Button look="primary" onClick={() => setOpen({ what: 'create' })}>
      <Plus className="size-4" aria-hidden /> Create alert
    </Button>
  );
  const close = (): void => setOpen(undefined);
  const columns = columnsOf(account.email);
  return (
    <Page
      title="Alerts"
      summary="Get an email when messages with a tag bounce, fail, are reported as spam, or are no longer sent."
      actions={create}
    >
      <section className="card" aria-label="Alerts">
        <Loaded read={read}>
          {({ data }) => (
            <Table
              label="Alerts"
              columns={mayChange ? [...columns, actionsColumn(setOpen)] : columns}
              rows={data}
              keyOf={({ id }) => String(id)}
              empty={
                <EmptyState title="No alerts yet" action={create}>
                  Monitor the tags of emails that recipients depend on, such as sign-in codes and receipts.
                </EmptyState>
              }
            />
          )}
        </Loaded>
      </section>
      {open?.what === 'create' && <CreateAlert onClose={close} />}
      {open?.what === 'edit' && <EditAlert alert={open.alert} onClose={close} />}
      {open?.what === 'delete' && <DeleteAlert alert={open.alert} onClose={close} />}
    </Page>
  );
}

function columnsOf(ownAddress: string): readonly Column<Alert>[] {
  return [
    {
      key: 'tag',
      header: 'Tag',
      isMain: true,
      cell: ({ tag }) => (
        <Link to={`/tags/${tag}`} className="font-mono text-sm font-medium text-accent-ink underline">
          {tag}
        </Link>
      ),
    },
    { key: 'when', header: 'Condition', cell: (alert) => conditionOf(alert) },
    {
      key: 'who',
      header: 'Email',
      isExtra: true,
      cell: ({ email }) => email ?? <span className="text-ink-3">{ownAddress}</span>,
    },
    { key: 'state', header: 'Status', isSide: true, width: 'w-44', cell: (alert) => <State of={alert} /> },
  ];
}

function State({ of }: { readonly of: Alert }): ReactNode {
  if (of.firing_since === null) return <Badge tone="ok">ok</Badge>;
  return (
    <Badge tone="bad">
      firing since <Time at={of.firing_since} />
    </Badge>
  );
}

function actionsColumn(setOpen: (next: Open) => void): Column<Alert> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-14',
    cell: (alert) => (
      <RowMenu
        label={`Actions for the alert for ${alert.tag}`}
        actions={[
          { label: 'Edit', onClick: () => setOpen({ what: 'edit', alert }) },
          { label: 'Delete', isDanger: true, onClick: () => setOpen({ what: 'delete', alert }) },
        ]}
      />
    ),
  };
}

function DeleteAlert({ alert, onClose }: { readonly alert: Alert; readonly onClose: () => void }): ReactNode {
  const remove = useAct('DELETE /transactional/alerts/{id}', {
    refresh: ['GET /transactional/alerts'],
    onDone: () => {
      toast('Alert deleted.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete the alert for ${alert.tag}?`}
      action="Delete alert"
      isOpen
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(alert.id) } })}
      onClose={onClose}
    >
      You will no longer be notified of this condition: {conditionOf(alert)}.
    </ConfirmDialog>
  );
}
