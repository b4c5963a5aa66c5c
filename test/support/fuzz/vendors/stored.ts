import type { Db } from '../../../../src/base/db.ts';

interface Row {
  readonly id: string;
  readonly vendor: string;
  readonly recipients: number;
  readonly reported: number;
  readonly is_ready: boolean;
}

/**
 * Compares the accepted messages with the stored messages of an account, and returns the differences. Each accepted
 * message must be stored with its recipients, one event per recipient, and its content. No other messages may be
 * stored.
 */
export async function storageFaults(
  db: Db,
  accountId: number,
  accepted: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const rows = await db.query<Row>(
    {
      name: '',
      text: `select v.id, v.vendor,
          (select count(*)::int from vendor_recipient r where r.account_id = v.account_id and r.message_id = v.id) as recipients,
          (select count(*)::int from vendor_event e
            where e.account_id = v.account_id and e.message_id = v.id and e.event = 'accepted') as reported,
          v.is_test or v.mailing_id is not null
            or exists (select from message m where m.account_id = v.account_id and m.id = v.id)
            or exists (select from vendor_event e
              where e.account_id = v.account_id and e.message_id = v.id and e.event = 'suppressed') as is_ready
        from vendor_message v where v.account_id = $1`,
    },
    [accountId],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const missing = [...accepted].flatMap(([id, call]) => (stored.has(id) ? [] : [`${id} is not stored\n  by ${call}`]));
  const wrong = rows.flatMap((row) => {
    const { id, is_ready: isReady, recipients, reported, vendor } = row;
    const call = accepted.get(id);
    if (recipients === 0 || reported !== recipients || !isReady)
      return [`${JSON.stringify(row)}\n  by ${call ?? 'nobody'}`];
    // A SendGrid call can create several messages, but the response contains the ID of only one.
    return call === undefined && vendor !== 'sendgrid'
      ? [`${id} of ${vendor} is stored, and no response named it`]
      : [];
  });
  return [...missing, ...wrong];
}
