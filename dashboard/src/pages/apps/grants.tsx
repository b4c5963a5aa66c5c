import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { Card } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { Last } from '../../components/last.tsx';
import { Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct, useRead } from '../../reading.ts';
import { useMay, useSession } from '../../session.ts';
import { scopeSentence } from './scope-words.ts';

type Grant = Answer<'GET /dashboard/grants'>['data'][number];

/** Renders the grants that users have given to applications. Admins see the grants of all users. */
export function Grants(): ReactNode {
  const [revoked, setRevoked] = useState<Grant>();
  const seesAll = useMay('dashboard:admin');
  const read = useRead('GET /dashboard/grants', {});
  return (
    <Card
      title="Connected applications"
      summary={
        seesAll
          ? 'You and other members have authorized these applications.'
          : 'You have authorized these applications.'
      }
      isFlush
    >
      <Loaded read={read} lines={3}>
        {({ data }) => (
          <Table
            label="Connected applications"
            columns={[...(seesAll ? [...COLUMNS, PERSON] : COLUMNS), USED, actionsColumn(setRevoked)]}
            rows={data}
            keyOf={({ id }) => String(id)}
            empty={
              <EmptyNote title="No connected applications">
                Applications and MCP clients that you connect to Postrider appear here with their permissions.
              </EmptyNote>
            }
          />
        )}
      </Loaded>
      {revoked && <Revoke of={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  );
}

const COLUMNS: readonly Column<Grant>[] = [
  {
    key: 'name',
    header: 'Application',
    isMain: true,
    cell: ({ client }) => (
      <>
        <span className="block font-medium">{client.name}</span>
        <span className="text-sm text-ink-3">
          {client.hosts.join(', ')}
          {client.is_self_registered && ', self-registered'}
        </span>
      </>
    ),
  },
  {
    key: 'scopes',
    header: 'Permissions',
    cell: ({ scopes }) => (
      <ul className="flex flex-col gap-0.5">
        {scopes.map((scope) => (
          <li key={scope}>{scopeSentence(scope)}</li>
        ))}
      </ul>
    ),
  },
];

const PERSON: Column<Grant> = {
  key: 'person',
  header: 'Authorized by',
  width: 'w-44',
  cell: ({ created_at: at, person }) => (
    <>
      <span className="block">{person.name || person.email}</span>
      <span className="text-sm text-ink-3">
        on <Time at={at} style="date" />
      </span>
    </>
  ),
};

const USED: Column<Grant> = {
  key: 'used',
  header: 'Last used',
  isRight: true,
  cell: ({ last_used_at: at }) => <Last at={at} word="used" />,
};

function actionsColumn(onRevoke: (grant: Grant) => void): Column<Grant> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-14',
    cell: (grant) => (
      <RowMenu
        label={`Actions for ${grant.client.name}`}
        actions={[{ label: 'Disconnect', isDanger: true, onClick: () => onRevoke(grant) }]}
      />
    ),
  };
}

function Revoke({ of, onClose }: { readonly of: Grant; readonly onClose: () => void }): ReactNode {
  const { person } = useSession();
  const revoke = useAct('DELETE /dashboard/grants/{id}', {
    refresh: ['GET /dashboard/grants'],
    onDone: () => {
      toast(`${of.client.name} disconnected.`);
      onClose();
    },
  });
  const whose = of.person.id === person.id ? 'your' : `${of.person.name || of.person.email}’s`;
  return (
    <ConfirmDialog
      title={`Disconnect ${of.client.name}?`}
      action="Disconnect application"
      isOpen
      isBusy={revoke.isPending}
      problem={revoke.error}
      onConfirm={() => revoke.act({ params: { id: String(of.id) } })}
      onClose={onClose}
    >
      The application can’t act on {whose} behalf until it is authorized again.
    </ConfirmDialog>
  );
}
