import { statement } from '../../../../base/db.ts';

/** Gives a new worker the lowest number that is free. */
export const joinWorkers = statement<[id: string], { readonly number: number }>(
  'delivery_join_workers',
  'select join_delivery_workers($1) as number',
);

export interface WorkerRow {
  readonly number: number;
  readonly is_me: boolean;
  /** Whether everybody has had the time to hear of it. */
  readonly is_settled: boolean;
  readonly is_dead: boolean;
}

/** Notes that a worker lives, and gives all of them, in the order in which they came. */
export const beat = statement<[id: string, settledSeconds: number, deadSeconds: number], WorkerRow>(
  'delivery_beat',
  `with seen as (update delivery_worker set seen_at = now() where id = $1)
   select number, id = $1 as is_me, joined_at <= now() - make_interval(secs => $2) as is_settled,
     id <> $1 and seen_at < now() - make_interval(secs => $3) as is_dead
   from delivery_worker order by joined_at, number`,
);

/** Declares a worker that ends dead at once. */
export const leaveWorkers = statement<[id: string], unknown>(
  'delivery_leave_workers',
  `update delivery_worker set seen_at = '-infinity' where id = $1`,
);

/** Declares all workers dead. */
export const leaveAllWorkers = statement<[], unknown>(
  'delivery_leave_all_workers',
  `update delivery_worker set seen_at = '-infinity'`,
);

/** Makes rows of a worker anybody's, up to a limit; what is ready first. */
export const freeRowsOf = statement<[worker: number, limit: number], { readonly freed: number }>(
  'delivery_free_rows',
  'select free_deliveries($1, $2) as freed',
);

/** Locks the row of a worker that is still dead, primary key; nothing when another process is at it. */
export const lockDeadWorker = statement<[number: number, deadSeconds: number], { readonly number: number }>(
  'delivery_lock_dead_worker',
  `select number from delivery_worker
   where number = $1 and seen_at < now() - make_interval(secs => $2)
   for update skip locked`,
);

/** Forgets a worker whose number nothing in the queue bears any more; both indexes of the queue. */
export const forgetWorker = statement<[number: number], unknown>(
  'delivery_forget_worker',
  'delete from delivery_worker w where w.number = $1 and not has_deliveries(w.number)',
);
