import type { Db } from '../../../base/db.ts';
import { backgroundJobs, connectedProcesses, systemState, liveWorkers } from './queries.ts';

/**
 * A worker counts as running if its last heartbeat is at most this many seconds old. Workers send heartbeats more
 * often.
 */
const MAX_HEARTBEAT_AGE_SECONDS = 15;
const SHOWN_PROCESSES = 200;

/** A finding of `postrider doctor`. */
export interface SystemFinding {
  readonly level: 'ok' | 'warning' | 'problem' | 'unknown';
  readonly subject: string;
  readonly message: string;
  readonly remedy?: string;
}

export interface SystemParts {
  readonly db: Db;
  readonly version: string;
  readonly nodeVersion: string;
  /** Runs the checks of `postrider doctor` that are fast and need no network. */
  readonly examine: () => Promise<readonly SystemFinding[]>;
  /** Returns the disk space, or undefined if it is unknown. */
  readonly diskSpace: () => Promise<{ readonly freeBytes: number; readonly totalBytes: number } | undefined>;
}

/** Returns the state of the installation: versions, processes, database, disk, jobs and findings. */
export async function readSystem({ db, diskSpace, examine, nodeVersion, version }: SystemParts) {
  const [[state], processes, workers, jobs, disk, findings] = await Promise.all([
    systemState(db),
    connectedProcesses(db, SHOWN_PROCESSES),
    liveWorkers(db, MAX_HEARTBEAT_AGE_SECONDS),
    backgroundJobs(db),
    diskSpace(),
    examine(),
  ]);
  if (!state) throw new Error('The database returned no state');
  return {
    version,
    node_version: nodeVersion,
    database: {
      version: state.postgres_version,
      bytes: state.database_bytes,
      started_at: state.started_at.toISOString(),
      durability: {
        fsync: state.fsync,
        synchronous_commit: state.synchronous_commit,
        full_page_writes: state.full_page_writes,
      },
    },
    disk: disk ? { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes } : null,
    processes,
    workers: workers.map((worker) => ({
      number: worker.number,
      joined_at: worker.joined_at.toISOString(),
      seen_at: worker.seen_at.toISOString(),
    })),
    jobs: jobs.map((job) => ({
      name: job.name,
      due_at: job.due_at.toISOString(),
      started_at: job.started_at?.toISOString() ?? null,
      finished_at: job.finished_at?.toISOString() ?? null,
      failed: job.failed,
    })),
    findings: findings.map(({ level, message, remedy, subject }) => ({
      level,
      subject,
      message,
      remedy: remedy ?? null,
    })),
  };
}
