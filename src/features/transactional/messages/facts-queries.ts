import { statement } from '../../../base/db.ts';
import type { MessageRow } from './queries.ts';

/** A message without its bodies, with what happened to it in the order in which it did. */
export interface FactsRow extends Omit<MessageRow, 'account_id' | 'content'> {
  readonly recipients: number;
  /** Id, recipient's number and name of each event, all parted by spaces; null when nothing happened yet. */
  readonly timeline: string | null;
}

/**
 * Messages with their timelines, primary keys. The least and the greatest id leave out the days that none of them is of:
 * by a list of ids alone PostgreSQL would look into each partition. The timeline is one text: three arrays of it cost both
 * sides more than all the rest.
 */
export const factsOf = statement<[accountId: number, ids: string[], least: string, greatest: string], FactsRow>(
  'transactional_facts',
  `select m.id, m.sender, m.subject, m.tag, m.head, r.recipients, e.timeline
   from message m
   cross join lateral (
     select count(*)::integer as recipients from delivery d
     where d.account_id = $1 and d.message_id = m.id and d.message_id between $3 and $4
   ) r
   cross join lateral (
     select string_agg(e.id || ' ' || e.recipient_no || ' ' || e.event, ' ' order by e.occurred_at, e.id) as timeline
     from event e
     where e.account_id = $1 and e.message_id = m.id and e.message_id between $3 and $4
   ) e
   where m.account_id = $1 and m.id = any($2::uuid[]) and m.id between $3 and $4`,
);
