import { describe, expect, test } from 'vitest';
import { makeLocalPart, findReturnAddress, type ReturnAddress } from '../../../mail/return-path.ts';
import { BOUNCE_MAILS } from '../../../../test/support/bounce-mails.ts';
import { resultOfReport } from '../../../../test/support/bounce-corpus/result.ts';
import type { Purpose } from './addresses.ts';
import { judge, type Verdict } from './judge.ts';
import { splitMail } from './split.ts';
import type { Subscriber } from './types.ts';

const KEY = Buffer.alloc(32, 7);
const RECIPIENT = { accountId: 3, messageId: '01936c8e-5f00-7abc-8def-0123456789ab', recipientNo: 2 };
const ADDRESS: ReturnAddress = { ...RECIPIENT, kind: 'bounce' };
const TOKEN = makeLocalPart(KEY, ADDRESS);
const TO_RETURN_PATH: Purpose = { kind: 'return', address: ADDRESS };

/** Parses 'n+SOURCE.CONTACT@'. These tests use such addresses instead of addresses with a signed token. */
function findSubscriber(text: string): Subscriber | undefined {
  const [, source, recipient] = /n\+(\d+)\.(\d+)@/.exec(text) ?? [];
  return source === undefined ? undefined : { accountId: 3, source: Number(source), recipient: Number(recipient) };
}

async function judged(raw: string, purpose: Purpose, mailFrom = '', recipientAddress?: string): Promise<Verdict> {
  const mail = await splitMail(Buffer.from(raw), false);
  const find = (text: string): ReturnAddress | undefined => findReturnAddress([KEY], text);
  return judge(mail, { purpose, isFromNobody: mailFrom === '', find, findSubscriber, recipientAddress });
}

describe('email to a return path', () => {
  test.each(BOUNCE_MAILS)('is classified correctly: $name', async ({ is, mailFrom, raw }) => {
    const verdict = await judged(raw, TO_RETURN_PATH, mailFrom);
    if (typeof is === 'string') {
      expect(verdict).toMatchObject({ kind: 'note', state: is });
    } else {
      const [status, reason] = is;
      expect(verdict).toMatchObject({ kind: 'bounce', recipient: RECIPIENT, status });
      expect(verdict.kind === 'bounce' && (verdict.reason ?? '')).toMatch(reason);
    }
  });

  test('has more than forty test cases with unique names', () => {
    expect(BOUNCE_MAILS.length).toBeGreaterThan(40);
    expect(new Set(BOUNCE_MAILS.map(({ name }) => name)).size).toBe(BOUNCE_MAILS.length);
  });
});

const RETURNED_HEADER = [
  'From: Shop <hello@shop.example>',
  'To: ann@there.example',
  'Subject: Hello',
  'Message-ID: <01936c8e5f007abc8def0123456789ab@shop.example>',
];

/** Builds a feedback report (RFC 5965). */
function feedback(fields: readonly string[], returned: readonly string[], headers: readonly string[] = []): string {
  return [
    'From: <feedback@provider.example>',
    'To: fbl@mx.shop.example',
    'Subject: Complaint about: Hello',
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="=_fbl"',
    '',
    '--=_fbl',
    'Content-Type: text/plain; charset="US-ASCII"',
    '',
    'This is an email abuse report for an email message received on Sat, 21 Nov 2026.',
    '',
    '--=_fbl',
    'Content-Type: message/feedback-report',
    '',
    ...fields,
    '',
    '--=_fbl',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    ...returned,
    '',
    'Hello',
    '--=_fbl--',
    '',
  ].join('\r\n');
}

const TO_FEEDBACK: Purpose = { kind: 'complaint' };

describe('email to the feedback loop address', () => {
  test('is a Yahoo complaint, identified by its envelope sender', async () => {
    const raw = feedback(
      [
        'Feedback-Type: abuse',
        'User-Agent: Yahoo!-Mail-Feedback/2.0',
        'Version: 0.1',
        `Original-Mail-From: <${TOKEN.toUpperCase()}@bounce.shop.example>`,
        'Original-Rcpt-To: ann@yahoo.com',
        'Received-Date: Sat, 21 Nov 2026 02:00:00 PST',
        'Reported-Domain: shop.example',
        'Authentication-Results: dkim=pass header.d=shop.example',
      ],
      RETURNED_HEADER,
    );
    expect(await judged(raw, TO_FEEDBACK)).toEqual({
      kind: 'complaint',
      recipient: RECIPIENT,
      words: 'abuse, Yahoo!-Mail-Feedback/2.0',
    });
  });

  test('is a Comcast complaint, identified only by the message header', async () => {
    const raw = feedback(
      ['Feedback-Type: abuse', 'User-Agent: ReturnPathFBL/1.0', 'Version: 1', 'Source-IP: 198.51.100.1'],
      [
        `Return-Path: <${TOKEN}@bounce.shop.example>`,
        ...RETURNED_HEADER.map((line) => line.replace('ann@', 'redacted@')),
      ],
    );
    expect(await judged(raw, TO_FEEDBACK)).toMatchObject({ kind: 'complaint', recipient: RECIPIENT });
  });

  test('is an Outlook.com junk mail report, which has no report part', async () => {
    const raw = [
      'From: <staff@hotmail.com>',
      'Subject: complaint about message from 198.51.100.1',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="jmr"',
      '',
      '--jmr',
      'Content-Type: message/rfc822',
      'Content-Disposition: inline',
      '',
      'X-HmXmrOriginalRecipient: ann@hotmail.com',
      `Return-Path: ${TOKEN}@bounce.shop.example`,
      ...RETURNED_HEADER,
      '',
      'Hello',
      '--jmr--',
      '',
    ].join('\r\n');
    expect(await judged(raw, TO_FEEDBACK)).toMatchObject({ kind: 'complaint', recipient: RECIPIENT });
  });

  test.each([
    ['is missing', []],
    ['is the null sender', ['Original-Mail-From: <>']],
    ['is redacted', ['Original-Mail-From: <redacted@shop.example>']],
  ])('identifies the message by Message-ID if the return path %s', async (_name, fields) => {
    const reported = ['Feedback-Type: abuse', 'Original-Rcpt-To: <Ann@there.example>', ...fields];
    const raw = feedback(reported, [...RETURNED_HEADER, 'Feedback-ID: t:transactional:3:postrider']);
    expect(await judged(raw, TO_FEEDBACK)).toMatchObject({
      kind: 'reported',
      isOptOut: false,
      named: {
        messageId: RECIPIENT.messageId,
        recipientNo: undefined,
        domain: 'shop.example',
        accountId: 3,
        addresses: ['ann@there.example', 'ann@there.example'],
      },
    });
  });

  test('identifies a mailing recipient by Message-ID and the subscriber by List-Unsubscribe', async () => {
    const returned = [
      'From: shop@shop.example',
      'Message-ID: <01936c8e5f007abc8def0123456789ab.2s@shop.example>',
      'List-Unsubscribe: <https://x.example/u/1>, <mailto:n+7.9@mx.shop.example?subject=unsubscribe>',
    ];
    expect(await judged(feedback(['Feedback-Type: opt-out'], returned), TO_FEEDBACK)).toMatchObject({
      kind: 'reported',
      isOptOut: true,
      named: { messageId: RECIPIENT.messageId, recipientNo: 100, accountId: undefined },
      subscriber: { accountId: 3, source: 7, recipient: 9 },
    });
  });

  test.each([
    'Message-ID: <order-4711@shop.example>',
    'Message-ID: <01936c8e5f001abc8def0123456789ab@shop.example>',
    'Message-ID: <01936c8e5f007abc8def0123456789ab.@shop.example>',
    'X-Message-ID: <01936c8e5f007abc8def0123456789ab@shop.example>',
  ])('does not identify a message by %s', async (line) => {
    const verdict = await judged(feedback(['Feedback-Type: abuse'], ['From: shop@shop.example', line]), TO_FEEDBACK);
    expect(verdict).toMatchObject({ kind: 'note', state: 'unclassified' });
  });

  test('does not use the Message-ID if the return path in the report is not ours', async () => {
    const raw = feedback(['Feedback-Type: abuse', 'Original-Mail-From: <x@shop.example>'], RETURNED_HEADER);
    expect(await judged(raw, TO_FEEDBACK)).toMatchObject({
      kind: 'note',
      state: 'unclassified',
      reason: expect.stringContaining('(Message-ID 01936c8e5f007abc8def0123456789ab@shop.example)'),
    });
  });

  test.each([
    ['fraud', 'complaint'],
    ['opt-out', 'unsubscribe'],
    ['Opt-Out-List', 'unsubscribe'],
    ['not-spam', 'note'],
    ['auth-failure', 'note'],
    ['constructor', 'note'],
    ['', 'note'],
  ])('with feedback type %j is classified as %s', async (type, kind) => {
    const raw = feedback([`Feedback-Type: ${type}`, `Original-Mail-From: <${TOKEN}@x.example>`], RETURNED_HEADER);
    expect(await judged(raw, TO_FEEDBACK)).toMatchObject({ kind });
  });

  test('is unclassified if a person wrote it', async () => {
    const raw = `From: ann@there.example\r\nSubject: Stop this\r\n\r\nYou bother me, ${TOKEN}@bounce.shop.example.\r\n`;
    expect(await judged(raw, TO_FEEDBACK)).toMatchObject({ kind: 'note', state: 'unclassified' });
  });

  test('is not a bounce without our code, regardless of the Message-ID', async () => {
    const bounce = BOUNCE_MAILS[0]?.raw ?? '';
    expect(await judged(bounce, TO_FEEDBACK)).toMatchObject({ kind: 'note', state: 'unclassified' });
    const withCode = bounce.replace('b+forged@', `${TOKEN}@`);
    expect(await judged(withCode, TO_FEEDBACK)).toMatchObject({
      kind: 'bounce',
      recipient: RECIPIENT,
      status: '5.1.1',
    });
  });
});

describe('email to a List-Unsubscribe address', () => {
  const purpose: Purpose = { kind: 'return', address: { ...RECIPIENT, kind: 'unsubscribe' } };

  test('unsubscribes regardless of content and sender', async () => {
    const raw = 'From: bob@elsewhere.example\r\nSubject: unsubscribe\r\n\r\n';
    expect(await judged(raw, purpose, 'bob@elsewhere.example')).toEqual({ kind: 'unsubscribe', recipient: RECIPIENT });
  });

  test('is ignored if it is an automatic reply', async () => {
    const raw = 'From: bob@elsewhere.example\r\nSubject: Out of office\r\nAuto-Submitted: auto-replied\r\n\r\n';
    expect(await judged(raw, purpose, 'bob@elsewhere.example')).toMatchObject({ kind: 'note', state: 'ignored' });
    expect(await judged('Subject: unsubscribe\r\n\r\n', purpose, '')).toMatchObject({ kind: 'note', state: 'ignored' });
  });
});

describe('hostile email', () => {
  test.each([
    ['no content', ''],
    ['only NULs', '\u0000'.repeat(1_000)],
    ['a header without end', `Subject: ${'x'.repeat(200_000)}`],
    ['a truncated report', (BOUNCE_MAILS[0]?.raw ?? '').slice(0, 700)],
    [
      'a report with colons as fields',
      `Content-Type: multipart/report; boundary=z\r\n\r\n--z\r\nContent-Type: message/delivery-status\r\n\r\n${':\r\n'.repeat(10_000)}`,
    ],
    [
      'a report with thousands of recipients',
      `Content-Type: multipart/report; boundary=z\r\n\r\n--z\r\nContent-Type: message/delivery-status\r\n\r\n${'Action: x\r\n\r\n'.repeat(9_000)}`,
    ],
    ['a line of digits and dots', `From: mailer-daemon@x\r\nSubject: failure notice\r\n\r\n${'5.1.'.repeat(200_000)}`],
    ['a text of spaces', `From: mailer-daemon@x\r\nSubject: failure notice\r\n\r\n${' '.repeat(500_000)}x`],
    ['a text of at signs', `From: mailer-daemon@x\r\nSubject: failure notice\r\n\r\n${'<@'.repeat(200_000)}`],
    [
      'phrases that almost match',
      `From: mailer-daemon@x\r\nSubject: failure notice\r\n\r\n${'mailbox user account quota '.repeat(20_000)}`,
    ],
    [
      'codes without a text',
      `From: mailer-daemon@x\r\nSubject: failure notice\r\n\r\n${`${'550 '.repeat(249)}\r\n`.repeat(200)}`,
    ],
    [
      'fields in a text whose parts have another boundary',
      `Content-Type: multipart/report; boundary=q\r\n\r\n${'--z\r\nAction: failed\r\nFinal-Recipient: x\r\n\r\n'.repeat(1_000)}`,
    ],
    [
      'lines that almost match an unknown domain',
      `From: mailer-daemon@x\r\nSubject: failure notice\r\n\r\n${`${'host a.b.c-d user '.repeat(55)}\r\n`.repeat(250)}`,
    ],
    ['a lone surrogate', 'Subject: =?utf-8?B?7aC9?=\r\n\r\n\ud800'],
  ])('is judged without delay: %s', async (_name, raw) => {
    const verdict = await judged(raw, TO_RETURN_PATH);
    expect(['note', 'bounce']).toContain(verdict.kind);
  });

  test('is unreadable with more boundaries than any report has', async () => {
    const part = (count: number): string => `Subject: x\r\n\r\n${'boundary '.repeat(count)}`;
    await expect(splitMail(Buffer.from(part(50)), false)).resolves.toBeDefined();
    await expect(splitMail(Buffer.from(part(51)), false)).rejects.toThrow('The message has more than 50 boundaries');
  });

  test.each([
    ['a bounce', false, 20_000],
    ['a report', true, 150_000],
  ])('is unreadable with more lines than %s has', async (_name, isReport, most) => {
    await expect(splitMail(Buffer.from('\n'.repeat(most)), isReport)).resolves.toBeDefined();
    await expect(splitMail(Buffer.from('\n'.repeat(most + 1)), isReport)).rejects.toThrow(`more than ${most} lines`);
  });

  test('is parsed only up to 256 KB unless it is a report', async () => {
    const body = Buffer.concat([Buffer.from('Subject: x\r\n\r\n'), Buffer.alloc(400_000, 'y')]);
    expect((await splitMail(body, false)).text.length).toBeLessThanOrEqual(256 * 1024);
  });

  test('is unreadable if nested too deeply', async () => {
    const nested = (depth: number): string =>
      Array.from(
        { length: depth },
        (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
      ).join('');
    await expect(splitMail(Buffer.from(nested(30)), false)).rejects.toThrow('The message cannot be parsed');
  });
});

/** Builds a delivery status notification with the given groups of fields. */
function dsn(...groups: readonly string[][]): string {
  return [
    'From: Mail Delivery System <MAILER-DAEMON@mx.there.example>',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.there.example',
    '',
    ...groups.flatMap((group) => group.concat('')),
    '--b--',
    '',
  ].join('\r\n');
}

function group(final: string, action: string, original?: string): string[] {
  const status = action === 'failed' ? '5.1.1' : '2.0.0';
  const names = [`Final-Recipient: ${final}`, ...(original === undefined ? [] : [`Original-Recipient: ${original}`])];
  return [...names, `Action: ${action}`, `Status: ${status}`];
}

describe('report about several recipients', () => {
  const OURS = 'team@there.example';
  const FAILED = { kind: 'bounce', status: '5.1.1' };
  const IGNORED = { kind: 'note', state: 'ignored' };

  test.each([
    [
      'our recipient was expanded and a member failed',
      [group('rfc822; m@list.example', 'failed'), group(`rfc822; ${OURS}`, 'expanded')],
      IGNORED,
    ],
    [
      'our recipient was delivered and another one failed',
      [group('rfc822; x@there.example', 'failed'), group(`rfc822; ${OURS}`, 'delivered')],
      IGNORED,
    ],
    [
      'our recipient failed and another one was delivered',
      [group('rfc822; x@there.example', 'delivered'), group(`rfc822; ${OURS}`, 'failed')],
      FAILED,
    ],
    [
      'our recipient failed after forwarding, by original recipient',
      [group('rfc822; x@other.example', 'failed', `rfc822;${OURS}`)],
      FAILED,
    ],
    [
      'one of two members of our recipient failed',
      [
        group('rfc822; a@x.example', 'failed', `rfc822;${OURS}`),
        group('rfc822; b@x.example', 'relayed', `rfc822;${OURS}`),
      ],
      IGNORED,
    ],
    [
      'both members of our recipient failed',
      [
        group('rfc822; a@x.example', 'failed', `rfc822;${OURS}`),
        group('rfc822; b@x.example', 'failed', `rfc822;${OURS}`),
      ],
      FAILED,
    ],
    [
      'only a member that was addressed directly failed',
      [group('rfc822; m@x.example', 'failed', 'rfc822;m@x.example')],
      IGNORED,
    ],
    ['a forwarder names only the forwarding target', [group('rfc822; x@other.example', 'failed')], FAILED],
    [
      'different case and angle brackets',
      [group('x@there.example', 'failed', 'rfc822;x@there.example'), group('RFC822; <Team@THERE.example.>', 'failed')],
      FAILED,
    ],
    [
      'xtext encoding',
      [group('rfc822; team+40there.example', 'delivered'), group('rfc822; x@y.example', 'failed')],
      IGNORED,
    ],
  ])('judges %s', async (_, groups, expected) => {
    expect(await judged(dsn(...groups), TO_RETURN_PATH, '', OURS)).toMatchObject(expected);
  });

  test('is judged by its first failure if the recipient is no longer stored', async () => {
    const raw = dsn(group('rfc822; x@there.example', 'delivered'), group(`rfc822; ${OURS}`, 'failed'));
    expect(await judged(raw, TO_RETURN_PATH)).toMatchObject(FAILED);
  });

  test('compares Unicode addresses in ASCII', async () => {
    const raw = dsn(group('utf-8; ann@b\\x{FC}cher.example', 'delivered'), group('rfc822; x@y.example', 'failed'));
    expect(await judged(raw, TO_RETURN_PATH, '', 'ann@xn--bcher-kva.example')).toMatchObject(IGNORED);
  });
});

describe('permanent failure without a reason', () => {
  test.each([
    ['Delivery to the following recipient failed permanently:', 'Delivery Status Notification (Failure)'],
    ["This is a permanent error; I've given up. Sorry it didn't work out.", 'failure notice'],
    ['The message could not be delivered.', 'Undelivered Mail Returned to Sender'],
  ])('is a bounce without a reason: %s', async (line, subject) => {
    const raw = [
      'From: Mail Delivery Subsystem <mailer-daemon@there.example>',
      `Subject: ${subject}`,
      '',
      line,
      '',
      '  ann@there.example',
      '',
    ].join('\r\n');
    const verdict = await judged(raw, TO_RETURN_PATH);
    expect(verdict).toMatchObject({ kind: 'bounce', status: '5.0.0' });
    expect(await resultOfReport(raw)).not.toBe('recipient');
  });
});
