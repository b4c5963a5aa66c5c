import { expect, test } from 'vitest';
import { BOUNCE_CORPUS, type CorpusMail } from '../../../../test/support/bounce-corpus/index.ts';
import { parseAddress, type EmailAddress } from '../../../mail/address.ts';
import type { ReturnAddress } from '../../../mail/return-path.ts';
import { outcomeOfReport } from '../../sending/delivery/index.ts';
import { judge } from './judge.ts';
import { splitMail } from './split.ts';

const ADDRESS: ReturnAddress = {
  accountId: 3,
  messageId: '01936c8e-5f00-7abc-8def-0123456789ab',
  recipientNo: 0,
  kind: 'bounce',
};
// Valid as it stands.
const RECIPIENT = parseAddress('ann@there.example') as EmailAddress;

/** What becomes of a mail to a return path, as the listeners of outcomes are told. */
async function resultOf(raw: string): Promise<string> {
  const mail = await splitMail(Buffer.from(raw), false);
  const isFromNobody = raw.startsWith('Return-Path: <>');
  const verdict = judge(mail, {
    purpose: { kind: 'return', address: ADDRESS },
    isFromNobody,
    find: () => undefined,
  });
  if (verdict.kind === 'note') return verdict.state;
  if (verdict.kind !== 'bounce') return verdict.kind;
  const { reason, recipient, status } = verdict;
  const report = { ...recipient, kind: 'bounced', status, reason, reportedAt: new Date(0) } as const;
  const about = { recipient: RECIPIENT, mailClass: 'transactional' } as const;
  return outcomeOfReport(report, { ...about, deliveredAt: undefined }).bounceClass ?? 'unclassified';
}

const results = Promise.all(BOUNCE_CORPUS.map(async (mail) => ({ ...mail, got: await resultOf(mail.raw) })));

function shown(wrong: readonly (CorpusMail & { readonly got: string })[]): string[] {
  return wrong.map(({ got, is, name }) => `${is} read as ${got}: ${name}`);
}

test('at least 95 of 100 reports of a corpus in all forms are read as what they are', async () => {
  const all = await results;
  const wrong = all.filter(({ got, is }) => got !== is);
  const share = (100 * (all.length - wrong.length)) / all.length;
  console.log(`${all.length} reports, ${share.toFixed(1)} % read as what they are\n${shown(wrong).join('\n')}`);
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(share).toBeGreaterThanOrEqual(95);
});

test('nobody is suppressed for a full mailbox, a refusal of the mail or what may pass', async () => {
  const suppressed = (await results).filter(({ got, is }) => got === 'recipient' && is !== 'recipient');
  expect(shown(suppressed)).toEqual([]);
});

test('every form of a report occurs', () => {
  const forms = new Set(BOUNCE_CORPUS.map(({ name }) => name.split(':', 1)[0]));
  expect(forms.size).toBeGreaterThanOrEqual(30);
});
