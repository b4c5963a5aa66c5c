import type { Db } from '../../../base/db.ts';
import { hadBefore, type EventRow, type Hook, type HookWriter } from '../vendors/for-delivery.ts';
import { isBounce, presentBounce } from './bounce-types.ts';
import { OUTBOUND } from './streams.ts';
import { presentVisitor } from './visitor.ts';
import { settingsOf } from './webhook-settings.ts';

/** HTTP status code with which a receiver of Postmark webhooks permanently rejects an event. */
const FORBIDDEN = 403;
/** Type code for complaints in Postmark's webhooks. Postmark's bounce listing uses a different code. */
const COMPLAINT_CODE = 512;

/**
 * Creates a writer that posts events in Postmark's format. Each request contains one event for one recipient, has the
 * configured credentials and headers, and is not signed.
 */
export function createPostmarkWriter({ db }: { readonly db: Db }): HookWriter {
  return {
    refusals: [FORBIDDEN],
    async write(accountId, event, hook) {
      if ((event.stream ?? OUTBOUND) !== hook.kind) return undefined;
      const isFirst = event.event !== 'opened' || !(await wasOpened(db, accountId, event));
      if (!isFirst && settingsOf(hook).isFirstOpenOnly) return undefined;
      const payload = payloadOf(accountId, event, isFirst);
      if (!payload) return undefined;
      return { headers: headersOf(hook), body: Buffer.from(JSON.stringify(payload)) };
    },
  };
}

async function wasOpened(
  db: Db,
  accountId: number,
  { event, id, message_id, recipient_no }: EventRow,
): Promise<boolean> {
  return (await hadBefore(db, accountId, message_id, recipient_no, event, id))[0]?.had ?? false;
}

function headersOf(hook: Hook): Record<string, string> {
  const { auth, headers } = settingsOf(hook);
  const login = auth && Buffer.from(`${auth.Username}:${auth.Password}`).toString('base64');
  return {
    ...Object.fromEntries(headers.map(({ Name, Value }) => [Name, Value])),
    'content-type': 'application/json',
    'user-agent': 'Postrider-Webhooks/1',
    ...(login && { authorization: `Basic ${login}` }),
  };
}

/** Returns the payload for an event, or undefined for events that Postmark does not report. */
export function payloadOf(serverId: number, row: EventRow, isFirstOpen: boolean): Record<string, unknown> | undefined {
  const { details, event, metadata, recipient, recorded_at: at } = row;
  const common = {
    MessageID: row.message_id,
    ServerID: serverId,
    MessageStream: row.stream ?? OUTBOUND,
    Tag: row.tags[0] ?? '',
    Metadata: metadata,
  };
  const time = at.toISOString();
  // Recipients whose message expired after all attempts are not suppressed.
  if (isBounce(row)) return { ...presentBounce(row, { serverId, isInactive: event !== 'failed' }), ...common };
  switch (event) {
    case 'delivered':
      return {
        RecordType: 'Delivery',
        ...common,
        Recipient: recipient,
        DeliveredAt: time,
        Details: details.reason ?? '',
      };
    case 'complained':
      return {
        ...presentBounce(row, { serverId, isInactive: true }),
        ...common,
        RecordType: 'SpamComplaint',
        TypeCode: COMPLAINT_CODE,
      };
    case 'opened':
      return {
        RecordType: 'Open',
        ...common,
        Recipient: recipient,
        ReceivedAt: time,
        FirstOpen: isFirstOpen,
        ...presentVisitor(row),
      };
    case 'clicked':
      return {
        RecordType: 'Click',
        ...common,
        Recipient: recipient,
        ReceivedAt: time,
        OriginalLink: details.url ?? '',
        ClickLocation: 'HTML',
        ...presentVisitor(row),
      };
    default:
      return undefined;
  }
}
