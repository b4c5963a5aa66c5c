import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../../smtp/reply.ts';
import { classOfReport, outcomeOfFault, outcomeOfMx, outcomeOfResult } from './classify.ts';

const NOW_MS = 1_000;

function reply(code: number, text: string, enhanced?: string): Reply {
  return { code, text, enhanced };
}

describe('a reply to a message', () => {
  it('is delivered when accepted, and is handed over when the final dot is written', () => {
    const result = { kind: 'accepted', reply: reply(250, '2.0.0 Ok', '2.0.0'), sentAt: 900, conversation: '' } as const;
    expect(outcomeOfResult(result, NOW_MS)).toEqual({
      kind: 'delivered',
      status: '2.0.0',
      reason: '250 2.0.0 Ok',
      handedOverAtMs: 900,
    });
  });

  it.each([
    ['mail', 451, undefined, 'deferred', '4.0.0'],
    ['rcpt', 450, '4.7.1', 'deferred', '4.7.1'],
    ['rcpt', 550, '5.1.1', 'bounced', '5.1.1'],
    ['rcpt', 550, undefined, 'bounced', '5.0.0'],
    ['data', 554, '5.7.1', 'bounced', '5.7.1'],
    ['dot', 452, '4.3.1', 'deferred', '4.3.1'],
    ['dot', 552, '5.3.4', 'failed', '5.3.4'],
    ['dot', 554, '5.6.0', 'failed', '5.6.0'],
    ['dot', 550, '5.7.26', 'bounced', '5.7.26'],
  ] as const)('refused at %s with %i %s is %s', (stage, code, enhanced, kind, status) => {
    const result = { kind: 'refused', stage, reply: reply(code, 'no', enhanced), conversation: '' } as const;
    expect(outcomeOfResult(result, NOW_MS)).toMatchObject({ kind, status });
  });

  it('is retried and counts as handed over if no reply follows the final dot', () => {
    const result = { kind: 'broken', stage: 'dot', error: 'reset', conversation: '', dotSent: true } as const;
    expect(outcomeOfResult(result, NOW_MS)).toMatchObject({ kind: 'deferred', handedOverAtMs: NOW_MS });
  });

  it('is retried and does not count as handed over if the reply is missing before the final dot', () => {
    const result = { kind: 'broken', stage: 'rcpt', error: 'reset', conversation: '', dotSent: false } as const;
    expect(outcomeOfResult(result, NOW_MS)).toMatchObject({ kind: 'deferred', handedOverAtMs: undefined });
  });

  it('counts as handed over if a server refused it, but not if no server was contacted', () => {
    const refused = { kind: 'refused', stage: 'rcpt', reply: reply(550, 'no', '5.1.1'), conversation: '' } as const;
    expect(outcomeOfResult(refused, NOW_MS)).toMatchObject({ kind: 'bounced', handedOverAtMs: NOW_MS });
    const foreseen = {
      ...refused,
      stage: 'mail',
      reply: reply(550, '5.6.7 no SMTPUTF8', '5.6.7'),
      isForeseen: true,
    } as const;
    expect(outcomeOfResult(foreseen, NOW_MS)).toMatchObject({ kind: 'failed', handedOverAtMs: undefined });
  });

  it.each([
    [451, '4.7.1', '4.7.1 Greylisted, please come back'],
    [450, '4.2.0', '4.2.0 <ann@x.example>: Recipient address rejected: Greylisting in action, try again in 300 s'],
    [451, undefined, 'Graylist enforced, try later'],
    [450, '4.7.1', '4.7.1 Client host rejected: Greylisted, see http://postgrey.example/help.html'],
  ])('is temporary and affects no other messages if a greylisting server sends %i %s %s', (code, enhanced, text) => {
    const result = { kind: 'refused', stage: 'rcpt', reply: reply(code, text, enhanced), conversation: '' } as const;
    const outcome = outcomeOfResult(result, NOW_MS);
    expect(outcome).toMatchObject({ kind: 'deferred', bounceClass: 'transient' });
    expect(outcome).not.toHaveProperty('signal');
  });

  it('is truncated if its text is too long', () => {
    const result = { kind: 'refused', stage: 'rcpt', reply: reply(550, 'x'.repeat(9_000)), conversation: '' } as const;
    expect(outcomeOfResult(result, NOW_MS).reason).toHaveLength(1_003);
  });
});

describe('a report of a late bounce', () => {
  it.each([
    ['5.1.1', 'smtp; 550 5.1.1 User unknown', 'recipient'],
    ['5.0.0', 'smtp; 550 User unknown', 'recipient'],
    ['5.0.0', '550 spam', 'policy'],
    ['5.1.1', 'smtp; 550 5.1.1 Client host blocked using zen.spamhaus.org', 'policy'],
    ['5.2.2', null, 'mailbox-full'],
    ['4.2.2', null, 'mailbox-full'],
    ['4.4.7', 'smtp; 451 try later', 'transient'],
    ['5.7.26', null, 'sender'],
    ['5.3.4', null, 'message'],
    [null, '550 No such user', 'recipient'],
    [null, null, undefined],
  ] as const)('is classified with the status %s and the text %s as %s', (status, words, expected) =>
    expect(classOfReport(status, words)).toBe(expected),
  );
});

describe('an attempt without a dialogue', () => {
  it('is deferred when a server is unreachable or refuses everyone, even with 554', () => {
    const fault = { kind: 'fault', stage: 'greeting', error: 'refused', conversation: '' } as const;
    expect(outcomeOfFault({ ...fault, reply: undefined })).toMatchObject({ kind: 'deferred', status: '4.4.1' });
    const refused = { kind: 'deferred', status: '5.0.0', reason: '554 no' };
    expect(outcomeOfFault({ ...fault, reply: reply(554, 'no') })).toMatchObject(refused);
    expect(outcomeOfFault({ ...fault, reply: reply(421, 'no') })).toMatchObject({ kind: 'deferred', status: '4.0.0' });
  });

  it('is a policy deferral and pauses the site if the greeting refuses our IP address', () => {
    const blocked = reply(554, '5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org', '5.7.1');
    const fault = { kind: 'fault', stage: 'greeting', error: 'refused', conversation: '', reply: blocked } as const;
    expect(outcomeOfFault(fault)).toMatchObject({ kind: 'deferred', bounceClass: 'policy', signal: { kind: 'pause' } });
    expect(outcomeOfFault({ ...fault, reply: reply(421, 'busy') })).toMatchObject({
      kind: 'deferred',
      bounceClass: 'transient',
      signal: { kind: 'slow' },
    });
    expect(outcomeOfFault({ ...fault, reply: reply(220, 'hello') })).not.toHaveProperty('signal');
  });

  it.each([
    [
      'mta-sts',
      'certificate-host-mismatch',
      '4.7.5',
      'MTA-STS (RFC 8461): it is not for mx (certificate-host-mismatch)',
    ],
    ['dane', 'tlsa-invalid', '4.7.5', 'DANE (RFC 7672): it is not for mx (tlsa-invalid)'],
    [undefined, 'starttls-not-supported', '4.7.4', 'it is not for mx (starttls-not-supported)'],
  ] as const)('with failed TLS required by %s (%s) is %s', (tlsRule, tlsFailure, status, reason) => {
    const fault = {
      kind: 'fault',
      stage: 'starttls',
      error: 'it is not for mx',
      conversation: '',
      tlsFailure,
    } as const;
    const target = tlsRule === undefined ? {} : { tlsRule };
    expect(outcomeOfFault({ ...fault, reply: undefined }, target)).toMatchObject({ kind: 'deferred', status, reason });
  });

  it.each([
    ['connect', '4.4.1'],
    ['greeting', '4.4.1'],
    ['ehlo', '4.4.2'],
    ['auth', '4.7.11'],
  ] as const)('that ended at %s without a reply has the status %s', (stage, status) => {
    const fault = { kind: 'fault', stage, error: 'silence', conversation: '', reply: undefined } as const;
    expect(outcomeOfFault(fault)).toMatchObject({ status, reason: 'silence' });
  });

  const HOUR_MS = 3_600_000;
  const first = { forMs: 0, sinceLastMs: Number.POSITIVE_INFINITY };
  const after = (hours: number, sinceLastHours = 1) => ({
    forMs: hours * HOUR_MS,
    sinceLastMs: sinceLastHours * HOUR_MS,
  });

  it.each([
    [{ kind: 'null-mx', mailless: first }, 'bounced', '5.1.10'],
    [{ kind: 'nonexistent', mailless: first }, 'deferred', '4.1.2'],
    [{ kind: 'nonexistent', mailless: after(0.99) }, 'deferred', '4.1.2'],
    [{ kind: 'nonexistent', mailless: after(1) }, 'bounced', '5.1.2'],
    [{ kind: 'nonexistent', mailless: after(30, 13) }, 'deferred', '4.1.2'],
    [{ kind: 'no-server', mailless: first }, 'deferred', '4.1.2'],
    [{ kind: 'no-server', mailless: after(3.9) }, 'deferred', '4.1.2'],
    [{ kind: 'no-server', mailless: after(4) }, 'bounced', '5.1.2'],
    [{ kind: 'doubtful' }, 'deferred', '4.4.3'],
    [{ kind: 'no-address', hosts: ['mx.x.example'] }, 'deferred', '4.4.4'],
    [{ kind: 'private', host: 'mx', address: '10.0.0.1' }, 'failed', '5.4.4'],
    [{ kind: 'failed', reason: 'time-out' }, 'deferred', '4.4.3'],
    [{ kind: 'policy', reason: 'no server may be used' }, 'deferred', '4.7.5'],
  ] as const)('of a domain with %o is %s %s', (result, kind, status) => {
    expect(outcomeOfMx('x.example', result)).toMatchObject({ kind, status, handedOverAtMs: undefined });
  });

  it('is retried in an hour after a DNS result about the domain, and like a DNS failure when DNS is doubted', () => {
    expect(outcomeOfMx('x.example', { kind: 'nonexistent', mailless: first })).toMatchObject({ retryAfterMs: HOUR_MS });
    expect(outcomeOfMx('x.example', { kind: 'no-server', mailless: first })).toMatchObject({ retryAfterMs: HOUR_MS });
    const doubted = outcomeOfMx('x.example', { kind: 'doubtful' });
    expect(doubted).toMatchObject({ bounceClass: 'transient', dnsAlone: 'doubted' });
    expect(doubted).not.toHaveProperty('retryAfterMs');
  });

  it('marks an address as invalid only if the domain does not exist or has a null MX, based on DNS alone', () => {
    const bad = { bounceClass: 'recipient', dnsAlone: 'believed' };
    expect(outcomeOfMx('x.example', { kind: 'nonexistent', mailless: after(1) })).toMatchObject(bad);
    expect(outcomeOfMx('x.example', { kind: 'null-mx', mailless: first })).toMatchObject(bad);
    const without = outcomeOfMx('x.example', { kind: 'no-server', mailless: after(5) });
    expect(without).toMatchObject({ bounceClass: 'transient' });
    expect(without).not.toHaveProperty('dnsAlone');
  });

  it('has a separate sentence for each DNS result', () => {
    const reasons = [
      { kind: 'no-server', mailless: first },
      { kind: 'no-address', hosts: ['mx1.x.example', 'mx2.x.example'] },
      { kind: 'no-address', hosts: [] },
      { kind: 'failed', reason: 'the MX of x.example: SERVFAIL' },
    ] as const;
    expect(reasons.map((result) => outcomeOfMx('x.example', result).reason)).toEqual([
      'x.example has neither a mail server (MX) nor an IP address in DNS; Postrider checks again in an hour',
      'No mail server for x.example has an IP address in DNS: mx1.x.example, mx2.x.example',
      'No MX record for x.example contains a host name',
      'DNS: the MX of x.example: SERVFAIL',
    ]);
  });
});

describe('boundary values', () => {
  const fault = (code: number, text: string, enhanced?: string) =>
    outcomeOfFault({
      kind: 'fault',
      stage: 'greeting',
      error: 'x',
      reply: reply(code, text, enhanced),
      conversation: '',
    });

  it.each([
    [399, undefined],
    [400, { kind: 'slow' }],
  ])('a greeting with %i requests %j', (code, signal) => {
    expect(fault(code, 'too many connections').signal).toEqual(signal);
  });

  it.each([
    [499, 'transient', '4.0.0'],
    [500, 'policy', '5.0.0'],
  ])('a greeting with %i is %s with the status %s', (code, bounceClass, status) => {
    expect(fault(code, 'your IP is listed at zen.spamhaus.org')).toMatchObject({ bounceClass, status });
  });

  it.each([
    [499, 'deferred', '4.0.0'],
    [500, 'failed', '5.0.0'],
  ])('a refusal with %i is %s with the status %s', (code, kind, status) => {
    const result = { kind: 'refused', stage: 'rcpt', reply: reply(code, 'no'), conversation: '' } as const;
    expect(outcomeOfResult(result, NOW_MS)).toMatchObject({ kind, status });
  });

  it('lookups twelve hours apart are consecutive, but not lookups one millisecond further apart', () => {
    const hour = 3_600_000;
    const looked = (sinceLastMs: number) =>
      outcomeOfMx('x.example', { kind: 'nonexistent', mailless: { forMs: hour, sinceLastMs } });
    expect(looked(12 * hour)).toMatchObject({ kind: 'bounced' });
    expect(looked(12 * hour + 1)).toMatchObject({ kind: 'deferred', retryAfterMs: hour });
  });

  it("a thousand characters of a server's reply are stored", () => {
    const said = (length: number): string | null => {
      const result = {
        kind: 'refused',
        stage: 'rcpt',
        reply: reply(550, 'x'.repeat(length - 4)),
        conversation: '',
      } as const;
      return outcomeOfResult(result, NOW_MS).reason;
    };
    expect(said(1_000)).toBe(`550 ${'x'.repeat(996)}`);
    expect(said(1_001)).toBe(`550 ${'x'.repeat(996)}...`);
  });
});
