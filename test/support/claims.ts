import type { EmailAddress } from '../../src/mail/address.ts';
import type { Claim } from '../../src/features/sending/delivery/types.ts';

/** A recipient as a delivery process holds it at its first attempt, with what a test wants otherwise. */
export function claimOf(changes: Partial<Claim> = {}): Claim {
  return {
    accountId: 1,
    messageId: '01936c8e-5f00-7abc-8def-0123456789ab',
    mailClass: 'transactional',
    recipientNo: 0,
    // Written out as the parser would give it.
    recipient: 'ann@x.example' as EmailAddress,
    attempts: 0,
    epoch: 1,
    taken: 1,
    isSuppressed: false,
    wasSent: false,
    wasDelayed: false,
    ...changes,
  };
}
