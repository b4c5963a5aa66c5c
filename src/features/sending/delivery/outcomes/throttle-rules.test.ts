import { describe, expect, it } from 'vitest';
import { BLOCK_PAUSE_MS, signalOfRefusal } from './throttle-rules.ts';

const MINUTE_MS = 60_000;

function signalOf(reply: string) {
  const [, code = '', text = ''] = /^(\d{3}) (.*)$/s.exec(reply) ?? [];
  const enhanced = /^[45]\.\d+\.\d+(?=\s|$)/.exec(text)?.[0];
  return signalOfRefusal({ code: Number(code), enhanced, text });
}

describe('a reply that concerns the whole site', () => {
  it.each([
    ['421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume', 'pause', 120],
    ['421 4.7.0 [TS04] temporarily deferred', 'pause', 120],
    ['421 4.7.1 [TS03] All messages from 192.0.2.1 will be permanently deferred', 'trickle', 90],
    ['421 4.1.0 192.0.2.1 Throttled - try again later. https://postmaster.comcast.net/x#RL000010', 'pause', 5],
    [
      '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. (S775)',
      'trickle',
      90,
    ],
    ['451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77719)', 'trickle', 90],
    ['451 Messages from you are temporarily deferred', 'trickle', 90],
    ['550 5.7.1 part of their network is on our block list (S3140)', 'pause', 60],
    ['550 5.7.1 messages from [192.0.2.1] were not sent (S3150)', 'pause', 60],
    ['554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org', 'pause', 60],
    ['550 5.1.1 Mail from IP 192.0.2.1 was rejected due to listing in Spamhaus SBL', 'pause', 60],
    ['421 4.7.0 Client host [192.0.2.1] blocked using zen.spamhaus.org', 'pause', 60],
    ['550 5.7.606 Access denied, banned sending IP [192.0.2.1]', 'pause', 60],
  ])('%s requests a %s of %i minutes', (reply, kind, minutes) => {
    expect(signalOf(reply)).toMatchObject({ kind, forMs: minutes * MINUTE_MS, reason: reply.slice(0, 200) });
  });

  it.each([
    '421 4.7.0 Our system has detected an unusual rate of unsolicited mail originating from your IP address',
    '421 4.7.28 Gmail has detected an unusual rate of unsolicited mail',
    '421 RP-001 (X) Unfortunately, some messages were not sent. We have limits.',
    '421 Too many connections from your IP',
    '421 closing',
    '450 Too many connections',
    '451 4.7.0 You are sending too fast, slow down',
    '450 4.7.0 Sending rate exceeded',
    '451 4.7.28 Mail flood',
  ])('%s requests slower sending', (reply) => expect(signalOf(reply)).toEqual({ kind: 'slow' }));

  it('pauses after a block for as long as an operator may need to notice the block', () =>
    expect(BLOCK_PAUSE_MS).toBe(60 * MINUTE_MS));
});

describe('a reply about one recipient or one message', () => {
  it.each([
    '451 4.7.1 <bob@x.example>: Recipient address rejected: Greylisted for 300 seconds',
    '450 4.7.1 Greylisting in action, please come back later',
    '451 4.7.0 Greylisted; client host is new, see https://x.example',
    '450 4.2.1 The user you are trying to contact is receiving mail too quickly',
    '452 4.2.2 Mailbox full',
    '452 4.5.3 Too many recipients',
    '450 4.1.1 unverified address',
    '451 4.3.0 Temporary lookup failure',
    '452 4.3.1 Insufficient system storage',
    '550 5.1.1 User unknown',
    '552 5.2.2 Mailbox full',
    '550 5.7.26 Unauthenticated email from x.example is not accepted; the sending IP has a bad reputation',
    '554 5.7.1 Spam message rejected',
    '550 5.7.1 Message blocked by dbl.spamhaus.org: x.example',
    '550 5.7.1 URL listed by multi.surbl.org',
    '552 5.3.4 Too big',
    '550 5.7.1 Service unavailable, MailFrom domain is listed in Spamhaus. See https://www.spamhaus.org/query/lookup/',
    '550 5.7.1 [192.0.2.1 19] message is likely suspicious due to the very low reputation of the sending domain',
    '550 5.7.1 Message contains a link listed in Spamhaus [192.0.2.1]',
    '554 Bad reputation',
    '554 5.7.1 Relay access denied',
  ])('has no effect on other messages: %s', (reply) => expect(signalOf(reply)).toBeUndefined());
});

it("contains the server's reply as its reason, truncated and well-formed", () => {
  const signal = signalOfRefusal({ code: 451, enhanced: undefined, text: `server busy ${'😀'.repeat(500)}` });
  if (signal?.kind !== 'trickle') throw new Error('No trickle');
  expect(signal.reason.length).toBeLessThanOrEqual(200);
  expect(signal.reason.isWellFormed()).toBe(true);
});
