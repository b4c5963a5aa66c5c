import { useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Badge, Status } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { Field } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { Select } from '../../components/select.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { Last } from '../../components/last.tsx';
import { Loaded } from '../../components/states.tsx';
import { sourceColumns, useSources } from '../../components/source-columns.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useFilters } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay, useSession } from '../../session.ts';

type Token = Answer<'GET /dashboard/tokens'>['data'][number];
type Made = Answer<'POST /dashboard/tokens'>;

const LIST = ['GET /dashboard/tokens', 'GET /dashboard/account/audit'] as const;

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'made'; readonly made: Made }
  | { readonly what: 'revoke'; readonly token: Token };

const WHOSE = [
  { value: '', label: 'You' },
  { value: 'all', label: 'Everyone' },
];

/** Renders the personal access tokens. */
export function Tokens(): ReactNode {
  const [open, setOpen] = useState<Open>();
  useDoParameter('token', () => setOpen({ what: 'create' }));
  const { filters, setFilters } = useFilters();
  const seesAll = useMay('dashboard:admin');
  const isAll = seesAll && filters['tokens'] === 'all';
  const read = useRead('GET /dashboard/tokens', { query: isAll ? { people: 'all' } : {} }, { keep: true });
  const sources = useSources(
    'token',
    (read.data?.data ?? []).map(({ id }) => id),
  );
  const create = (
    <Button onClick={() => setOpen({ what: 'create' })}>
      <Plus className="size-4" aria-hidden /> Create token
    </Button>
  );
  return (
    <Card
      title="Personal access tokens"
      summary="Use these tokens in your own programs. A token has the same permissions as you."
      isFlush
      actions={
        <>
          {seesAll && (
            <Select
              label="Owner"
              choices={WHOSE}
              value={isAll ? 'all' : ''}
              onChange={(tokens) => setFilters({ tokens })}
            />
          )}
          {create}
        </>
      }
    >
      <Loaded read={read} lines={3}>
        {({ data }) => (
          <Table
            label="Personal access tokens"
            columns={[
              ...(isAll ? COLUMNS_OF_ALL : COLUMNS),
              ...sourceColumns<Token>(sources, ({ id }) => id),
              actionsColumn((token) => setOpen({ what: 'revoke', token })),
            ]}
            rows={data}
            keyOf={({ id }) => String(id)}
            empty={
              <EmptyNote title="No tokens yet">Create a token for each program that uses the account API.</EmptyNote>
            }
          />
        )}
      </Loaded>
      <Dialogs open={open} setOpen={setOpen} />
    </Card>
  );
}

function Dialogs({ open, setOpen }: { open: Open | undefined; setOpen: (next: Open | undefined) => void }): ReactNode {
  const close = (): void => setOpen(undefined);
  if (open?.what === 'create')
    return <CreateToken onClose={close} onMade={(made) => setOpen({ what: 'made', made })} />;
  if (open?.what === 'made') return <NewToken made={open.made} onClose={close} />;
  if (open?.what === 'revoke') return <RevokeToken of={open.token} onClose={close} />;
  return null;
}

const COLUMNS: readonly Column<Token>[] = [
  {
    key: 'name',
    header: 'Name',
    isMain: true,
    cell: ({ last4, name, prefix }) => (
      <>
        <span className="block font-medium">{name}</span>
        <code className="font-mono text-sm text-ink-3">
          {prefix}…{last4}
        </code>
      </>
    ),
  },
  { key: 'created', header: 'Created', isExtra: true, cell: ({ created_at: at }) => <Time at={at} style="date" /> },
  {
    key: 'used',
    header: 'Last used',
    isRight: true,
    cell: ({ last_used_at: at }) => <Last at={at} word="used" />,
  },
  { key: 'state', header: 'Status', isSide: true, cell: (token) => <State of={token} />, width: 'w-32' },
];

const PERSON: Column<Token> = {
  key: 'person',
  header: 'Owner',
  cell: ({ person }) => person?.name || person?.email || 'the account itself',
};

const COLUMNS_OF_ALL: readonly Column<Token>[] = [...COLUMNS.slice(0, 1), PERSON, ...COLUMNS.slice(1)];

function State({ of }: { readonly of: Token }): ReactNode {
  if (of.revoked_at !== null) return <Status state="revoked" />;
  if (!of.is_member) return <Badge tone="warn">owner left</Badge>;
  return <Badge tone="ok">active</Badge>;
}

function actionsColumn(onRevoke: (token: Token) => void): Column<Token> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-14',
    cell: (token) =>
      token.revoked_at === null && (
        <RowMenu
          label={`Actions for ${token.name}`}
          actions={[{ label: 'Revoke', isDanger: true, onClick: () => onRevoke(token) }]}
        />
      ),
  };
}

function CreateToken(props: { readonly onClose: () => void; readonly onMade: (made: Made) => void }): ReactNode {
  const { onClose, onMade } = props;
  const create = useAct('POST /dashboard/tokens', { refresh: LIST, onDone: onMade });
  return (
    <FormDialog
      title="Create token"
      description="The token has the permissions of your role and stops working when you leave the account."
      isOpen
      onClose={onClose}
      action="Create token"
      isBusy={create.isPending}
      problem={create.error}
      fields={['name']}
      onSubmit={(form) => create.act({ body: { name: textOf(form, 'name') } })}
    >
      <Field
        label="Name"
        name="name"
        placeholder="Website"
        hint="Enter the name of the program that uses this token."
        autoComplete="off"
        autoFocus
        problem={create.error}
      />
    </FormDialog>
  );
}

function NewToken({ made, onClose }: { readonly made: Made; readonly onClose: () => void }): ReactNode {
  const { base_url: baseUrl } = useSession().installation;
  return (
    <ShownOnce
      title={`${made.name} created`}
      noun="token"
      secret={made.token}
      example={{
        label: 'In a terminal',
        code: `curl ${baseUrl}/me -H "Authorization: Bearer ${made.token}"`,
      }}
      onClose={onClose}
    />
  );
}

function RevokeToken({ of, onClose }: { readonly of: Token; readonly onClose: () => void }): ReactNode {
  const revoke = useAct('DELETE /dashboard/tokens/{id}', {
    refresh: LIST,
    onDone: () => {
      toast(`${of.name} revoked.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke ${of.name}?`}
      action="Revoke token"
      isOpen
      isBusy={revoke.isPending}
      problem={revoke.error}
      onConfirm={() => revoke.act({ params: { id: String(of.id) } })}
      onClose={onClose}
    >
      Programs that use {of.prefix}…{of.last4} lose access within a second. This can’t be undone.
    </ConfirmDialog>
  );
}
