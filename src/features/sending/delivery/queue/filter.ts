/** Selects messages in the queue. An empty filter selects all messages. */
export interface QueueFilter {
  readonly accountId?: number | undefined;
  /** Domain of the recipients, in lower case. */
  readonly domain?: string | undefined;
  /** Suffix of the name of the server that replied to the latest attempt. */
  readonly site?: string | undefined;
  /** Tag of the message. Only transactional messages have a tag. */
  readonly tag?: string | undefined;
}

/** A filter as parameters of a statement that contains `MATCHES`. */
export type FilterParameters = [
  accountId: number | null,
  domain: string | null,
  site: string | null,
  tag: string | null,
];

/** Returns the filter's fields as parameters, in the order that `MATCHES` expects. */
export function parametersOf({ accountId, domain, site, tag }: QueueFilter): FilterParameters {
  return [accountId ?? null, domain ?? null, site ?? null, tag ?? null];
}

/** Condition on rows `d` of the queue. $1 to $4 are the filter's parameters. Uses primary keys. */
export const MATCHES = `($1::bigint is null or d.account_id = $1)
       and ($2::text is null or lower(substring(d.recipient from '[^@]*$')) = $2)
       and ($3::text is null or exists (
         select from attempt a
         where a.account_id = d.account_id and a.message_id = d.message_id and a.recipient_no = d.recipient_no
           and a.attempt_no = d.attempts + d.passed_over and right(lower(a.host), length($3)) = $3
       ))
       and ($4::text is null or exists (
         select from message m where m.account_id = d.account_id and m.id = d.message_id and m.tag = $4
       ))`;
