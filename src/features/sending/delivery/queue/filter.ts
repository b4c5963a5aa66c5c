/** Whose mail in the queue is meant; all of it where nothing is given. */
export interface QueueFilter {
  readonly accountId?: number | undefined;
  /** Of the recipients, in lower case. */
  readonly domain?: string | undefined;
  /** The end of the name of the server that answered the latest attempt. */
  readonly site?: string | undefined;
  /** Of transactional mail. */
  readonly tag?: string | undefined;
}

/** A filter as the parameters of a statement whose text has `MATCHES`. */
export type FilterParameters = [
  accountId: number | null,
  domain: string | null,
  site: string | null,
  tag: string | null,
];

/** The filter as parameters, in the order of `MATCHES`. */
export function parametersOf({ accountId, domain, site, tag }: QueueFilter): FilterParameters {
  return [accountId ?? null, domain ?? null, site ?? null, tag ?? null];
}

/** The condition on rows `d` of the queue; the parameters from $1 to $4 are those of the filter. Primary keys. */
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
