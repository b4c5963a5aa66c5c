import type { Clock } from '../../../base/clock.ts';
import type { Tx } from '../../../base/db.ts';
import type { WrittenMail } from '../../../mail/languages/emails.ts';
import { SANDBOX_SENDER } from './policy.ts';
import { parseSend } from './schema.ts';
import { createPacker, storeMessages } from './submission.ts';

/** An email from this installation to a user of an account. */
export interface Notice extends WrittenMail {
  readonly accountId: number;
  readonly to: string;
}

/**
 * Creates a function that accepts notices from the sandbox sender within a transaction. Notices do not count towards a
 * quota.
 */
export function createNoticeSender(parts: {
  readonly clock: Clock;
  readonly sandboxDomain: string;
}): (tx: Tx, notice: Notice) => Promise<void> {
  const pack = createPacker(parts.clock);
  const from = `Postrider <${SANDBOX_SENDER}@${parts.sandboxDomain}>`;
  return async (tx, { accountId, to, subject, text }) => {
    const send = parseSend({ from, to: [to], subject, text });
    await storeMessages(tx, accountId, [pack({ send, countedMails: 0 })]);
  };
}
