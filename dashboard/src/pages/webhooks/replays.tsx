import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/page.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, plural } from '../../words.ts';
import { progressOf } from './time-range.ts';

type Replay = Answer<'GET /transactional/webhook/replays'>['data'][number];

const READ_AGAIN_MS = 1_500;
const SHOWN = '10';
const TONES: Readonly<Record<Replay['state'], Tone>> = { running: 'info', done: 'ok', cancelled: 'plain' };

/** Renders the replays of the account with their progress and the receiver's responses. */
export function Replays(): ReactNode {
  const query = { per_page: SHOWN };
  const first = useRead('GET /transactional/webhook/replays', { query });
  const isRunning = first.data?.data.some(({ state }) => state === 'running') === true;
  const read = useRead('GET /transactional/webhook/replays', { query }, { every: isRunning && READ_AGAIN_MS });
  return (
    <Card title="Replays" isFlush>
      <Loaded read={read} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No replays yet">
              To resend events, select a time range on the timeline, such as an outage.
            </EmptyState>
          ) : (
            <ul className="border-t border-line">
              {data.map((replay) => (
                <OneReplay key={replay.id} of={replay} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function OneReplay({ of }: { readonly of: Replay }): ReactNode {
  const percent = Math.round(progressOf(of) * 100);
  return (
    <li data-replay={of.state} className="flex flex-col gap-2 border-b border-line px-6 py-4 last:border-0 max-sm:px-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Badge tone={TONES[of.state]}>{of.state}</Badge>
        <span>
          {plural(of.queued, 'event')} from <Time at={of.filter['created_after'] ?? null} /> to{' '}
          <Time at={of.filter['created_before'] ?? of.until} />
        </span>
        <span className="text-ink-3">
          {count(of.per_second)} per second{of.url !== null && `, to ${of.url}`}
        </span>
        <span className="ml-auto flex items-center gap-3">
          <Link to="/webhooks/log" search={{ replay_id: of.id }} className="text-accent-ink underline">
            Log
          </Link>
          {of.state === 'running' && <Cancel id={of.id} />}
        </span>
      </div>
      {of.state === 'running' && (
        <div
          role="progressbar"
          aria-label="Replay progress"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
        </div>
      )}
      <OldAndNew of={of} />
    </li>
  );
}

/** Renders the receiver's responses to the original deliveries next to the responses to the replay. */
function OldAndNew({ of }: { readonly of: Replay }): ReactNode {
  const { created_after: from = '', created_before: to = of.until } = of.filter;
  const query = { created_after: of.created_at, created_before: dayAfter(of.finished_at ?? of.created_at) };
  const input = { query: { ...query, replay_id: of.id } };
  const before = useRead('GET /dashboard/webhook/timeline', { query: { created_after: from, created_before: to } });
  const first = useRead('GET /dashboard/webhook/timeline', input);
  // A replay is complete when all deliveries are queued. The last responses arrive after that.
  const isUnanswered = of.state === 'running' || first.data?.data.some(({ waiting }) => waiting > 0) === true;
  const now = useRead('GET /dashboard/webhook/timeline', input, { every: isUnanswered && READ_AGAIN_MS });
  return (
    <dl className="grid grid-cols-2 gap-4 text-sm max-sm:grid-cols-1">
      <Answers title="Original responses" of={before.data?.answers} />
      <Answers title="Replay responses" of={now.data?.answers} />
    </dl>
  );
}

/**
 * Returns the time one day after `at`, because deliveries of a replay can start after the replay itself is complete.
 */
function dayAfter(at: string): string {
  return new Date(Date.parse(at) + 86_400_000).toISOString();
}

type AnswerCounts = Answer<'GET /dashboard/webhook/timeline'>['answers'];

function Answers({ of = [], title }: { readonly of: AnswerCounts | undefined; readonly title: string }): ReactNode {
  const all = of.reduce((sum, { deliveries }) => sum + deliveries, 0);
  const received = of
    .filter(({ answer }) => answer !== null && answer >= 200 && answer < 300)
    .reduce((sum, { deliveries }) => sum + deliveries, 0);
  return (
    <div>
      <dt className="text-ink-3">{title}</dt>
      <dd className="mt-1 flex flex-col gap-1">
        <span className="flex h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
          <span className="bg-ok" style={{ width: `${all === 0 ? 0 : (received / all) * 100}%` }} />
          <span className="bg-bad" style={{ width: `${all === 0 ? 0 : ((all - received) / all) * 100}%` }} />
        </span>
        <span>
          {of.length === 0
            ? 'none'
            : of.map(({ answer, deliveries }) => `${answer ?? 'no response'} × ${count(deliveries)}`).join(', ')}
        </span>
      </dd>
    </div>
  );
}

function Cancel({ id }: { readonly id: string }): ReactNode {
  const cancel = useAct('POST /transactional/webhook/replays/{id}/cancel', {
    refresh: ['GET /transactional/webhook/replays'],
  });
  useProblemToast(cancel.error);
  const mayCancel = useMay('dashboard:write');
  if (!mayCancel) return null;
  return (
    <Button isBusy={cancel.isPending} onClick={() => cancel.act({ params: { id } })}>
      Cancel
    </Button>
  );
}
