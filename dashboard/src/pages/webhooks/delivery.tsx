import type { ReactNode } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { CodeBlock, Copyable } from '../../components/copy.tsx';
import { Card, Facts, Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useGo } from '../../filters.ts';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { capitalized, duration, plural } from '../../words.ts';
import { DeliveryState, LastAnswer, type Delivery } from './delivery-words.tsx';

type InFull = Answer<'GET /transactional/webhook/deliveries/{id}'>;
type Attempt = InFull['attempts'][number];

const READ_AGAIN_MS = 2_000;

/**
 * Renders a webhook delivery: every attempt and its response, the body of the request, and other deliveries of the same
 * event.
 */
export default function DeliveryPage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const waits = useRead('GET /transactional/webhook/deliveries/{id}', { params: { id } });
  const isWaiting = waits.data?.state === 'waiting';
  const read = useRead(
    'GET /transactional/webhook/deliveries/{id}',
    { params: { id } },
    { every: isWaiting && READ_AGAIN_MS },
  );
  const delivery = read.data;
  if (isUnknown(read)) {
    return (
      <Unknown noun="webhook event" list={{ to: '/webhooks/log', label: 'Webhook log' }}>
        The log contains events from the last 30 days.
      </Unknown>
    );
  }
  return (
    <Page
      title={delivery ? `Webhook event ${delivery.event}` : 'Webhook event'}
      back={{ to: '/webhooks/log', label: 'Webhook log' }}
      heading={delivery && capitalized(delivery.event)}
      summary={delivery && <Summary of={delivery} />}
      actions={delivery && <Resend of={delivery} />}
    >
      <Loaded read={read}>
        {(shown) => (
          <>
            <Attempts of={shown} />
            <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
              <Card title="Details">
                <FactsOf of={shown} />
              </Card>
              <Card title="Body" summary="The body is sent with each attempt and is formatted here for readability.">
                {shown.body === null ? (
                  <p className="text-ink-2">The body is generated for the first attempt.</p>
                ) : (
                  <CodeBlock label="Body" code={readable(shown.body)} />
                )}
              </Card>
            </div>
            {shown.message_id !== null && <Others of={shown} messageId={shown.message_id} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ of }: { readonly of: InFull }): ReactNode {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <DeliveryState of={of} />
      {of.recipient !== null && <span>about {of.recipient}</span>}
      {of.test && <Badge>test</Badge>}
      {of.next_attempt_at !== null && (
        <span className="text-ink-3">
          next attempt <Time at={of.next_attempt_at} />
        </span>
      )}
    </span>
  );
}

function Resend({ of }: { readonly of: InFull }): ReactNode {
  const go = useGo();
  const resend = useAct('POST /transactional/webhook/deliveries/{id}/resend', {
    refresh: ['GET /transactional/webhook/deliveries'],
    onDone: ({ id }) => go(`/webhooks/deliveries/${id}`),
  });
  const mayResend = useMay('dashboard:write');
  useProblemToast(resend.error);
  if (!mayResend) return null;
  return (
    <Button look="primary" isBusy={resend.isPending} onClick={() => resend.act({ params: { id: of.id } })}>
      <RotateCw className="size-4" aria-hidden /> Resend
    </Button>
  );
}

function Attempts({ of }: { readonly of: InFull }): ReactNode {
  return (
    <Card title="Attempts" isMain summary={of.url === null ? undefined : `To ${of.url}`}>
      {of.attempts.length === 0 ? (
        <p className="text-ink-2">
          {of.state === 'held'
            ? 'The event is on hold because the webhook was disabled when the event was created. Use a replay to send the event.'
            : NOT_YET}
        </p>
      ) : (
        <ol className="flex flex-col gap-2">
          {of.attempts.map((attempt) => (
            <OneAttempt key={attempt.number} of={attempt} isOpen={attempt.number === of.attempts.length} />
          ))}
        </ol>
      )}
    </Card>
  );
}

const NOT_YET = 'No attempts yet.';

function OneAttempt({ isOpen, of }: { readonly of: Attempt; readonly isOpen: boolean }): ReactNode {
  return (
    <li>
      <details open={isOpen} className="rounded-control border border-line">
        <summary className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
          <span className="font-medium">Attempt {of.number}</span>
          <LastAnswer of={{ answer: of.answer, attempt_count: 1 }} />
          {of.fault !== null && <span className="text-bad">{of.fault}</span>}
          <span className="ml-auto text-ink-3">
            {duration(of.duration_ms)}, <Time at={of.started_at} />
          </span>
        </summary>
        <div className="grid grid-cols-2 gap-4 border-t border-line p-3 max-lg:grid-cols-1">
          <div className="flex min-w-0 flex-col gap-1.5">
            <p className="text-sm font-medium text-ink-2">Request</p>
            <CodeBlock
              label={`Request for attempt ${of.number}`}
              code={`POST ${of.url}\n${headersOf(of.request_headers)}`}
            />
          </div>
          <div className="flex min-w-0 flex-col gap-1.5">
            <p className="text-sm font-medium text-ink-2">Response</p>
            {of.answer === null ? (
              <p className="text-ink-2">{of.fault ?? 'No response'}.</p>
            ) : (
              <CodeBlock
                label={`Response to attempt ${of.number}`}
                code={`${of.answer}\n${headersOf(of.answer_headers ?? {})}\n\n${of.answer_body ?? ''}`.trimEnd()}
              />
            )}
          </div>
        </div>
      </details>
    </li>
  );
}

function headersOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function FactsOf({ of }: { readonly of: InFull }): ReactNode {
  return (
    <Facts
      rows={[
        ['Event ID', <Copyable key="event" text={of.event_id} label="Copy event ID" />],
        ['Delivery ID', <Copyable key="delivery" text={of.id} label="Copy delivery ID" />],
        ['Message', of.message_id === null ? 'none' : <MessageLink key="message" id={of.message_id} />],
        ['Tag', of.tag ?? '–'],
        ['Occurred', <Time key="happened" at={of.occurred_at} style="full" />],
        ['Created', <Time key="up" at={of.created_at} style="full" />],
        ['Format', of.format ?? 'set with the first attempt'],
      ]}
    />
  );
}

function MessageLink({ id }: { readonly id: string }): ReactNode {
  return (
    <Link to={`/messages/${id}`} className="font-mono text-sm text-accent-ink underline">
      {id}
    </Link>
  );
}

/**
 * Renders other deliveries of the same event: the original, resends, and replays. Old and new responses are shown next
 * to each other.
 */
function Others({ messageId, of }: { readonly of: InFull; readonly messageId: string }): ReactNode {
  const { data } = useRead('GET /transactional/webhook/deliveries', {
    query: { message_id: messageId, per_page: '100' },
  });
  const others = (data?.data ?? []).filter(({ event_id, id }) => event_id === of.event_id && id !== of.id);
  if (others.length === 0) return null;
  return (
    <Card
      title="Other deliveries"
      summary={`This event was sent ${plural(others.length + 1, 'time')}, with the same ID and body.`}
      isFlush
    >
      <Table
        label="Other deliveries of the event"
        columns={OTHER_COLUMNS}
        rows={others}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/webhooks/deliveries/${id}`}
        empty={null}
      />
    </Card>
  );
}

const OTHER_COLUMNS: readonly Column<Delivery>[] = [
  { key: 'time', header: 'Created', cell: (row) => <Time at={row.created_at} />, isMain: true },
  { key: 'why', header: 'Source', cell: (row) => (row.replay_id === null ? 'original or resend' : 'replay') },
  { key: 'answer', header: 'Response', cell: (row) => <LastAnswer of={row} />, isRight: true },
  { key: 'state', header: 'Status', cell: (row) => <DeliveryState of={row} />, isSide: true, isRight: true },
];

/** Formats JSON so that it is easy to read. Returns other text unchanged. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
