import type { Answered } from '../../src/features/sending/delivery/journal/index.ts';
import type { EmailAddress } from '../../src/mail/address.ts';

/** Returns a delivered message as a connection worker stores it after the server's reply. */
export function answered(options: {
  readonly messageId: string;
  readonly recipientNo: number;
  readonly words?: string;
  readonly epoch?: number;
}): Answered {
  const { messageId, recipientNo, words = '250 2.0.0 Ok', epoch = 1 } = options;
  return {
    claim: {
      accountId: 7,
      messageId,
      recipientNo,
      // Safe cast: the address is in the form that the parser returns.
      recipient: 'ada@example.org' as EmailAddress,
      mailClass: 'campaign',
      chunk: { chunkNo: 3 },
      attempts: 2,
      epoch,
      taken: 1,
      isSuppressed: false,
      wasSent: true,
      wasDelayed: false,
    },
    outcome: { kind: 'delivered', status: '2.0.0', reason: words, handedOverAtMs: 1_700_000_000_000 },
    details: {
      startedAtMs: 1_700_000_000_000,
      finishedAtMs: 1_700_000_000_250,
      route: 'direct',
      host: 'mx.example.org',
      address: '192.0.2.25',
      tls: 'TLSv1.3',
      conversation: `> DATA\n< ${words}`,
    },
  };
}
