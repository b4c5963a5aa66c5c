import { useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Badge, Status } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { sourceColumns, useSources } from '../../components/source-columns.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count } from '../../words.ts';
import { CreateKey, EditKey, RevokeKey, RotateKey } from './key-dialogs.tsx';
import { scopeInWords, type Key } from './key-words.ts';
import { NewKey } from './new-key.tsx';

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'new'; readonly made: Answer<'POST /dashboard/keys'>; readonly isRotation: boolean }
  | { readonly what: 'edit' | 'rotate' | 'revoke'; readonly key: Key };

const READ_AGAIN_MS = 15_000;

/** Renders the API keys of the account with their scopes, their usage, and their expiration. */
export default function Keys(): ReactNode {
  const [open, setOpen] = useState<Open>();
  const mayChange = useMay('dashboard:admin');
  const read = useRead('GET /dashboard/keys', {}, { every: READ_AGAIN_MS });
  const sources = useSources(
    'token',
    (read.data?.data ?? []).map(({ id }) => id),
  );
  useDoParameter(mayChange && 'create', () => setOpen({ what: 'create' }));
  const create = mayChange && (
    <Button look="primary" onClick={() => setOpen({ what: 'create' })}>
      <Plus className="size-4" aria-hidden /> Create API key
    </Button>
  );
  return (
    <Page
      title="API keys"
      summary="Use API keys to send email from your programs and to read the delivery status."
      actions={create}
    >
      <section className="card" aria-label="API keys">
        <Loaded read={read}>
          {({ data }) => (
            <Table
              label="API keys"
              columns={[
                ...COLUMNS,
                // Only keys with access to the account can add contacts.
                ...(sources.size > 0 ? sourceColumns<Key>(sources, ({ id }) => id) : []),
                STATUS,
                ...(mayChange ? [actionsColumn(setOpen)] : []),
              ]}
              rows={data}
              keyOf={({ id }) => String(id)}
              empty={
                <EmptyState title="No API keys yet" action={create}>
                  Create a key for each program that sends email, so that you can revoke each one separately.
                  {!mayChange && ' Only owners and admins can create keys.'}
                </EmptyState>
              }
            />
          )}
        </Loaded>
      </section>
      <Dialogs open={open} setOpen={setOpen} />
    </Page>
  );
}

function Dialogs({ open, setOpen }: { open: Open | undefined; setOpen: (next: Open | undefined) => void }): ReactNode {
  const close = (): void => setOpen(undefined);
  if (!open) return null;
  switch (open.what) {
    case 'create':
      return <CreateKey onClose={close} onMade={(made) => setOpen({ what: 'new', made, isRotation: false })} />;
    case 'rotate':
      return (
        <RotateKey of={open.key} onClose={close} onMade={(made) => setOpen({ what: 'new', made, isRotation: true })} />
      );
    case 'edit':
      return <EditKey of={open.key} onClose={close} />;
    case 'revoke':
      return <RevokeKey of={open.key} onClose={close} />;
    case 'new':
      return <NewKey made={open.made} isRotation={open.isRotation} onClose={close} />;
  }
}

const COLUMNS: readonly Column<Key>[] = [
  {
    key: 'name',
    header: 'Name',
    isMain: true,
    cell: (row) => (
      <>
        <span className="block font-medium">{row.name}</span>
        <code className="font-mono text-sm text-ink-3">
          {row.prefix}…{row.last4}
        </code>
        <Maker of={row} />
      </>
    ),
  },
  {
    key: 'may',
    header: 'Permissions',
    cell: (row) => (
      <>
        <span className="block">{row.scopes.map(scopeInWords).join(' and ')}</span>
        <span className="text-sm text-ink-3">{sendsFrom(row)}</span>
      </>
    ),
  },
  { key: 'rate', header: 'Requests per minute', cell: (row) => <Rate of={row} />, isExtra: true },
  {
    key: 'used',
    header: 'Last used',
    cell: (row) =>
      row.last_used_at === null ? <span className="text-ink-3">never</span> : <Time at={row.last_used_at} />,
    isRight: true,
    isExtra: true,
  },
];

const STATUS: Column<Key> = {
  key: 'status',
  header: 'Status',
  cell: (row) => <State of={row} />,
  isSide: true,
  width: 'w-40',
};

/** Returns the domains that a key may send from, in words. Only keys that can send have a domain. */
function sendsFrom({ domain, scopes }: Key): string {
  if (!scopes.includes('transactional:send')) return 'can’t send';
  return domain === null ? 'from any domain' : `from ${domain} only`;
}

function actionsColumn(setOpen: (next: Open) => void): Column<Key> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-14',
    cell: (key) =>
      (key.status === 'living' || key.status === 'ending') && (
        <RowMenu
          label={`Actions for ${key.name}`}
          actions={[
            { label: 'Edit', onClick: () => setOpen({ what: 'edit', key }) },
            { label: 'Rotate', onClick: () => setOpen({ what: 'rotate', key }) },
            { label: 'Revoke', isDanger: true, onClick: () => setOpen({ what: 'revoke', key }) },
          ]}
        />
      ),
  };
}

/**
 * Renders the user who created a key. If that user has left the account, renders a warning, because the user may still
 * have the key.
 */
function Maker({ of }: { readonly of: Key }): ReactNode {
  const { made_by: maker, status } = of;
  if (!maker) return null;
  const name = maker.name ?? 'someone';
  const isLiving = status === 'living' || status === 'ending';
  if (maker.is_member || !isLiving) return <span className="block text-sm text-ink-3">created by {name}</span>;
  return (
    <span className="mt-1 block">
      <Badge tone="warn">created by {name}, who left</Badge>
    </span>
  );
}

/** Renders the current usage of a key's rate limit per minute, as numbers and a bar. */
function Rate({ of }: { readonly of: Key }): ReactNode {
  const { is_own: isOwn, per_minute: most, used_last_minute: used } = of.rate;
  if (most === null) return <span className="text-ink-3">no limit</span>;
  return (
    <span className="flex items-center gap-2" title={isOwn ? 'This key’s own rate limit' : 'The plan’s rate limit'}>
      <span className="h-1.5 w-16 overflow-hidden rounded-full bg-sunken" aria-hidden>
        <span className="block h-full bg-accent" style={{ width: `${Math.min(100, ((used ?? 0) / most) * 100)}%` }} />
      </span>
      <span className="whitespace-nowrap">
        {count(used ?? 0)} <span className="text-ink-3">of {count(most)}</span>
      </span>
    </span>
  );
}

function State({ of }: { readonly of: Key }): ReactNode {
  switch (of.status) {
    case 'living':
      return <Badge tone="ok">active</Badge>;
    case 'ending':
      return (
        <span className="flex flex-col gap-0.5 max-sm:items-end">
          <span>
            <Badge tone="warn">ending</Badge>
          </span>
          <span className="text-sm text-ink-3">
            until <Time at={of.expires_at} />
          </span>
        </span>
      );
    case 'expired':
      return <Badge>expired</Badge>;
    case 'revoked':
      return <Status state="revoked" />;
  }
}
