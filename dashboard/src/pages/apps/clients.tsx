import { useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { useDoParameter } from '../../do-parameter.ts';
import { Button } from '../../components/button.tsx';
import { Copyable } from '../../components/copy.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { Card } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { Last } from '../../components/last.tsx';
import { Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import {
  ChangeClient,
  CreateClient,
  DeleteClient,
  NewClient,
  RotateClient,
  type Client,
  type MadeClient,
} from './client-dialogs.tsx';

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'made'; readonly made: MadeClient; readonly isRotation: boolean }
  | { readonly what: 'change' | 'rotate' | 'delete'; readonly client: Client };

/** Renders the OAuth clients of the account. These are applications of the account that ask users for access. */
export function Clients(): ReactNode {
  const [open, setOpen] = useState<Open>();
  const mayChange = useMay('dashboard:admin');
  const read = useRead('GET /dashboard/oauth-clients', {});
  useDoParameter(mayChange && 'client', () => setOpen({ what: 'create' }));
  const create = mayChange && (
    <Button onClick={() => setOpen({ what: 'create' })}>
      <Plus className="size-4" aria-hidden /> Create client
    </Button>
  );
  return (
    <Card
      title="OAuth clients"
      summary="Register applications that users can connect to their accounts on this server."
      isFlush
      actions={create}
    >
      <Loaded read={read} lines={3}>
        {({ data }) => (
          <Table
            label="OAuth clients"
            columns={mayChange ? [...COLUMNS, actionsColumn(setOpen)] : COLUMNS}
            rows={data}
            keyOf={({ id }) => String(id)}
            empty={
              <EmptyNote title="No clients yet">
                Create a client for an application that acts on behalf of users of this server.
                {!mayChange && ' Only owners and admins can create clients.'}
              </EmptyNote>
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
  if (!open) return null;
  switch (open.what) {
    case 'create':
      return <CreateClient onClose={close} onMade={(made) => setOpen({ what: 'made', made, isRotation: false })} />;
    case 'made':
      return <NewClient made={open.made} isRotation={open.isRotation} onClose={close} />;
    case 'change':
      return <ChangeClient of={open.client} onClose={close} />;
    case 'rotate':
      return (
        <RotateClient
          of={open.client}
          onClose={close}
          onMade={(made) => setOpen({ what: 'made', made, isRotation: true })}
        />
      );
    case 'delete':
      return <DeleteClient of={open.client} onClose={close} />;
  }
}

const COLUMNS: readonly Column<Client>[] = [
  {
    key: 'name',
    header: 'Name',
    isMain: true,
    cell: ({ is_public: isPublic, name, secret_last4: last4 }) => (
      <>
        <span className="block font-medium">{name}</span>
        <span className="text-sm text-ink-3">{isPublic ? 'public, no secret' : `secret ends in ${last4}`}</span>
      </>
    ),
  },
  { key: 'id', header: 'Client ID', cell: ({ client_id: id }) => <Copyable text={id} label="Copy client ID" /> },
  {
    key: 'uris',
    header: 'Redirect URIs',
    isExtra: true,
    cell: ({ redirect_uris: uris }) => (
      <ul className="flex flex-col font-mono text-sm">
        {uris.map((uri) => (
          <li key={uri}>{uri}</li>
        ))}
      </ul>
    ),
  },
  {
    key: 'allowed',
    header: 'Last authorized',
    isRight: true,
    cell: ({ last_allowed_at: at }) => <Last at={at} word="authorized" />,
  },
];

function actionsColumn(setOpen: (next: Open) => void): Column<Client> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-14',
    cell: (client) => (
      <RowMenu
        label={`Actions for ${client.name}`}
        actions={[
          { label: 'Edit', onClick: () => setOpen({ what: 'change', client }) },
          ...(client.is_public ? [] : [{ label: 'Rotate secret', onClick: () => setOpen({ what: 'rotate', client }) }]),
          { label: 'Delete', isDanger: true, onClick: () => setOpen({ what: 'delete', client }) },
        ]}
      />
    ),
  };
}
