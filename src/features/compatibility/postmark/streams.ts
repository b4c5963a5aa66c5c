import { CODES, failure } from './failure.ts';

/** The stream of mail that somebody waits for; every other is one of mail to many. */
export const OUTBOUND = 'outbound';
const BROADCAST = 'broadcast';
/** As the vendor names streams. */
const STREAM = /^[a-z0-9][a-z0-9_-]{0,29}$/;

/** A stream by its name; streams need not be made. Throws for what is no name of one. */
export function streamNamed(name: string): string {
  const lower = name.toLowerCase();
  if (STREAM.test(lower) && lower !== 'inbound') return lower;
  throw failure(CODES.streamNotFound, `The MessageStream provided does not exist: ${JSON.stringify(name)}.`);
}

/** A stream as clients are shown it; of those that were not made, only these two are listed. */
export function presentStream(id: string, serverId: number): Record<string, unknown> {
  const isOutbound = id === OUTBOUND;
  return {
    ID: id,
    ServerID: serverId,
    Name: isOutbound ? 'Transactional stream' : `Broadcast stream ${id}`,
    Description: isOutbound
      ? 'Transactional email, sent with priority.'
      : 'Bulk email, sent after transactional email.',
    MessageStreamType: isOutbound ? 'Transactional' : 'Broadcasts',
    CreatedAt: '1970-01-01T00:00:00Z',
    UpdatedAt: null,
    ArchivedAt: null,
    ExpectedPurgeDate: null,
    SubscriptionManagementConfiguration: { UnsubscribeHandlingType: 'None' },
  };
}

/** Streams that every account has. */
export const STREAMS = [OUTBOUND, BROADCAST] as const;
