import { describe, expect, it } from 'vitest';
import type { DnsAnswer } from '../../base/dns.ts';
import type { DnsRecord, Domain } from '../../features/sending/domains/index.ts';
import { judgeListing, listedName } from './blocklist.ts';
import { judgeDomain } from './domains.ts';
import { judgeClock, judgeServer, judgeSettings, judgeSpace } from './host.ts';
import { judgeReverse } from './network.ts';
import { judgeAlert, judgePartitions, judgeQueue } from './work.ts';

const GIB = 2 ** 30;

describe('doctor findings', () => {
  it.each([
    ['a durable database', judgeServer({ version: '18.4', switched_off: [] }), 'ok'],
    ['a database without fsync', judgeServer({ version: '18.4', switched_off: ['fsync'] }), 'problem'],
    ['clocks that agree', judgeClock(1_900), 'ok'],
    ['a machine that is behind', judgeClock(2_100), 'problem'],
    ['a machine that is ahead', judgeClock(-2_100), 'problem'],
    ['plenty of disk space', judgeSpace(50 * GIB, 100 * GIB), 'ok'],
    ['less than a tenth of the disk free', judgeSpace(9 * GIB, 100 * GIB), 'warning'],
    ['less than 1 GiB free', judgeSpace(0.9 * GIB, 2 * GIB), 'problem'],
    ['an empty queue', judgeQueue(0, 0), 'ok'],
    ['a queue with recent emails', judgeQueue(5_000, 30), 'ok'],
    ['a stalled queue', judgeQueue(1, 700), 'problem'],
    ['partitions of a week', judgePartitions(8), 'ok'],
    ['a partition for today only', judgePartitions(1), 'problem'],
    ['matching reverse DNS', judgeReverse('mail.x.example', '192.0.2.1', ['Mail.x.example.']), 'ok'],
    [
      'reverse DNS with another name',
      judgeReverse('mail.x.example', '192.0.2.1', ['host-1.provider.example']),
      'problem',
    ],
    ['no reverse DNS', judgeReverse('mail.x.example', '192.0.2.1', []), 'problem'],
    ...(['sender', 'blocked', 'paused', 'route', 'resolver', 'unprepared'] as const).map(
      (kind) =>
        [
          `a receiver's alert of kind ${kind}`,
          judgeAlert({ kind, subject: 'x.example', accounts: 1, count: 3, last_at: new Date(0), reason: null }),
          'warning',
        ] as const,
    ),
  ] as const)('rate %s', (_, finding, level) => {
    expect(finding.level).toBe(level);
    expect(finding.remedy === undefined).toBe(level === 'ok');
  });

  it('state whether the clock is behind or ahead', () => {
    expect(judgeClock(5_000).message).toContain('5.0 s behind');
    expect(judgeClock(-5_000).message).toContain('5.0 s ahead');
  });

  it('rate settings by the delivery mode', () => {
    const settings = {
      delivery: 'direct',
      baseUrl: 'https://mail.acme.example',
      sandboxDomain: 'sandbox.acme.example',
      secret: 'x'.repeat(32),
      databaseUrl: 'postgres://db',
    } as const;
    const levels = (changes: Partial<Record<keyof typeof settings, string | undefined>>) =>
      judgeSettings(Object.assign({}, settings, changes)).map(({ subject, level }) => `${subject} ${level}`);
    expect(levels({})).toEqual(['delivery ok']);
    expect(levels({ baseUrl: undefined })).toContain('base address warning');
    expect(levels({ baseUrl: 'http://mail.acme.example' })).toContain('base address warning');
    expect(levels({ sandboxDomain: 'sandbox.localhost' })).toContain('sandbox warning');
    expect(levels({ secret: undefined })).toContain('secret warning');
    expect(levels({ secret: undefined, databaseUrl: undefined })).toEqual(['delivery ok']);
    expect(levels({ delivery: 'inbox', baseUrl: undefined })).toEqual(['delivery ok']);
  });
});

describe('judgeDomain', () => {
  const NOW = new Date('2026-11-21T12:00:00Z');

  function record(name: DnsRecord['name'], valid: boolean, changes: Partial<DnsRecord> = {}): DnsRecord {
    const selector = name === 'dkim2' ? 'pr2' : 'pr1';
    const host = name.startsWith('dkim') ? `${selector}._domainkey.d.example` : name;
    const reason = valid ? null : 'There is none.';
    return { name, required: name === 'dkim1', type: 'TXT', host, data: 'x', valid, reason, found: [], ...changes };
  }

  function key(selector: string, state: 'active' | 'waiting' | 'retired'): Domain['keys'][number] {
    const times = { publishedAt: undefined, activeFrom: undefined, retiredAt: state === 'retired' ? NOW : undefined };
    return { selector, state, algorithm: 'rsa', publicKey: '', createdAt: NOW, ...times };
  }

  function domain(changes: Partial<Domain> = {}): Domain {
    return {
      id: 1,
      name: 'd.example',
      status: 'verified',
      records: [record('dkim1', true), record('spf', true)],
      keys: [key('pr1', 'active')],
      verifiedAt: NOW,
      checkedAt: NOW,
      missingSince: undefined,
      createdAt: NOW,
      tracking: undefined,
      ...changes,
    };
  }

  it.each<[string, Partial<Domain>, string[]]>([
    ['with all records', {}, ['ok']],
    ['that was never checked', { checkedAt: undefined, status: 'pending' }, ['unknown']],
    ['whose records do not exist yet', { status: 'pending', records: [record('dkim1', false)] }, ['unknown']],
    ['that failed verification', { status: 'failed', records: [record('dkim1', false)] }, ['problem']],
    ['whose DKIM record is missing', { records: [record('dkim1', false)] }, ['problem']],
    ['without SPF', { records: [record('dkim1', true), record('spf', false)] }, ['warning']],
    ['without an optional record', { records: [record('tls_rpt', false, { optional: true })] }, ['ok']],
    [
      'whose next key waits for its record',
      { records: [record('dkim1', true), record('dkim2', false)], keys: [key('pr1', 'active'), key('pr2', 'waiting')] },
      ['ok', 'warning'],
    ],
    [
      'whose retired key lost its record too early',
      { records: [record('dkim1', true), record('dkim2', false)], keys: [key('pr1', 'active'), key('pr2', 'retired')] },
      ['warning'],
    ],
  ])('rates a domain %s', (_name, changes, levels) => {
    const findings = judgeDomain(domain(changes), 'o@d.example', NOW);
    expect(findings.map(({ level }) => level)).toEqual(levels);
    for (const { level, remedy } of findings) expect(remedy === undefined).toBe(level === 'ok');
  });
});

describe('judgeListing', () => {
  const found = (...records: string[]): DnsAnswer<string> => ({ kind: 'found', records, ttlSeconds: 60 });

  it.each<[DnsAnswer<string>, string]>([
    [{ kind: 'nonexistent' }, 'ok'],
    [{ kind: 'absent' }, 'ok'],
    [{ kind: 'failed', reason: 'SERVFAIL' }, 'unknown'],
    [found('127.255.255.254'), 'unknown'],
    [found('127.255.255.252', '127.255.255.255'), 'unknown'],
    [found('192.0.2.1'), 'unknown'],
    [found('127.0.0.2'), 'problem'],
    [found('127.0.0.4', '127.0.0.11'), 'problem'],
    [found('127.0.0.10'), 'problem'],
    [found('127.0.0.30'), 'warning'],
  ])('rates %j as %s', (answer, level) => {
    const finding = judgeListing('192.0.2.1', answer);
    expect(finding.level).toBe(level);
    expect(finding.remedy === undefined).toBe(level === 'ok');
  });

  it.each([
    ['192.0.2.1', '1.2.0.192.zen.spamhaus.org'],
    ['2001:db8::1', `1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.zen.spamhaus.org`],
    ['::', `${'0.'.repeat(32)}zen.spamhaus.org`],
    ['2001:db8:1:2:3:4:5:6', '6.0.0.0.5.0.0.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2.zen.spamhaus.org'],
  ])('looks up %s as %s', (address, name) => expect(listedName(address)).toBe(name));
});
