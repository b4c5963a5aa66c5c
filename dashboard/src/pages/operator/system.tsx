import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Card, Facts } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { plural, share, size } from '../../words.ts';
import { OperatorPage } from './operator-page.tsx';

type Installation = Answer<'GET /dashboard/operator/system'>;
type Finding = Installation['findings'][number];
type Job = Installation['jobs'][number];

const READ_AGAIN_MS = 15_000;

/**
 * Renders the state of the installation: its versions, the disk, the processes, the jobs, and the results of its
 * checks.
 */
export default function Machine(): ReactNode {
  return (
    <OperatorPage title="System" summary="Check the health of this installation and find problems to fix.">
      {() => <Shown />}
    </OperatorPage>
  );
}

function Shown(): ReactNode {
  const read = useRead('GET /dashboard/operator/system', {}, { every: READ_AGAIN_MS });
  return (
    <Loaded read={read} lines={8}>
      {(system) => (
        <>
          <Findings findings={system.findings} />
          <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
            <About system={system} />
            <Running system={system} />
          </div>
          <Card title="Background jobs" isFlush>
            <Table
              label="Background jobs"
              columns={JOB_COLUMNS}
              rows={system.jobs}
              keyOf={({ name }) => name}
              empty={
                <p className="px-6 pb-6 text-ink-2">
                  No jobs have run yet. The first jobs run within minutes of startup.
                </p>
              }
            />
          </Card>
        </>
      )}
    </Loaded>
  );
}

const LEVELS: Readonly<Record<Finding['level'], { readonly tone: Tone; readonly label: string }>> = {
  problem: { tone: 'bad', label: 'problem' },
  warning: { tone: 'warn', label: 'warning' },
  unknown: { tone: 'plain', label: 'unknown' },
  ok: { tone: 'ok', label: 'ok' },
};

/** Order of the levels in the list. Problems that the operator must fix come first. */
const ORDER = Object.keys(LEVELS);

function Findings({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  const sorted = findings.toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
  const toMend = findings.filter(({ level }) => level === 'problem' || level === 'warning').length;
  return (
    <Card title="Checks" summary={toMend === 0 ? 'No problems found.' : `${plural(toMend, 'problem')} to fix.`} isMain>
      <ul className="flex flex-col divide-y divide-line">
        {sorted.map(({ level, message, remedy, subject }) => (
          <li
            key={`${subject} ${message}`}
            className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0 max-sm:grid-cols-1"
          >
            <span>
              <Badge tone={LEVELS[level].tone}>{LEVELS[level].label}</Badge>
            </span>
            <div className="min-w-0">
              <p>
                <span className="font-medium">{subject}</span> <span className="text-ink-2">{message}</span>
              </p>
              {remedy !== null && <p className="text-sm text-ink-3">{remedy}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function About({ system }: { readonly system: Installation }): ReactNode {
  const { database, disk } = system;
  const unsafe = Object.entries(database.durability).filter(([, isOn]) => !isOn);
  return (
    <Card title="Versions and storage">
      <Facts
        rows={[
          ['Postrider', system.version],
          ['Node', system.node_version],
          ['PostgreSQL', database.version],
          ['Database', size(database.bytes)],
          ['Started', <Time key="started" at={database.started_at} />],
          [
            'Durability',
            unsafe.length === 0 ? (
              <Badge key="durable" tone="ok">
                survives power loss
              </Badge>
            ) : (
              <Badge key="durable" tone="bad">{`off: ${unsafe.map(([name]) => name).join(', ')}`}</Badge>
            ),
          ],
          [
            'Disk',
            disk === null
              ? 'on another machine'
              : `${size(disk.free_bytes)} free of ${size(disk.total_bytes)} (${share(disk.free_bytes, disk.total_bytes)})`,
          ],
        ]}
      />
    </Card>
  );
}

function Running({ system }: { readonly system: Installation }): ReactNode {
  return (
    <Card title="Processes" summary={`${plural(system.workers.length, 'delivery worker')} running.`}>
      <ul className="flex flex-col gap-1.5">
        {system.processes.map(({ connections, host, role }) => (
          <li key={`${role} ${host}`}>
            <span className="font-medium">{role}</span>{' '}
            <span className="text-ink-2">
              {plural(connections, 'database connection')}
              {host !== null && ` from ${host}`}
            </span>
          </li>
        ))}
        {system.workers.map(({ joined_at: joinedAt, number }) => (
          <li key={number}>
            <span className="font-medium">Worker {number}</span>{' '}
            <span className="text-ink-2">
              running since <Time at={joinedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const JOB_COLUMNS: readonly Column<Job>[] = [
  {
    key: 'name',
    header: 'Job',
    isMain: true,
    cell: ({ failed, name }) => (
      <>
        <span className="font-medium">{name}</span>
        {failed !== null && <span className="block text-sm text-bad">{failed}</span>}
      </>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    isSide: true,
    cell: ({ failed, finished_at: finished, started_at: started }) => {
      if (failed !== null) return <Badge tone="bad">failed</Badge>;
      if (started === null) return <Badge>waiting</Badge>;
      return finished === null ? <Badge tone="info">running</Badge> : <Badge tone="ok">done</Badge>;
    },
  },
  { key: 'started', header: 'Last run', isRight: true, isExtra: true, cell: ({ started_at: at }) => <Time at={at} /> },
  { key: 'due', header: 'Next run', isRight: true, isExtra: true, cell: ({ due_at: at }) => <Time at={at} /> },
];
