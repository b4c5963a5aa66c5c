import { Client } from 'pg';
import { clientConfig } from '../src/base/client-config.ts';

/** Days that the messages are spread over, the last of them yesterday. */
export const DAYS = 30;

/** Whose messages: `main` has what most accounts have, `stuck` only bounces, `mixed` a bounced and a delivered recipient. */
export type Kind = 'main' | 'stuck' | 'mixed';

/** Messages [first, last) of an account; the messages of one call are spread evenly over all days. */
export interface Fill {
  readonly kind: Kind;
  readonly accountId: number;
  readonly first: number;
  readonly last: number;
}

/** So that ten messages are rare at every size: they are among the first. */
const RARE_EVERY = 1_000;
const RARE_BELOW = 10_000;

const RARE = `n < ${RARE_BELOW} and n % ${RARE_EVERY} = ${RARE_EVERY / 2}`;

/** $1 account, $2 day (from 0), $3 first number, $4 numbers of this day. Ids ascend with n. */
const NUMBERED = `select n, (
      substr(hex, 1, 8) || '-' || substr(hex, 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0')
    )::uuid as id
  from (
    select n, lpad(to_hex((
      extract(epoch from (now() at time zone 'utc')::date - ${DAYS} + $2::integer) * 1000
      + (n - $3::bigint) * 86400000 / $4::bigint
    )::bigint), 12, '0') as hex
    from generate_series($3::bigint, $3::bigint + $4::bigint - 1) as n
  ) timed`;

const MESSAGES = `insert into message (account_id, id, sender, subject, tag, head, content)
  select $1, id,
    case when ${RARE} then 'rare@x.example' when n % 2 = 0 then 'News <news@x.example>' else 'Shop <shop@x.example>' end,
    'Message ' || n,
    case when ${RARE} then 'rare' when n % 2 = 0 then 'common' else 'tag' || n % 50 end,
    '{"to":["user@y.example"],"cc":[],"bcc":[],"reply_to":[],"headers":{}}', '\\x007b7d'
  from (${NUMBERED}) numbered`;

/** Of an even number 'often' and delivered, of an odd one never both common and bounced: pairs that never meet. */
const DELIVERIES: Readonly<Record<Kind, string>> = {
  main: `insert into delivery (account_id, message_id, recipient_no, recipient, status, attempts)
    select $1, id, 0,
      case when ${RARE} then 'rare@y.example' when n % 10 = 0 then 'often@y.example'
        else 'user' || n % 1000003 || '@y.example' end,
      case when ${RARE} then 4 when n % 10 = 1 then 3 else 7 end, 1
    from (${NUMBERED}) numbered`,
  stuck: `insert into delivery (account_id, message_id, recipient_no, recipient, status, attempts)
    select $1, id, 0, 'user' || n % 1000003 || '@y.example', 3, 1 from (${NUMBERED}) numbered`,
  mixed: `insert into delivery (account_id, message_id, recipient_no, recipient, status, attempts)
    select $1, id, r.no, 'user' || n % 1000003 || '@y.example', r.status, 1
    from (${NUMBERED}) numbered cross join (values (0, 3), (1, 7)) as r (no, status)`,
};

/** Attempts of what is asked for by code and provider: of 20 messages one bounced, and one went to Google. */
const ATTEMPTS = `insert into attempt (account_id, message_id, recipient_no, attempt_no, started_at, finished_at, outcome,
    route, host, status, reason, conversation)
  select $1, id, 0, 1, now(), now(), case when n % 20 = 1 or ${RARE} then 'bounced' else 'delivered' end, 'direct',
    case when ${RARE} then 'mta5.am0.yahoodns.net' when n % 20 = 2 then 'aspmx.l.google.com' else 'mx.y.example' end,
    case when ${RARE} then '5.7.1' when n % 20 = 1 then '5.1.1' else '2.0.0' end,
    case when ${RARE} then '554 5.7.1 Refused' when n % 20 = 1 then '550 5.1.1 No such user' else '250 ok' end, ''
  from (${NUMBERED}) numbered where n % 20 in (1, 2) or ${RARE}`;

/** Writes messages inside the database, day by day, and leaves its tables as autovacuum would. */
export async function fillMessages(url: string, fills: readonly Fill[]): Promise<void> {
  const client = new Client({ ...clientConfig(url, 'bench'), statement_timeout: 0 });
  await client.connect();
  try {
    await client.query(
      `select ensure_message_partitions(today - ${DAYS}, today - 1) from (select (now() at time zone 'utc')::date as today) c`,
    );
    for (const { kind, accountId, first, last } of fills) {
      for (let day = 0; day < DAYS; day += 1) {
        const from = first + Math.floor(((last - first) * day) / DAYS);
        const to = first + Math.floor(((last - first) * (day + 1)) / DAYS);
        const values = [accountId, day, from, to - from];
        if (to > from) await client.query(MESSAGES, values);
        if (to > from) await client.query(DELIVERIES[kind], values);
        if (to > from && kind === 'main') await client.query(ATTEMPTS, values);
      }
    }
    await client.query('vacuum (analyze) message, delivery, attempt');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** Leaves the index of the search as autovacuum would. */
export async function analyzeSegments(url: string): Promise<void> {
  const client = new Client({ ...clientConfig(url, 'bench'), statement_timeout: 0 });
  await client.connect();
  try {
    await client.query('vacuum (analyze) message_segment');
    const { rows } = await client.query<{ size: string }>(
      `select pg_size_pretty(pg_total_relation_size('message_segment')) as size`,
    );
    console.log(`  Size of the search index: ${rows[0]?.size ?? ''}`);
  } finally {
    await client.end();
  }
}
