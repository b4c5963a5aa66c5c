import { judge } from '../../../src/features/outcomes/inbound/judge.ts';
import { splitMail } from '../../../src/features/outcomes/inbound/split.ts';
import { outcomeOfReport } from '../../../src/features/sending/delivery/index.ts';
import { parseAddress, type EmailAddress } from '../../../src/mail/address.ts';
import type { ReturnAddress } from '../../../src/mail/return-path.ts';

const ADDRESS: ReturnAddress = {
  accountId: 3,
  messageId: '01936c8e-5f00-7abc-8def-0123456789ab',
  recipientNo: 0,
  kind: 'bounce',
};
// Safe cast: the address is valid.
const RECIPIENT = parseAddress('ann@there.example') as EmailAddress;

/**
 * Processes a message to a return path. Resolves with the bounce class of the recipient, or with `unclassified` if the
 * bounce has no class. If the message is not a bounce, resolves with the state of the inbound message or with the kind
 * of the verdict. `raw` is ASCII, or has one character for each byte (latin1).
 */
export async function resultOfReport(raw: string): Promise<string> {
  const mail = await splitMail(Buffer.from(raw, 'latin1'), false);
  const isFromNobody = /^(?:.+\r?\n)*return-path:\s*<>/i.test(raw);
  const verdict = judge(mail, {
    purpose: { kind: 'return', address: ADDRESS },
    isFromNobody,
    find: () => undefined,
    findSubscriber: () => undefined,
  });
  if (verdict.kind === 'note') return verdict.state;
  if (verdict.kind !== 'bounce') return verdict.kind;
  const { reason, recipient, status } = verdict;
  const report = { ...recipient, kind: 'bounced', status, reason, reportedAt: new Date(0) } as const;
  const about = { recipient: RECIPIENT, mailClass: 'transactional' } as const;
  return outcomeOfReport(report, { ...about, deliveredAt: undefined }).bounceClass ?? 'unclassified';
}
