import { statement } from '../../../base/db.ts';
import type { FilterFields } from './log-schema.ts';

export const REPLAY_STATES = ['running', 'done', 'cancelled'] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

export interface ReplayRow {
  readonly id: string;
  readonly created_at: Date;
  readonly filter: FilterFields;
  readonly url: string | null;
  readonly per_second: number;
  readonly position: string;
  readonly until_id: string;
  readonly queued: number;
  readonly state: ReplayState;
  readonly finished_at: Date | null;
}

const COLUMNS = 'id, created_at, filter, url, per_second, position, until_id, queued, state, finished_at';

/**
 * Locks the account's webhook, so that replays are created one after another and the webhook does not change. Uses the
 * primary key.
 */
export const holdWebhook = statement<[accountId: number], { readonly state: 'enabled' | 'disabled' }>(
  'webhooks_replay_hold_webhook',
  'select state from webhook where account_id = $1 for no key update',
);

/** Inserts a replay. Returns no row if the account already has `limit` running replays. Uses the primary key. */
export const insertReplay = statement<
  [
    accountId: number,
    filter: string,
    url: string | null,
    perSecond: number,
    position: string,
    before: string,
    limit: number,
  ],
  ReplayRow
>(
  'webhooks_replay_insert',
  `insert into webhook_replay (account_id, id, filter, url, per_second, position, until_id, next_at)
   select $1, made.id, $2::jsonb, $3, $4, $5, least(made.id, $6::uuid), now()
   from (select uuid_now() as id offset 0) as made
   where (select count(*) from webhook_replay where account_id = $1 and state = 'running') < $7
   returning ${COLUMNS}`,
);

/** Selects the account's replays with an ID below the given one, newest first. Uses the primary key. */
export const listReplays = statement<[accountId: number, below: string, limit: number], ReplayRow>(
  'webhooks_replay_list',
  `select ${COLUMNS} from webhook_replay where account_id = $1 and id < $2 order by id desc limit $3`,
);

export const replayById = statement<[accountId: number, id: string], ReplayRow>(
  'webhooks_replay_find',
  `select ${COLUMNS} from webhook_replay where account_id = $1 and id = $2`,
);

/** Ends a running replay. Waits for a step in progress in another process. */
export const cancelReplay = statement<[accountId: number, id: string], ReplayRow>(
  'webhooks_replay_cancel',
  `update webhook_replay set state = 'cancelled', next_at = null, finished_at = now()
   where account_id = $1 and id = $2 and state = 'running'
   returning ${COLUMNS}`,
);

/** Deletes a replay's queued deliveries that no process has started to send. Uses the index webhook_delivery_turns. */
export const withdrawQueued = statement<
  [accountId: number, replayId: string, aheadSeconds: number],
  { readonly id: string }
>(
  'webhooks_replay_withdraw',
  `delete from webhook_delivery
   where is_waiting in (false, true) and account_id = $1 and next_at <= now() + make_interval(secs => $3)
     and id > $2 and replay_id = $2 and state = 0 and epoch = 0
   returning id`,
);

export const lowerQueued = statement<[accountId: number, id: string, withdrawn: number], ReplayRow>(
  'webhooks_replay_lower',
  `update webhook_replay set queued = queued - $3 where account_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** A replay that this process may advance in the current transaction. */
export interface ClaimedReplay extends ReplayRow {
  readonly account_id: number;
  /** Number of deliveries that the rate allows from the next delivery until `aheadSeconds` from now. */
  readonly slots: number;
  /** State of the webhook. Null if the webhook was deleted. */
  readonly webhook_state: 'enabled' | 'disabled' | null;
}

/**
 * Claims the replay that is due first. `next_at` is the time of its next delivery. The row lock is the lease: other
 * processes skip locked replays. If a process dies, its transaction is rolled back, which releases the lock. Uses the
 * index webhook_replay_due.
 */
export const claimReplay = statement<[fewestAheadSeconds: number, aheadSeconds: number], ClaimedReplay>(
  'webhooks_replay_claim',
  `select r.account_id, r.id, r.created_at, r.filter, r.url, r.per_second, r.position, r.until_id, r.queued, r.state,
     r.finished_at,
     ceil(extract(epoch from now() + make_interval(secs => $2) - greatest(r.next_at, now())) * r.per_second)::integer
       as slots,
     webhook_state(r.account_id) as webhook_state
   from hold_webhook_replay($1) r`,
);

/**
 * Counts an account's due deliveries that no process has started to send, up to `limit`. Uses the index
 * webhook_delivery_turns.
 */
export const countOverdue = statement<[accountId: number, limit: number], { readonly overdue: number }>(
  'webhooks_replay_overdue',
  `select count(*) as overdue from (
     (select from webhook_delivery where not is_waiting and account_id = $1 and next_at <= now() limit $2)
     union all
     (select from webhook_delivery where is_waiting and account_id = $1 and next_at <= now() limit $2)
     limit $2
   ) as counted`,
);

/**
 * Queues copies of deliveries in the given order, at the replay's rate, starting at the time of its next delivery. If
 * the replay is behind schedule, does not catch up. Uses the primary key.
 */
export const copyDeliveries = statement<[accountId: number, replayId: string, ids: readonly string[]], unknown>(
  'webhooks_replay_copy',
  `insert into webhook_delivery (account_id, id, event_id, message_id, recipient_no, recipient, tag, event, occurred_at,
     status, reason, extra, next_at, is_waiting, body, format, url, replay_id)
   select d.account_id, uuid_now(), d.event_id, d.message_id, d.recipient_no, d.recipient, d.tag, d.event, d.occurred_at,
     d.status, d.reason, d.extra, due.at, due.at > now(), d.body, d.format, r.url, r.id
   from webhook_replay r
   cross join unnest($3::uuid[]) with ordinality as found (id, no)
   cross join lateral (
     select greatest(r.next_at, now()) + make_interval(secs => (found.no - 1) / r.per_second::float8) as at
   ) due
   cross join lateral (select * from webhook_delivery where account_id = $1 and id = found.id offset 0) d
   where r.account_id = $1 and r.id = $2`,
);

/** Records the progress of a replay and the time of its next delivery. */
export const advanceReplay = statement<[accountId: number, id: string, position: string, queued: number], unknown>(
  'webhooks_replay_advance',
  `update webhook_replay
   set position = $3, queued = queued + $4,
     next_at = seconds_after(greatest(next_at, clock.at), $4::integer / per_second::float8)
   from (select now()) as clock (at)
   where account_id = $1 and id = $2`,
);

/** Records the end of a replay. */
export const finishReplay = statement<[accountId: number, id: string, position: string, queued: number], unknown>(
  'webhooks_replay_finish',
  `update webhook_replay
   set position = $3, queued = queued + $4, state = 'done', next_at = null, finished_at = now()
   where account_id = $1 and id = $2`,
);

/** Defers a replay because too many deliveries are overdue or its last step failed. */
export const postponeReplay = statement<[accountId: number, id: string, seconds: number], unknown>(
  'webhooks_replay_postpone',
  `update webhook_replay set next_at = now() + make_interval(secs => $3)
   where account_id = $1 and id = $2 and state = 'running'`,
);

/**
 * Defers up to `limit` due replays whose webhook is disabled. The longer a webhook has been disabled, the longer its
 * replays are deferred. Uses the index webhook_replay_due.
 */
export const postponeDisabled = statement<
  [beforeSeconds: number, leastSeconds: number, mostSeconds: number, limit: number],
  unknown
>('webhooks_replay_postpone_disabled', 'select postpone_disabled_replays($1, $2, $3, $4)');

/** Deletes replays that ended more than `retentionDays` days ago. */
export const purgeEndedReplays = statement<[retentionDays: number], unknown>(
  'webhooks_replay_purge',
  'delete from webhook_replay where finished_at < now() - make_interval(days => $1)',
);
