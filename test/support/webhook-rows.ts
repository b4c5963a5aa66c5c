import type { Database } from '../../src/base/db.ts';
import { leastUuidOf } from '../../src/base/ids.ts';

/** Properties of a webhook delivery. By default, it is a `delivered` event that the receiver has accepted. */
export interface LogEntry {
  readonly event?: string;
  readonly state?: number;
  readonly answer?: number | null;
  readonly tag?: string | null;
  readonly recipient?: string;
  readonly messageId?: string;
  readonly attempts?: number;
  readonly nextAt?: Date | null;
  /** Body of the request. Null if it has not been built yet. */
  readonly body?: string | null;
  readonly url?: string;
  /** Creation time. By default, now. */
  readonly at?: Date;
}

let numbers = 0;

/** Returns a UUIDv7 for a timestamp. It is greater than all UUIDs that were returned earlier for the same timestamp. */
export function uuidOf(at: Date): string {
  numbers += 1;
  return `${leastUuidOf(at.getTime()).slice(0, 14)}7000-8000-${numbers.toString(16).padStart(12, '0')}`;
}

/** Creates a webhook for an account. Its secret is only a placeholder, because these tests sign nothing. */
export async function giveWebhook(
  db: Database,
  accountId: number,
  { state = 'enabled', url = 'https://hooks.example.com/mail', format = 'native' } = {},
): Promise<void> {
  const values = [accountId, url, format, state];
  await db.query(
    {
      name: '',
      text: `insert into webhook (account_id, url, format, events, secret, state, disabled_by, disabled_at)
        values ($1, $2, $3, '{sent}', '\\x00', $4, case $4 when 'disabled' then 'owner' end,
          case $4 when 'disabled' then now() end)`,
    },
    values,
  );
}

/** Inserts webhook deliveries for an account as the webhook engine does. Resolves with their IDs in order. */
export async function writeLog(db: Database, accountId: number, entries: readonly LogEntry[]): Promise<string[]> {
  const rows = entries.map((entry) => {
    const at = entry.at ?? new Date();
    return {
      id: uuidOf(at),
      event_id: uuidOf(at),
      message_id: entry.messageId ?? uuidOf(at),
      recipient_no: 0,
      recipient: entry.recipient ?? 'ann@customer.example',
      tag: entry.tag === undefined ? 'login_code' : entry.tag,
      event: entry.event ?? 'delivered',
      occurred_at: at,
      state: entry.state ?? 1,
      attempts: entry.attempts ?? 1,
      next_at: entry.nextAt ?? null,
      answer: entry.answer === undefined ? 200 : entry.answer,
      body: entry.body === undefined ? `{"event":"${entry.event ?? 'delivered'}"}` : entry.body,
      url: entry.url ?? null,
    };
  });
  await db.query(
    {
      name: '',
      text: `insert into webhook_delivery (account_id, id, event_id, message_id, recipient_no, recipient, tag, event,
          occurred_at, state, attempts, next_at, answer, body, format, url)
        select $1, id, event_id, message_id, recipient_no, recipient, tag, event, occurred_at, state, attempts, next_at,
          answer, convert_to(body, 'UTF8'), case when body is not null then 'native' end, url
        from json_to_recordset($2) as row (id uuid, event_id uuid, message_id uuid, recipient_no integer, recipient text,
          tag text, event text, occurred_at timestamptz, state smallint, attempts smallint, next_at timestamptz,
          answer smallint, body text, url text)`,
    },
    [accountId, JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}
