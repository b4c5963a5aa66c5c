import { statement } from '../../../base/db.ts';

/** Maximum number of deliveries that a timeline reads, so that its cost does not depend on the account's volume. */
export const MAX_ON_TIMELINE = 50_000;

/** Number of deliveries with the same result in an interval of the timeline. */
export interface StretchRow {
  /** Index of the interval, starting with 0. */
  readonly stretch: number;
  /** Value of the column webhook_delivery.state. */
  readonly state: number;
  /**
   * Status code of the response to the last attempt. Null before the first attempt, and 0 if the last attempt had no
   * response.
   */
  readonly answer: number | null;
  readonly deliveries: number;
}

/**
 * Counts deliveries by time interval, state, and response. Counts only the newest MAX_ON_TIMELINE deliveries between
 * two IDs, and of these only the deliveries of a replay or, if `replayId` is null, those that no replay created.
 * Derives the time from the ID, a UUIDv7 (RFC 9562). Scans the primary key backwards, partition by partition.
 */
export const countStretches = statement<
  [accountId: number, above: string, below: string, fromMs: number, stepMs: number, replayId: string | null],
  StretchRow
>(
  'webhooks_timeline_stretches',
  `select ((('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint - $4::bigint) / $5::bigint)::integer as stretch,
     state, answer, count(*)::integer as deliveries
   from (
     select id, state, answer, replay_id from webhook_delivery where account_id = $1 and id > $2 and id < $3
     order by id desc limit ${MAX_ON_TIMELINE}
   ) as looked
   where replay_id is not distinct from $6::uuid
   group by 1, 2, 3`,
);

/**
 * Selects the oldest of the newest MAX_ON_TIMELINE deliveries. Returns no row if there are fewer deliveries. Uses the
 * primary key.
 */
export const oldestOnTimeline = statement<[accountId: number, above: string, below: string], { readonly id: string }>(
  'webhooks_timeline_oldest',
  `select id from webhook_delivery where account_id = $1 and id > $2 and id < $3
   order by id desc limit 1 offset ${MAX_ON_TIMELINE - 1}`,
);
