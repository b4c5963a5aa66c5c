import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { words } from '../../words.ts';

type Delivery = Answer<'GET /transactional/webhook/deliveries'>['data'][number];

const TONES: Readonly<Record<Delivery['state'], Tone>> = {
  received: 'ok',
  waiting: 'info',
  given_up: 'bad',
  held: 'warn',
};

const COLUMNS: readonly Column<Delivery>[] = [
  {
    key: 'state',
    header: 'Status',
    cell: ({ state }) => <Badge tone={TONES[state]}>{words(state)}</Badge>,
    isSide: true,
    width: 'w-32',
  },
  { key: 'event', header: 'Event', cell: ({ event }) => words(event), isMain: true },
  { key: 'recipient', header: 'Recipient', cell: ({ recipient }) => recipient },
  { key: 'answer', header: 'Response', cell: ({ answer }) => answer ?? '–', isRight: true },
  { key: 'attempts', header: 'Attempts', cell: (row) => row.attempt_count, isRight: true, isExtra: true },
  {
    key: 'time',
    header: 'Created',
    cell: (row) => <Time at={row.created_at} />,
    isRight: true,
    isExtra: true,
  },
];

/** Renders the webhook deliveries for a message, and the responses to them. */
export function Deliveries({ id }: { readonly id: string }): ReactNode {
  const read = useRead('GET /transactional/webhook/deliveries', { query: { message_id: id, per_page: '100' } });
  return (
    <Loaded read={read}>
      {({ data }) => (
        <Table
          label="Webhook deliveries"
          columns={COLUMNS}
          rows={data}
          keyOf={(row) => row.id}
          linkOf={(row) => `/webhooks/deliveries/${row.id}`}
          empty={
            <EmptyState
              title="No webhook deliveries for this message"
              action={<ButtonLink to="/webhooks">Set up webhook</ButtonLink>}
            >
              A webhook notifies your server of every delivery, bounce, and open.
            </EmptyState>
          }
        />
      )}
    </Loaded>
  );
}
