import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/page.tsx';
import { Last } from '../../components/last.tsx';
import { Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { deviceOf } from './device.ts';

type OwnSession = Answer<'GET /dashboard/me/sessions'>['data'][number];

/** Renders the user's sessions, with a button to end each session except the current one. */
export function Sessions(): ReactNode {
  const read = useRead('GET /dashboard/me/sessions', {});
  const [ending, setEnding] = useState<number>();
  const end = useAct('DELETE /dashboard/me/sessions/{id}', {
    refresh: ['GET /dashboard/me/sessions'],
    onDone: () => toast('Session ended.'),
  });
  useProblemToast(end.error);
  const actions: Column<OwnSession> = {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    cell: ({ id, is_current: isCurrent, user_agent: agent }) =>
      isCurrent ? null : (
        <Button
          aria-label={`End the session on ${deviceOf(agent)}`}
          isBusy={end.isPending && ending === id}
          onClick={() => {
            setEnding(id);
            end.act({ params: { id: String(id) } });
          }}
        >
          End
        </Button>
      ),
  };
  return (
    <Card
      title="Sessions"
      summary="You are signed in on these devices. End sessions that you don’t recognize, and change your password."
      isFlush
    >
      <Loaded read={read} lines={2}>
        {({ data }) => (
          <Table
            label="Sessions"
            columns={[...COLUMNS, actions]}
            rows={data}
            keyOf={({ id }) => String(id)}
            empty={<p className="px-6 pb-6 text-ink-2">No other sessions.</p>}
          />
        )}
      </Loaded>
    </Card>
  );
}

const COLUMNS: readonly Column<OwnSession>[] = [
  {
    key: 'device',
    header: 'Browser',
    isMain: true,
    cell: ({ address, is_current: isCurrent, user_agent: agent }) => (
      <>
        <span className="flex flex-wrap items-center gap-2 font-medium" title={agent ?? undefined}>
          {deviceOf(agent)}
          {isCurrent && <Badge tone="info">this session</Badge>}
        </span>
        <span className="text-sm text-ink-3">{address ?? 'unknown IP address'}</span>
      </>
    ),
  },
  { key: 'since', header: 'Signed in', isExtra: true, cell: ({ created_at: at }) => <Time at={at} /> },
  { key: 'seen', header: 'Last seen', isRight: true, cell: ({ last_seen_at: at }) => <Last at={at} word="seen" /> },
];
