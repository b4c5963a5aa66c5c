import { statement } from '../../../../base/db.ts';

/** Assigns the lowest free number to a new worker. */
export const joinWorkers = statement<[id: string], { readonly number: number }>(
  'delivery_join_workers',
  'select join_delivery_workers($1) as number',
);

export interface WorkerRow {
  readonly number: number;
  readonly is_me: boolean;
  /** Whether the worker has existed long enough for all processes to have noticed it. */
  readonly is_settled: boolean;
  readonly is_dead: boolean;
}

/** Records that a worker is alive, and returns all workers in the order in which they joined. */
export const beat = statement<[id: string, settledSeconds: number, deadSeconds: number], WorkerRow>(
  'delivery_beat',
  `with seen as (update delivery_worker set seen_at = now() where id = $1)
   select number, id = $1 as is_me, joined_at <= now() - make_interval(secs => $2) as is_settled,
     id <> $1 and seen_at < now() - make_interval(secs => $3) as is_dead
   from delivery_worker order by joined_at, number`,
);

/** Marks a stopping worker as dead immediately. */
export const leaveWorkers = statement<[id: string], unknown>(
  'delivery_leave_workers',
  `update delivery_worker set seen_at = '-infinity' where id = $1`,
);

/** Marks all workers as dead. */
export const leaveAllWorkers = statement<[], unknown>(
  'delivery_leave_all_workers',
  `update delivery_worker set seen_at = '-infinity'`,
);

/** Removes the worker from up to `limit` of its rows. */
export const freeRowsOf = statement<[worker: number, limit: number], { readonly freed: number }>(
  'delivery_free_rows',
  'select free_deliveries($1, $2) as freed',
);

/**
 * Locks the row of a dead worker. Returns no row if the worker is alive again, or if another process has locked the
 * row. Uses the primary key.
 */
export const lockDeadWorker = statement<[number: number, deadSeconds: number], { readonly number: number }>(
  'delivery_lock_dead_worker',
  `select number from delivery_worker
   where number = $1 and seen_at < now() - make_interval(secs => $2)
   for update skip locked`,
);

/** Deletes a worker whose number no longer occurs in the queue. Uses both indexes of the queue. */
export const deleteWorker = statement<[number: number], unknown>(
  'delivery_forget_worker',
  'delete from delivery_worker w where w.number = $1 and not has_deliveries(w.number)',
);
