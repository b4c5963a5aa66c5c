import type { EmailAddress } from '../../src/mail/address.ts';
import type { Claim } from '../../src/features/sending/delivery/types.ts';

/** Returns a recipient that a delivery process has claimed for the first attempt, with the given changes. */
export function claimOf(changes: Partial<Claim> = {}): Claim {
  return {
    accountId: 1,
    messageId: '01936c8e-5f00-7abc-8def-0123456789ab',
    mailClass: 'transactional',
    recipientNo: 0,
    // Safe cast: the address is in the form that the parser returns.
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
