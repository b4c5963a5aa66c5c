import { statement } from '../../../base/db.ts';

export interface ProgressRow {
  readonly id: string;
  readonly kind: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly done: number;
  readonly total: number | null;
  readonly sentence: string;
  readonly changed_at: Date;
}

const COLUMNS = 'id, kind, state, done, total, sentence, changed_at';

/** Inserts the progress of a waiting job. */
export const startProgress = statement<
  [accountId: number, id: string, kind: string, total: number | null, sentence: string],
  ProgressRow
>(
  'progress_begin',
  `insert into job_progress (account_id, id, kind, state, total, sentence) values ($1, $2, $3, 'waiting', $4, $5)
   returning ${COLUMNS}`,
);

/** Updates the progress of a job. Has no effect once the job has ended. Uses the primary key. */
export const moveProgress = statement<
  [accountId: number, id: string, done: number, total: number | null, sentence: string],
  unknown
>(
  'progress_move',
  `update job_progress set state = 'running', done = $3, total = $4, sentence = $5, changed_at = now()
   where account_id = $1 and id = $2 and state in ('waiting', 'running')`,
);

/**
 * Records the end of a job, and the final count unless it is null. Has no effect if the job has already ended. Uses the
 * primary key.
 */
export const endProgress = statement<
  [accountId: number, id: string, state: 'done' | 'failed' | 'cancelled', done: number | null, sentence: string],
  unknown
>(
  'progress_end',
  `update job_progress set state = $3, done = coalesce($4, done), sentence = $5, changed_at = now()
   where account_id = $1 and id = $2 and state in ('waiting', 'running')`,
);

/** Reads the progress of jobs by their IDs. Uses the primary key. */
export const progressOf = statement<[accountId: number, ids: readonly string[]], ProgressRow>(
  'progress_find',
  `select ${COLUMNS} from job_progress where account_id = $1 and id = any($2::uuid[])`,
);

/** Deletes the progress of jobs that were created more than `days` days ago. Uses the index job_progress_age. */
export const purgeProgress = statement<[days: number], unknown>(
  'progress_purge',
  'delete from job_progress where created_at < now() - make_interval(days => $1)',
);
