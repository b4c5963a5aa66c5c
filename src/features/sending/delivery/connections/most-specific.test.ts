import { describe, expect, it } from 'vitest';
import type { SmtpFault, SmtpTarget } from '../../../../smtp/connection.ts';
import { brokenOffBy, mostSpecific, refusedBy } from './most-specific.ts';

const target = (host: string): SmtpTarget => ({
  host,
  address: '192.0.2.1',
  port: 25,
  tls: 'opportunistic',
  verifyTls: false,
  login: undefined,
});
const fault = (changes: Partial<SmtpFault>): SmtpFault => ({
  kind: 'fault',
  stage: 'connect',
  reply: undefined,
  error: 'connection refused',
  conversation: '',
  ...changes,
});
const reply = (stage: SmtpFault['stage'], code: number, text: string): SmtpFault =>
  fault({ stage, reply: { code, text, enhanced: undefined }, error: `the server answered ${code} ${text}` });

/** SMTP faults, from the most informative to the least informative. */
const ORDER: readonly (readonly [string, SmtpFault])[] = [
  ['a block', reply('greeting', 554, 'Your IP 192.0.2.9 is blocked using zen.spamhaus.org')],
  ['a busy server', reply('greeting', 421, 'Too many connections')],
  ['a failed handshake', fault({ stage: 'starttls', error: 'expired', tlsFailure: 'certificate-expired' })],
  ['silence', fault({ stage: 'greeting', error: 'no answer' })],
  ['an unreachable server', fault({})],
];

describe('failures of several servers', () => {
  it.each(ORDER.slice(1).map((less, index) => [ORDER[index]?.[0], less[0], index] as const))(
    '%s takes precedence over %s, regardless of order',
    (_more, _less, index) => {
      const [more, less] = [ORDER[index], ORDER[index + 1]].map((row) =>
        refusedBy(target(row?.[0] ?? ''), row?.[1] ?? fault({})),
      );
      if (!more || !less) throw new Error('two are expected');
      expect(mostSpecific([more, less])).toBe(more);
      expect(mostSpecific([less, more])).toBe(more);
    },
  );

  it.each([
    ['a wrong password', reply('auth', 535, 'wrong'), 5],
    ['a permanent refusal in the greeting', reply('ehlo', 550, 'bad name'), 5],
    ['a temporary block', reply('greeting', 421, '4.7.0 [TSS04] Messages from 192.0.2.9 deferred'), 5],
    ['a temporary failure in the greeting', reply('greeting', 450, 'later'), 4],
    ['a refused STARTTLS', { ...reply('starttls', 454, 'no TLS'), tlsFailure: 'starttls-not-supported' as const }, 3],
    ['a password that was not sent', fault({ stage: 'auth' }), 3],
    ['a server that hangs up', fault({ stage: 'ehlo' }), 2],
  ])('%s has its fixed weight', (_name, given, weight) => {
    expect(refusedBy(target('mx'), given).weight).toBe(weight);
  });

  it('the last of several equally informative failures is used', () => {
    const [first, second] = [refusedBy(target('mx1'), fault({})), refusedBy(target('mx2'), fault({}))];
    expect(mostSpecific([first, second])).toBe(second);
    expect(mostSpecific([])).toBeUndefined();
  });

  it('a dropped connection takes precedence over an unreachable server, but not over a refusal', () => {
    const [away, block] = [refusedBy(target('mx1'), fault({})), refusedBy(target('mx2'), reply('greeting', 554, 'no'))];
    const broken = brokenOffBy(target('mx3'), { ...away.outcome, status: '4.4.2' });
    expect(mostSpecific([away, broken])).toBe(broken);
    expect(mostSpecific([broken, block])).toBe(block);
  });
});

describe('a host that greets with 521', () => {
  it('permanently refuses all messages', () => {
    const { final } = refusedBy(target('mx'), reply('greeting', 521, 'mx does not accept mail'));
    expect(final).toMatchObject({ kind: 'bounced', status: '5.3.2', bounceClass: 'transient' });
  });

  it.each([
    [
      'blocks our address',
      reply('greeting', 521, '5.7.1 Service unavailable; client [192.0.2.9] blocked using zen.spamhaus.org'),
    ],
    ['replies with 521 to another command', reply('ehlo', 521, 'no')],
    ['greets with 554', reply('greeting', 554, 'No SMTP service here')],
  ])('is only deferred when the host %s', (_name, given) => {
    expect(refusedBy(target('mx'), given)).toMatchObject({ final: undefined, outcome: { kind: 'deferred' } });
  });
});
