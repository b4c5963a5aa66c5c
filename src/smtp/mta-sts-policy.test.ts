import { describe, expect, it } from 'vitest';
import { isListedHost, parseMtaStsPolicy, parseMtaStsRecords } from './mta-sts-policy.ts';

const RFC_EXAMPLE = [
  'version: STSv1',
  'mode: enforce',
  'mx: mail.example.com',
  'mx: *.example.net',
  'mx: backupmx.example.com',
  'max_age: 604800',
];

describe('a TXT record', () => {
  it.each([
    ['v=STSv1; id=20160831085700Z;', '20160831085700Z'],
    ['v=STSv1; id=20160831085700Z', '20160831085700Z'],
    ['v=STSv1;id=1', '1'],
    ['v=STSv1; extra=yes; id=a1\t; more=x.y ;', 'a1'],
    ['v=STSv1; id=first; id=second', 'first'],
    [`v=STSv1; id=${'9'.repeat(32)};`, '9'.repeat(32)],
  ])('%j has the ID %s', (text, id) => {
    expect(parseMtaStsRecords(['other', text])).toBe(id);
  });

  it.each([
    'v=STSv1',
    'v=STSv1;',
    'v=STSv1; id=;',
    'v=STSv1; id=with-dash',
    `v=STSv1; id=${'9'.repeat(33)};`,
    'v=STSv1; id=1;; x=y',
    'v=STSv1; id=1; nonsense',
    'v=stsv1; id=1',
    'V=STSv1; id=1',
    'v=STSv2; id=1',
    ' v=STSv1; id=1',
    'v=STSv1; id=1\0',
    '',
  ])('%j announces no policy', (text) => {
    expect(parseMtaStsRecords([text])).toBeUndefined();
  });

  it('that occurs twice announces no policy', () => {
    expect(parseMtaStsRecords(['v=STSv1; id=1;', 'v=STSv1; id=1;'])).toBeUndefined();
    expect(parseMtaStsRecords([])).toBeUndefined();
  });
});

describe('a policy', () => {
  it.each([
    ['CRLF', RFC_EXAMPLE.map((line) => `${line}\r\n`).join('')],
    ['LF', RFC_EXAMPLE.join('\n')],
    ['blanks', RFC_EXAMPLE.map((line) => `${line.replace(': ', ':\t ')}  \n`).join('')],
    ['unknown fields', ['x-new.field: ü\0', ...RFC_EXAMPLE, 'mode: testing', 'max_age: 1'].join('\n')],
  ])('from the RFC is parsed with %s', (_what, text) => {
    expect(parseMtaStsPolicy(text)).toEqual({
      mode: 'enforce',
      maxAgeSeconds: 604_800,
      hosts: ['mail.example.com', '*.example.net', 'backupmx.example.com'],
    });
  });

  it('from RFC 8461 appendix A, for hosts of a provider, is parsed', () => {
    const text =
      'version: STSv1\nmode: testing\nmx: mx1.example.com\nmx: mx2.example.com\nmx: mx.backup-example.com\nmax_age: 1296000';
    expect(parseMtaStsPolicy(text)).toMatchObject({ mode: 'testing', maxAgeSeconds: 1_296_000 });
  });

  it('needs no space after field names', () => {
    const text = RFC_EXAMPLE.map((line) => line.replace(': ', ':')).join('\n');
    expect(parseMtaStsPolicy(text)).toEqual(parseMtaStsPolicy(RFC_EXAMPLE.join('\n')));
    expect(parseMtaStsPolicy(text)).toBeDefined();
  });

  it('with mode none needs no hosts', () => {
    expect(parseMtaStsPolicy('version: STSv1\nmode: none\nmax_age: 86400\n')).toEqual({
      mode: 'none',
      maxAgeSeconds: 86_400,
      hosts: [],
    });
  });

  it('is valid for at most a year', () => {
    const aged = (age: string) => parseMtaStsPolicy(`version: STSv1\nmode: none\nmax_age: ${age}`)?.maxAgeSeconds;
    const year = 365.25 * 86_400;
    expect(aged(String(year))).toBe(year);
    expect(aged(String(year + 1))).toBe(year);
    expect(aged('9999999999')).toBe(year);
    expect(aged('0')).toBe(0);
    expect(aged('10000000000')).toBeUndefined();
    expect(aged('-1')).toBeUndefined();
    expect(aged('1.5')).toBeUndefined();
  });

  it('may have as many hosts as the limit, and not one more', () => {
    const hosts = (count: number) =>
      parseMtaStsPolicy(`version: STSv1\nmode: enforce\nmax_age: 1\n${'mx: a.example\n'.repeat(count)}`)?.hosts.length;
    expect(hosts(1_000)).toBe(1_000);
    expect(hosts(1_001)).toBeUndefined();
  });

  it.each([
    ['no version', RFC_EXAMPLE.slice(1)],
    ['another version', ['version: STSv2', ...RFC_EXAMPLE.slice(1)]],
    ['no mode', RFC_EXAMPLE.filter((line) => !line.startsWith('mode'))],
    ['a mode in upper case', ['mode: ENFORCE', ...RFC_EXAMPLE]],
    ['no age', RFC_EXAMPLE.slice(0, -1)],
    ['no hosts', RFC_EXAMPLE.filter((line) => !line.startsWith('mx'))],
    ['an empty host', [...RFC_EXAMPLE, 'mx:']],
    ['a wildcard inside', [...RFC_EXAMPLE, 'mx: a.*.example']],
    ['a wildcard alone', [...RFC_EXAMPLE, 'mx: *']],
    ['a NUL in a host', [...RFC_EXAMPLE, 'mx: a\0.example']],
    ['a page of HTML', ['<html><body>Not found</body></html>']],
    ['a line without a field', [...RFC_EXAMPLE, 'nonsense']],
    ['a line without a name', [...RFC_EXAMPLE, ': mail.example.com']],
    ['an invalid one-letter name', [...RFC_EXAMPLE, '-: x']],
    ['nothing', []],
  ])('with %s is invalid', (_what, lines) => {
    expect(parseMtaStsPolicy(lines.join('\r\n'))).toBeUndefined();
  });

  it('with 64 KB of spaces is rejected quickly', () => {
    expect(parseMtaStsPolicy(`mode: ${' '.repeat(65_000)}x`)).toBeUndefined();
    expect(parseMtaStsRecords([`v=STSv1;${' '.repeat(65_000)}x`])).toBeUndefined();
  });
});

describe('a mail server', () => {
  it.each([
    ['mail.example.com', true],
    ['MAIL.example.com.', true],
    ['a.example.net', true],
    ['a.b.example.net', false],
    ['example.net', false],
    ['xexample.net', false],
    ['.example.net', false],
    ['mail.example.com.evil.example', false],
    ['com', false],
  ])('%s is listed: %s', (host, isListed) => {
    const policy = parseMtaStsPolicy(RFC_EXAMPLE.join('\n'));
    expect(policy && isListedHost(policy, host)).toBe(isListed);
  });
});
