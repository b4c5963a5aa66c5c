/** Selects messages in the queue. Without any field, selects all messages. */
export interface QueueFilter {
  readonly accountId?: number | undefined;
  /** Domain of the recipients, in lower case. */
  readonly domain?: string | undefined;
  /** Suffix of the name of the server that replied to the latest attempt. */
  readonly site?: string | undefined;
  /** Tag of transactional messages. */
  readonly tag?: string | undefined;
}

/** A filter in the form of parameters for a statement that contains `MATCHES`. */
export type FilterParameters = [
  accountId: number | null,
  domain: string | null,
  site: string | null,
  tag: string | null,
];

/** Returns the filter as parameters, in the order of `MATCHES`. */
export function parametersOf({ accountId, domain, site, tag }: QueueFilter): FilterParameters {
  return [accountId ?? null, domain ?? null, site ?? null, tag ?? null];
}

/**
 * The condition on rows `d` of the queue. The parameters $1 to $4 are the parameters of the filter. Uses primary keys.
 */
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
