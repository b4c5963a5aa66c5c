import { statement } from '../../../base/db.ts';

/** Deliveries that a time line looks at, at most: its cost is then the same however much an account sends. */
export const MAX_ON_TIMELINE = 50_000;

/** Deliveries of one stretch of the time line that fared alike. */
export interface StretchRow {
  /** Counted from 0. */
  readonly stretch: number;
  /** Code of column webhook_delivery.state. */
  readonly state: number;
  /** Null before the first attempt, 0 when the last had no answer. */
  readonly answer: number | null;
  readonly deliveries: number;
}

/**
 * The newest MAX_ON_TIMELINE deliveries between two ids, of those the ones that a replay made, or none did, counted by
 * stretch and answer;
 * primary key backwards, a partition after the other. An id of version 7 begins with its milliseconds (RFC 9562).
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

/** The oldest delivery that the time line looks at, when there may be more before it; primary key. */
export const oldestOnTimeline = statement<[accountId: number, above: string, below: string], { readonly id: string }>(
  'webhooks_timeline_oldest',
  `select id from webhook_delivery where account_id = $1 and id > $2 and id < $3
   order by id desc limit 1 offset ${MAX_ON_TIMELINE - 1}`,
);
