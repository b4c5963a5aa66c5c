import { CODES, failure } from './failure.ts';

/** Name of the stream for transactional email. All other streams are for bulk email. */
export const OUTBOUND = 'outbound';
const BROADCAST = 'broadcast';
/** Pattern for Postmark's stream names. */
const STREAM = /^[a-z0-9][a-z0-9_-]{0,29}$/;

/** Returns the stream with the given name. Streams do not need to be created first. Throws for invalid names. */
export function streamNamed(name: string): string {
  const lower = name.toLowerCase();
  if (STREAM.test(lower) && lower !== 'inbound') return lower;
  throw failure(CODES.streamNotFound, `The MessageStream provided does not exist: ${JSON.stringify(name)}.`);
}

/** Formats a stream for clients. */
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
    SubscriptionManagementConfiguration: { UnsubscribeHandlingType: isOutbound ? 'None' : 'Postmark' },
  };
}

/** Streams that every account has. Only these are listed, although streams with other names can also be used. */
export const STREAMS = [OUTBOUND, BROADCAST] as const;
