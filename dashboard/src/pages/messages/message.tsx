import type { ReactNode } from 'react';
import { useParams } from '@tanstack/react-router';
import { Status } from '../../components/badge.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { MailFrame } from '../../components/mail-frame.tsx';
import { Page } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { Loaded } from '../../components/states.tsx';
import { Tabs, type Tab } from '../../components/tabs.tsx';
import { isUnknown, Unknown } from '../../components/unknown.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { Actions } from './actions.tsx';
import { Checks } from './checks.tsx';
import { Conversation } from './conversation.tsx';
import { Deliveries } from './deliveries.tsx';
import { RouteCard } from './route-card.tsx';
import type { MessageRoute } from './route-steps.ts';
import { Headers, Source } from './source.tsx';

/** Poll interval in milliseconds for the route of a message in progress. Polling is in addition to live events. */
const IN_PROGRESS_POLL_MS = 1_000;

/** Renders a message: its route, its SMTP dialog, its preview, the checks, and the actions. */
export default function MessagePage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const { filters, setFilters } = useFilters();
  const recipient = filters['recipient'];
  const message = useRead('GET /transactional/emails/{id}', { params: { id } });
  const route = useRead(
    'GET /dashboard/messages/{id}/route',
    { params: { id }, query: { recipient } },
    { every: ({ data }) => (data?.is_final === false ? IN_PROGRESS_POLL_MS : false), keep: true },
  );
  if (isUnknown(route)) {
    return (
      <Unknown noun="message" list={{ to: '/messages', label: 'Messages' }}>
        The message may belong to another account, or its retention period may have ended.
      </Unknown>
    );
  }
  const subject = message.data?.subject ?? 'Message';
  return (
    <Page
      title={subject === '' ? 'No subject' : subject}
      back={{ to: '/messages', label: 'Messages' }}
      summary={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {route.data && <Status state={route.data.status} />}
          {route.data?.recipients.length === 1 && <span>to {route.data.recipient}</span>}
          {message.data && <span className="text-ink-3">from {message.data.from}</span>}
          <span className="inline-flex items-center font-mono text-sm text-ink-3">
            {id}
            <CopyButton text={id} label="Copy ID" />
          </span>
        </span>
      }
      actions={route.data && <Actions id={id} recipient={route.data.recipient} />}
    >
      <Loaded read={route}>
        {(data) => (
          <>
            <Recipients route={data} onChange={(next) => setFilters({ recipient: next }, 'replace')} />
            <RouteCard route={data} />
            <Tabs
              tabs={tabsOf(id, data)}
              value={filters['show'] ?? 'conversation'}
              onChange={(show) => setFilters({ show: show === 'conversation' ? '' : show }, 'replace')}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function tabsOf(id: string, route: MessageRoute): readonly Tab[] {
  const { recipient } = route;
  return [
    { value: 'conversation', label: 'SMTP conversation', content: <Conversation route={route} /> },
    { value: 'preview', label: 'Preview', content: <MailFrame path="/dashboard/messages/{id}/preview" id={id} /> },
    { value: 'checks', label: 'Checks', content: <Checks id={id} recipient={recipient} /> },
    { value: 'headers', label: 'Headers', content: <Headers id={id} recipient={recipient} /> },
    { value: 'source', label: 'Source', content: <Source id={id} recipient={recipient} /> },
    { value: 'webhooks', label: 'Webhook deliveries', content: <Deliveries id={id} /> },
  ];
}

/** Renders a select for the recipient whose route is shown. Renders nothing if the message has only one recipient. */
function Recipients({
  route,
  onChange,
}: {
  readonly route: MessageRoute;
  readonly onChange: (recipient: string) => void;
}): ReactNode {
  if (route.recipients.length < 2) return null;
  const choices = route.recipients.map(({ recipient, status }) => ({
    value: recipient,
    label: `${recipient} (${status})`,
  }));
  return (
    <Select
      label="Recipient"
      isLabelShown
      choices={choices}
      value={route.recipient}
      onChange={onChange}
      className="w-fit max-w-full"
    />
  );
}
