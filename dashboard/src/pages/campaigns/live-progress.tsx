import { type ReactNode, useState } from 'react';
import { ChevronRight, Pause, Play } from 'lucide-react';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Card } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, noun, plural, share } from '../../words.ts';
import { type Campaign, CHANGED, isInProgress } from './campaign-words.ts';
import type { Answer } from '../../api.ts';

type Lanes = Answer<'GET /dashboard/campaigns/{id}/lanes'>;
type Lane = Lanes['lanes'][number];

/** Label and color of each status of a provider lane. */
const LANE_STATES: Readonly<Record<Lane['state'], { readonly text: string; readonly tone: Tone }>> = {
  paused: { text: 'paused', tone: 'warn' },
  backing_off: { text: 'backing off', tone: 'warn' },
  waiting: { text: 'waiting', tone: 'warn' },
  sending: { text: 'sending', tone: 'info' },
  done: { text: 'done', tone: 'ok' },
};

/** Refresh interval in milliseconds while the campaign is being sent. */
const READ_AGAIN_MS = 1_000;
/** Refresh interval in milliseconds after the campaign was sent, while some emails are still queued or in progress. */
const WAITING_MS = 10_000;
const LANES = ['GET /dashboard/campaigns/{id}/lanes', ...CHANGED] as const;

/**
 * Renders the live progress of a campaign by provider lane: the results, the sending speed, and the pauses for each
 * mailbox provider.
 */
export function LiveProgress({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const id = String(campaign.id);
  const { data } = useRead(
    'GET /dashboard/campaigns/{id}/lanes',
    { params: { id } },
    {
      every: ({ data: last }) => {
        if (isInProgress(campaign)) return READ_AGAIN_MS;
        return last !== undefined && isOpen(last) ? WAITING_MS : false;
      },
    },
  );
  if (!data || (data.lanes.length === 0 && !isInProgress(campaign))) return null;
  const lanes = (
    <>
      <Unsorted lanes={data} />
      {data.lanes.length === 0 && (
        <p className="border-t border-line px-6 py-4 text-ink-2 max-sm:px-4">
          No provider lanes yet. Provider lanes appear when emails are assigned to providers.
        </p>
      )}
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {data.lanes.map((lane) => (
          <LaneRow key={lane.provider} lane={lane} campaign={campaign} />
        ))}
      </ul>
    </>
  );
  if (!isOpen(data)) return <Folded lanes={data}>{lanes}</Folded>;
  return (
    <Card
      title="Live progress"
      summary="Each provider lane sends to one mailbox provider. Delays at one provider don’t affect the others."
      isFlush
    >
      {lanes}
    </Card>
  );
}

/** Renders the progress of a completed delivery as one line, which the user can expand. */
function Folded({ children, lanes }: { readonly children: ReactNode; readonly lanes: Lanes }): ReactNode {
  const { done_count: done, lanes: all } = lanes;
  return (
    <details className="group min-w-0 card">
      <summary className="flex cursor-pointer list-none flex-wrap items-baseline gap-x-3 gap-y-1 px-6 py-4 max-sm:px-4">
        <ChevronRight className="size-4 shrink-0 self-center text-ink-3 group-open:rotate-90" aria-hidden />
        <h2 className="text-lg font-semibold">Delivery by mailbox provider</h2>
        <span className="text-sm text-ink-3">{`${plural(done, 'email')} done, ${plural(all.length, 'provider lane')}`}</span>
      </summary>
      {children}
    </details>
  );
}

/**
 * Returns whether the numbers can still change, because the campaign is in progress, emails are waiting, or emails of a
 * sent campaign have no result yet.
 */
function isOpen(read: Lanes): boolean {
  const { done_count: done, lanes, recipients_count: all, status } = read;
  if (isInProgress(read) || lanes.some((lane) => waitingIn(lane) > 0)) return true;
  return status === 'sent' && lanes.length > 0 && done < all;
}

/**
 * Renders the numbers of contacts whose mailbox provider is not known yet, of waiting emails, and of completed emails.
 */
function Unsorted({ lanes }: { readonly lanes: Lanes }): ReactNode {
  const { done_count: done, recipients_count: all, unsorted_count: unsorted } = lanes;
  const waiting = lanes.lanes.reduce((sum, lane) => sum + waitingIn(lane), 0);
  return (
    <dl className="grid grid-cols-3 gap-x-6 gap-y-3 px-6 pb-4 max-sm:px-4">
      <Sum label="Not assigned yet" value={unsorted} beside={`of ${plural(all, 'contact')}`} />
      <Sum label="Waiting in provider lanes" value={waiting} beside={noun(waiting, 'email')} />
      <Sum label="Done" value={done} beside={share(done, all)} />
    </dl>
  );
}

function Sum(props: { readonly label: string; readonly value: number; readonly beside: string }): ReactNode {
  return (
    <div>
      <dt className="text-sm text-ink-3">{props.label}</dt>
      <dd>
        <span className="block text-xl font-semibold tabular-nums">{count(props.value)}</span>
        <span className="text-sm text-ink-3">{props.beside}</span>
      </dd>
    </div>
  );
}

function LaneRow({ campaign, lane }: { readonly campaign: Campaign; readonly lane: Lane }): ReactNode {
  // Show the lane of a paused campaign as paused, even if emails in progress are still being delivered.
  const isStill = campaign.status === 'paused' && lane.state === 'sending';
  const { text, tone } = LANE_STATES[isStill ? 'paused' : lane.state];
  return (
    <li aria-label={lane.name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2 px-6 py-4 max-sm:px-4">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-medium break-words">{lane.name}</h3>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <PauseButton campaign={campaign} lane={lane} />
      <div className="col-span-2 min-w-0">
        <Bar lane={lane} />
        <p className="mt-2 text-ink-2">
          {isStill ? 'The whole campaign is paused.' : sentenceOf(lane)}
          {lane.next_try_at !== null && (
            <>
              {' '}
              Next attempt: <Time at={lane.next_try_at} />.
            </>
          )}
        </p>
        {lane.last_answer && (lane.state === 'backing_off' || lane.state === 'waiting' || waitingIn(lane) > 0) && (
          <figure className="mt-2 border-l-2 border-line pl-3">
            <blockquote className="font-mono text-sm break-words text-ink-2">{lane.last_answer.text}</blockquote>
            <figcaption className="text-sm text-ink-3">
              last response, <Time at={lane.last_answer.at} />
            </figcaption>
          </figure>
        )}
      </div>
    </li>
  );
}

/** Renders the results of a provider lane as a bar, with the numbers below the bar. */
function Bar({ lane }: { readonly lane: Lane }): ReactNode {
  const parts = partsOf(lane).filter((part) => part.count > 0);
  return (
    <>
      <div className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken" aria-hidden>
        {parts.map((part) => (
          <div key={part.name} className={`${part.colour} min-w-1`} style={{ flexGrow: part.count }} />
        ))}
      </div>
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-3">
        {parts.length === 0 && 'No emails have been sent to this provider yet.'}
        {parts.map((part) => (
          <span key={part.name} className="inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums">
            <span className={`size-2 rounded-full ${part.colour}`} aria-hidden />
            {count(part.count)} {part.name}
          </span>
        ))}
      </p>
    </>
  );
}

function PauseButton({ campaign, lane }: { readonly campaign: Campaign; readonly lane: Lane }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const mayChange = useMay('dashboard:write');
  const input = { params: { id: String(campaign.id), provider: lane.provider } };
  const pause = useAct('POST /dashboard/campaigns/{id}/lanes/{provider}/pause', {
    refresh: LANES,
    onDone: () => {
      toast(`Sending to ${lane.name} paused.`);
      setAsking(false);
    },
  });
  const resume = useAct('DELETE /dashboard/campaigns/{id}/lanes/{provider}/pause', {
    refresh: LANES,
    onDone: () => toast(`Sending to ${lane.name} resumed.`),
  });
  useProblemToast(resume.error);
  if (!mayChange) return <span />;
  if (lane.state === 'paused') {
    return (
      <Button
        look="primary"
        isBusy={resume.isPending}
        aria-label={`Resume ${lane.name}`}
        onClick={() => resume.act(input)}
      >
        <Play className="size-4" aria-hidden /> Resume
      </Button>
    );
  }
  if (!isInProgress(campaign)) return <span />;
  return (
    <>
      <Button aria-label={`Pause ${lane.name}`} onClick={() => setAsking(true)}>
        <Pause className="size-4" aria-hidden /> Pause
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Pause sending to ${lane.name}?`}
          isOpen
          onClose={() => setAsking(false)}
          action="Pause provider lane"
          isBusy={pause.isPending}
          problem={pause.error}
          onConfirm={() => pause.act(input)}
        >
          Emails from this campaign to this provider stay queued until you resume the provider lane. Other provider
          lanes, other campaigns, and transactional email aren’t affected.
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * Returns the number of emails in a provider lane that are waiting because the provider's servers have deferred them or
 * because the account holds them.
 */
function waitingIn({ deferred_count: deferred, held_count: held }: Lane): number {
  return deferred + held;
}

/** Returns the segments of a provider lane's bar in order. Pure. */
function partsOf(lane: Lane): readonly { readonly name: string; readonly count: number; readonly colour: string }[] {
  return [
    { name: 'delivered', count: lane.delivered_count, colour: 'bg-ok' },
    { name: 'deferred', count: lane.deferred_count, colour: 'bg-warn' },
    { name: 'rejected', count: lane.refused_count + lane.failed_count, colour: 'bg-bad' },
    { name: 'on hold', count: lane.held_count, colour: 'bg-line-strong' },
  ];
}

/** Describes the status of a provider lane. Pure. */
function sentenceOf(lane: Lane): string {
  const held = plural(lane.held_count, 'email');
  switch (lane.state) {
    case 'paused':
      return lane.held_count === 0
        ? 'Your team paused this provider lane. No emails are sent to the provider until you resume the provider lane.'
        : `Your team paused this provider lane. ${held} ${noun(lane.held_count, 'stays', 'stay')} queued until you resume the provider lane.`;
    case 'backing_off':
      return `The provider isn’t accepting email right now. ${plural(waitingIn(lane), 'email is', 'emails are')} waiting.`;
    case 'waiting':
      return `${plural(waitingIn(lane), 'email was deferred and will be retried', 'emails were deferred and will be retried')}.`;
    case 'sending':
      return lane.per_second > 0 ? `Sending ${speed(lane.per_second)}.` : 'No emails are being sent right now.';
    case 'done':
      return 'No emails are waiting.';
  }
}

/** Formats the number of emails per second. Below one per second, formats the number per minute instead. */
function speed(perSecond: number): string {
  return perSecond >= 1
    ? `${count(Math.round(perSecond))} emails per second`
    : `${plural(Math.max(1, Math.round(perSecond * 60)), 'email')} per minute`;
}
