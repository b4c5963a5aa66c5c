import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge, Status } from '../../components/badge.tsx';
import type { Selection } from '../../components/selection.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { contactStatusOf } from './contact-filters.ts';

type Contact = Answer<'GET /contacts/{id}'>;

/** Renders contacts as table rows, each with a link. */
export function ContactTable(props: {
  readonly label: string;
  readonly rows: readonly Contact[];
  readonly empty: ReactNode;
  readonly selection?: Selection | undefined;
}): ReactNode {
  const { empty, label, rows, selection } = props;
  return (
    <Table
      label={label}
      columns={COLUMNS}
      rows={rows}
      keyOf={({ id }) => String(id)}
      linkOf={({ id }) => `/contacts/${id}`}
      nameOf={({ email }) => email}
      empty={empty}
      {...(selection && { selection })}
    />
  );
}

/** Renders the status of a contact as a badge. */
export function ContactStatus({ of }: { readonly of: Contact }): ReactNode {
  const contactStatus = contactStatusOf(of);
  if (contactStatus === 'unsubscribed') return <Badge>unsubscribed</Badge>;
  return <Status state={contactStatus} />;
}

const COLUMNS: readonly Column<Contact>[] = [
  { key: 'email', header: 'Email', cell: ({ email }) => email, isMain: true, isClipped: true },
  {
    key: 'name',
    header: 'Name',
    cell: ({ first_name: first, last_name: last }) => <span className="text-ink-2">{`${first} ${last}`.trim()}</span>,
    isClipped: true,
    width: 'w-40',
  },
  { key: 'status', header: 'Status', cell: (row) => <ContactStatus of={row} />, isSide: true, width: 'w-34' },
  {
    key: 'lists',
    header: 'Lists',
    cell: ({ lists }) => <span className="text-ink-2">{lists.map(({ name }) => name).join(', ')}</span>,
    isClipped: true,
    isExtra: true,
    width: 'w-48',
  },
  {
    key: 'added',
    header: 'Added',
    isRight: true,
    isExtra: true,
    width: 'w-34',
    cell: ({ created_at: at }) => (
      <span className="text-ink-3">
        <Time at={at} />
      </span>
    ),
  },
];
