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

/** Says that a job waits for its turn. */
export const beginProgress = statement<
  [accountId: number, id: string, kind: string, total: number | null, sentence: string],
  ProgressRow
>(
  'progress_begin',
  `insert into job_progress (account_id, id, kind, state, total, sentence) values ($1, $2, $3, 'waiting', $4, $5)
   returning ${COLUMNS}`,
);

/** Says how far a job is; nothing once it has ended, however late that is heard. Primary key. */
export const moveProgress = statement<
  [accountId: number, id: string, done: number, total: number | null, sentence: string],
  unknown
>(
  'progress_move',
  `update job_progress set state = 'running', done = $3, total = $4, sentence = $5, changed_at = now()
   where account_id = $1 and id = $2 and state in ('waiting', 'running')`,
);

/** Says how a job ended, and how far it came where that is known better than it was told; primary key. */
export const endProgress = statement<
  [accountId: number, id: string, state: 'done' | 'failed' | 'cancelled', done: number | null, sentence: string],
  unknown
>(
  'progress_end',
  `update job_progress set state = $3, done = coalesce($4, done), sentence = $5, changed_at = now()
   where account_id = $1 and id = $2 and state in ('waiting', 'running')`,
);

/** How far jobs are, by their ids; primary key. */
export const progressOf = statement<[accountId: number, ids: readonly string[]], ProgressRow>(
  'progress_find',
  `select ${COLUMNS} from job_progress where account_id = $1 and id = any($2::uuid[])`,
);

/** Forgets jobs that began so many days ago; index job_progress_age. */
export const purgeProgress = statement<[days: number], unknown>(
  'progress_purge',
  'delete from job_progress where created_at < now() - make_interval(days => $1)',
);
