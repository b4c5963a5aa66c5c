import { useState, type ReactNode } from 'react';
import { OctagonPause } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { Card } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { count, plural } from '../../words.ts';
import { OperatorPage } from './operator-page.tsx';
import { ResumeSite, siteInWords, StopSite } from './queue-stops.tsx';
import { WaitingCard } from './waiting.tsx';

type Queues = Answer<'GET /dashboard/operator/queues'>;
type Site = Queues['sites'][number];
type Domain = Queues['domains'][number];

/** Refresh interval in milliseconds while the page is visible. It is short, because queues change all the time. */
const READ_AGAIN_MS = 2_000;

/** Renders the queue for each destination site, and the stopped sites. */
export default function Queue(): ReactNode {
  const [stopped, setStopped] = useState<string>();
  useDoParameter('stop', () => setStopped(''));
  return (
    <OperatorPage
      title="Queues"
      isWhole
      summary="View queued email by destination site. Pause a destination site to keep its emails in the queue."
      actions={
        <Button onClick={() => setStopped('')}>
          <OctagonPause className="size-4" aria-hidden /> Pause site
        </Button>
      }
    >
      {() => (
        <>
          <Live onStop={setStopped} />
          {stopped !== undefined && <StopSite site={stopped} onClose={() => setStopped(undefined)} />}
        </>
      )}
    </OperatorPage>
  );
}

function Live({ onStop }: { readonly onStop: (site: string) => void }): ReactNode {
  const read = useRead('GET /dashboard/operator/queues', {}, { every: READ_AGAIN_MS });
  return (
    <Loaded read={read}>
      {(queues) => (
        <>
          <WaitingCard at={read.at} waiting={queues.waiting} />
          <Draining until={queues.draining_until} />
          <Stops stops={queues.stops} />
          <Card title="Sites" isFlush>
            <Table
              label="Sites"
              columns={[...SITE_COLUMNS, stopColumn(onStop)]}
              rows={queues.sites}
              keyOf={({ site }) => site}
              empty={
                <EmptyNote title="No active destination sites">
                  Destination sites appear here while email to them is queued and for a short time after it is
                  delivered.
                </EmptyNote>
              }
            />
          </Card>
          {queues.domains.length > 0 && (
            <Card
              title="Queued email by domain"
              summary={`At most ${plural(queues.domains_counted_among, 'queued recipient')} are counted.`}
              isFlush
            >
              <Table
                label="Domains"
                columns={DOMAIN_COLUMNS}
                rows={queues.domains}
                keyOf={({ domain }) => domain}
                empty={null}
              />
            </Card>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Renders a note while the server is draining. The operator starts and ends the drain on the command line. */
function Draining({ until }: { readonly until: Queues['draining_until'] }): ReactNode {
  if (until === null) return null;
  return (
    <Card title="Not accepting new email">
      <p className="text-sm text-ink-3">
        The installation is draining until <Time at={until} />. New email is rejected with a temporary error, so senders
        retry later. End the drain with <code className="font-mono">postrider queue drain --end</code>.
      </p>
    </Card>
  );
}

function Stops({ stops }: { readonly stops: Queues['stops'] }): ReactNode {
  const [resumed, setResumed] = useState<string>();
  if (stops.length === 0) return null;
  return (
    <Card title="Paused sites">
      <ul className="flex flex-col divide-y divide-line">
        {stops.map(({ reason, site, until }) => (
          <li
            key={site}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium">{site === '*' ? 'All sites' : site}</p>
              <p className="text-sm text-ink-3">
                until <Time at={until} />: {reason}
              </p>
            </div>
            <Button onClick={() => setResumed(site)} aria-label={`Resume ${siteInWords(site)}`}>
              Resume
            </Button>
          </li>
        ))}
      </ul>
      {resumed !== undefined && <ResumeSite site={resumed} onClose={() => setResumed(undefined)} />}
    </Card>
  );
}

const SITE_COLUMNS: readonly Column<Site>[] = [
  {
    key: 'site',
    header: 'Site',
    isMain: true,
    cell: ({ last_reply: reply, site, workers }) => (
      <>
        <span className="font-medium">{site}</span>
        {workers.length > 1 && <span className="text-sm text-ink-3"> {plural(workers.length, 'worker')}</span>}
        {reply !== null && <span className="block font-mono text-sm text-ink-3">{reply}</span>}
      </>
    ),
  },
  { key: 'waiting', header: 'Waiting', isRight: true, cell: ({ waiting }) => <Waits waiting={waiting} /> },
  {
    key: 'flight',
    header: 'Connections',
    isRight: true,
    isExtra: true,
    cell: ({ in_flight: open, window }) => (
      <>
        {count(open)} <span className="text-ink-3">of {count(window)}</span>
      </>
    ),
  },
  { key: 'rate', header: 'Emails per second', isRight: true, isExtra: true, cell: (site) => count(site.per_second) },
  { key: 'state', header: 'Status', cell: (site) => <State of={site} /> },
];

/** Renders a number. On phones, where tables have no headers, also renders a label. */
function Waits({ waiting }: { readonly waiting: number }): ReactNode {
  return (
    <>
      {count(waiting)} <span className="text-ink-3 sm:hidden">waiting</span>
    </>
  );
}

function State({ of }: { readonly of: Site }): ReactNode {
  if (of.stopped) return <Badge tone="bad">paused</Badge>;
  if (of.resting_until === null) return <Badge tone="ok">sending</Badge>;
  return (
    <>
      <Badge tone="warn">backing off</Badge>{' '}
      <span className="text-sm text-ink-3">
        until <Time at={of.resting_until} />
      </span>
    </>
  );
}

function stopColumn(onStop: (site: string) => void): Column<Site> {
  return {
    key: 'stop',
    header: 'Actions',
    isHeaderHidden: true,
    isRight: true,
    cell: ({ site, stopped }) =>
      stopped === null && (
        <Button onClick={() => onStop(site)} aria-label={`Pause ${site}`}>
          Pause
        </Button>
      ),
  };
}

const DOMAIN_COLUMNS: readonly Column<Domain>[] = [
  { key: 'domain', header: 'Domain', isMain: true, cell: ({ domain }) => domain },
  { key: 'waiting', header: 'Waiting', isRight: true, cell: ({ waiting }) => <Waits waiting={waiting} /> },
  { key: 'due', header: 'Due now', isRight: true, isExtra: true, cell: ({ due }) => count(due) },
  { key: 'oldest', header: 'Due since', isExtra: true, cell: ({ oldest_due_at: at }) => <Time at={at} /> },
  { key: 'next', header: 'Next attempt', cell: ({ next_at: at }) => <Time at={at} /> },
];
