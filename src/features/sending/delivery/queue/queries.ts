import { statement } from '../../../../base/db.ts';

export interface ClaimRow {
  readonly account_id: number;
  /**
   * ID of the message. Null in the final rows: each class has one final row, which contains the account after which the
   * next claim continues.
   */
  readonly message_id: string | null;
  readonly recipient_no: number;
  readonly recipient: string;
  readonly class: number;
  readonly attempts: number;
  readonly epoch: number;
  readonly taken: number;
  readonly was_sent: boolean;
  readonly is_suppressed: boolean;
  readonly was_delayed: boolean;
  /** Whether the row's mail class or account is paused. Never true for transactional messages. */
  readonly is_held: boolean;
  /** Set only in the final rows. True if the class reached its limit, so that more rows may be ready. */
  readonly is_full: boolean | null;
  /**
   * Set only in the final rows: milliseconds until the next row is due. 0 if rows are due already, null if no row is
   * waiting.
   */
  readonly due_in_ms: number | null;
  /**
   * Set only in the final rows: the first partition that was searched, and the database's current time in milliseconds
   * since the Unix epoch.
   */
  readonly since: string | null;
  readonly now_ms: number | null;
}

/**
 * Makes up to `moves` rows ready that have become due since `from` (in milliseconds since the Unix epoch). Then leases
 * ready rows of the given workers (0 means no worker), with fair shares for accounts. Skips messages older than
 * `since`. Without `from`, considers all due rows, including those in older partitions. Each class has its own limit
 * and cursor. The caller must hold rows of a paused class. See sql/functions/lease_due_deliveries.sql.
 */
export const claimDue = statement<
  [
    workers: number[],
    since: string,
    limits: number[],
    cursors: number[],
    turn: number,
    leaseSeconds: number,
    moves: number,
    from: number | null,
  ],
  ClaimRow
>(
  'delivery_claim',
  `select l.*,
     case when l.class > 0 and l.message_id is not null then is_mail_class_held(l.account_id, l.class) else false end as is_held
   from lease_due_deliveries($1, $2, $3, $4, $5, $6, $7, $8) l`,
);

type Keys = [accountIds: number[], messageIds: string[], recipientNos: number[], epochs: number[], seconds: number[]];

/**
 * Extends leases to `seconds` from now if their epochs are still valid. Returns the 1-based positions of the extended
 * leases.
 */
export const renewLeases = statement<Keys, { readonly position: number }>(
  'delivery_renew',
  `with held as materialized (
     select *, now() + make_interval(secs => seconds) as due_at
     from unnest($1::bigint[], $2::uuid[], $3::integer[], $4::integer[], $5::float8[]) with ordinality
       as given (account_id, message_id, recipient_no, epoch, seconds, position)
   )
   update delivery d
   set next_at = held.due_at, is_ready = false
   from held
   where d.account_id = held.account_id and d.message_id = held.message_id
     and d.recipient_no = held.recipient_no and d.epoch = held.epoch and d.next_at is not null
   returning held.position::integer as position`,
);

/**
 * Releases leased rows whose epochs are still valid, without recording an attempt. They are due after `seconds`.
 * Records whether the operator has stopped the site.
 */
export const release = statement<[...Keys, stopped: boolean[]], unknown>(
  'delivery_give_back',
  `with held as materialized (
     select *, now() + make_interval(secs => seconds) as due_at
     from unnest($1::bigint[], $2::uuid[], $3::integer[], $4::integer[], $5::float8[], $6::boolean[])
       as given (account_id, message_id, recipient_no, epoch, seconds, is_stopped)
   )
   update delivery d
   set next_at = held.due_at, is_ready = held.seconds <= 0,
     is_stopped = held.is_stopped, taken = greatest(d.taken - 1, 0), begun = d.begun & -2
   from held
   where d.account_id = held.account_id and d.message_id = held.message_id
     and d.recipient_no = held.recipient_no and d.epoch = held.epoch and d.next_at is not null`,
);

/**
 * Transfers the leases of rows to other workers. If a worker no longer exists, releases its rows, so that any worker
 * can lease them. Locks the worker's row, so that the cleanup after its death also finds these rows.
 */
export const handOver = statement<[...Keys, workers: number[]], unknown>(
  'delivery_hand_over',
  `with alive as materialized (
     select number from delivery_worker where number = any($6::smallint[]) for key share
   ), held as materialized (
     select given.*, now() + make_interval(secs => given.seconds) as due_at, coalesce(alive.number, 0::smallint) as to_worker
     from unnest($1::bigint[], $2::uuid[], $3::integer[], $4::integer[], $5::float8[], $6::smallint[])
       as given (account_id, message_id, recipient_no, epoch, seconds, worker)
     left join alive on alive.number = given.worker
   )
   update delivery d
   set next_at = held.due_at, is_ready = held.seconds <= 0,
     worker = held.to_worker, taken = greatest(d.taken - 1, 0), begun = d.begun & -2
   from held
   where d.account_id = held.account_id and d.message_id = held.message_id
     and d.recipient_no = held.recipient_no and d.epoch = held.epoch and d.next_at is not null`,
);

/**
 * Reschedules up to `limit` recipients that were released because their site was stopped. They become due in about
 * `seconds`. Uses the index delivery_waiting.
 */
export const makeStoppedDue = statement<[seconds: number, limit: number], { readonly count: number }>(
  'delivery_make_stopped_due',
  'select make_stopped_due($1, $2) as count',
);

/**
 * Finishes attempts of one account and stores their records. A null delay ends the delivery of a row, and any other
 * delay makes the row due again. Returns the 1-based positions of the rows whose epoch was still valid. A late worker
 * changes nothing.
 *
 * Uses the primary key. The list of IDs prevents a scan of all messages of the account, which PostgreSQL might choose
 * because it has few statistics about a new partition. The lowest and the highest ID exclude other partitions.
 */
export const finishAttempts = statement<
  [
    accountId: number,
    messageIds: string[],
    recipientNos: number[],
    epochs: number[],
    statuses: number[],
    delaySeconds: (number | null)[],
    delayed: boolean[],
    startedAt: Date[],
    finishedAt: Date[],
    outcomes: string[],
    routes: string[],
    hosts: (string | null)[],
    addresses: (string | null)[],
    tls: (string | null)[],
    enhanced: (string | null)[],
    reasons: (string | null)[],
    conversations: string[],
    leastMessageId: string,
    greatestMessageId: string,
    inDoubt: boolean[],
  ],
  { readonly position: number }
>(
  'delivery_finish',
  `with done as materialized (
     select *, now() as now, now() + make_interval(secs => delay_seconds) as due_at from unnest(
       $2::uuid[], $3::integer[], $4::integer[], $5::smallint[], $6::float8[], $7::boolean[],
       $8::timestamptz[], $9::timestamptz[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
       $15::text[], $16::text[], $17::text[], $20::boolean[]
     ) with ordinality as o (
       message_id, recipient_no, epoch, status, delay_seconds, became_delayed,
       started_at, finished_at, outcome, route, host, address, tls, enhanced, reason, conversation, is_in_doubt, position
     )
   ), finished as (
     update delivery d
     set status = done.status, attempts = d.attempts + 1,
       -- The new epoch ensures that a duplicate record in a journal counts only once, even if the row is not finished.
       epoch = d.epoch + 1,
       -- These counters keep their values if the process died and the outcome is therefore unknown.
       taken = case when done.is_in_doubt then d.taken else 0 end,
       begun = case when done.is_in_doubt then d.begun else 0 end,
       next_at = done.due_at, is_ready = coalesce(done.delay_seconds <= 0, false),
       delayed_at = case when done.became_delayed then done.now else d.delayed_at end
     from done
     where d.account_id = $1 and d.message_id = any($2::uuid[]) and d.message_id between $18 and $19
       and d.message_id = done.message_id and d.recipient_no = done.recipient_no
       and d.epoch = done.epoch and d.next_at is not null
     returning done.position, d.attempts + d.passed_over as attempt_no
   ), recorded as (
     insert into attempt (account_id, message_id, recipient_no, attempt_no, started_at, finished_at, outcome, route,
       host, address, tls, status, reason, conversation)
     select $1, done.message_id, done.recipient_no, finished.attempt_no, done.started_at, done.finished_at, done.outcome,
       done.route, done.host, done.address, done.tls, done.enhanced, done.reason, done.conversation
     from done join finished using (position)
   )
   select position::integer as position from finished`,
);

/**
 * Stores an attempt on a failed route while its message continues on another route, if the epoch is still valid. The
 * attempt gets a number but does not count toward the retry schedule. Uses the primary key.
 */
export const recordFailedRoute = statement<
  [
    accountId: number,
    messageId: string,
    recipientNo: number,
    epoch: number,
    startedAt: Date,
    finishedAt: Date,
    route: string,
    host: string | null,
    address: string | null,
    tls: string | null,
    enhanced: string | null,
    reason: string | null,
    conversation: string,
  ],
  unknown
>(
  'delivery_pass_over',
  `with counted as (
     update delivery d set passed_over = d.passed_over + 1
     where d.account_id = $1 and d.message_id = $2 and d.recipient_no = $3 and d.epoch = $4 and d.next_at is not null
     returning d.attempts + d.passed_over as attempt_no
   )
   insert into attempt (account_id, message_id, recipient_no, attempt_no, started_at, finished_at, outcome, route,
     host, address, tls, status, reason, conversation)
   select $1, $2, $3, counted.attempt_no, $5, $6, 'deferred', $7, $8, $9, $10, $11, $12, $13 from counted`,
);

export interface AttemptRow {
  readonly recipient_no: number;
  readonly attempt_no: number;
  readonly recipient: string;
  readonly started_at: Date;
  readonly finished_at: Date;
  readonly outcome: string;
  readonly route: string;
  readonly host: string | null;
  readonly address: string | null;
  readonly tls: string | null;
  readonly status: string | null;
  readonly reason: string | null;
  readonly conversation: string;
}

/** Selects the attempts of a message, oldest first. Uses the primary key. */
export const attemptsOf = statement<[accountId: number, messageId: string], AttemptRow>(
  'delivery_attempts',
  `select a.recipient_no, a.attempt_no, d.recipient, a.started_at, a.finished_at, a.outcome, a.route, a.host, a.address,
     a.tls, a.status, a.reason, a.conversation
   from attempt a join delivery d using (account_id, message_id, recipient_no)
   where a.account_id = $1 and a.message_id = $2
   order by a.started_at, a.recipient_no, a.attempt_no`,
);
