import { describe, expect, it } from 'vitest';
import { CLIPPED_FROM_BYTES } from '../../../../mail/checks/content.ts';
import { checkMessage, type MessageContent } from '../../../../mail/checks/message.ts';
import { judgeDkim, judgeDmarc, judgeSpf } from './authentication.ts';
import { judgeTables } from './client-support.ts';
import { judgeReverse, judgeTls } from './connection.ts';
import { checkContent } from './content.ts';
import { reverseName } from './dns.ts';
import { fieldsOf, type Field } from './facts.ts';

const DOMAIN = { domain: 'acme.example', isSandbox: false };
const SIGNATURE = {
  domain: 'acme.example',
  selector: 'pr1',
  algorithm: 'rsa-sha256',
  result: 'pass',
  comment: undefined,
  record: undefined,
};
const KNOWN = { kind: 'known', addresses: [{ address: '192.0.2.1', heloName: 'mail.acme.example' }] } as const;

describe('authentication checks', () => {
  it.each([
    ['pass', 'pass'],
    ['neutral', 'fail'],
    ['fail', 'fail'],
    ['temperror', 'unknown'],
  ])('rate a signature with the result %s as %s', (result, verdict) => {
    expect(judgeDkim({ dkim: [{ ...SIGNATURE, result }] }, DOMAIN)[0]?.verdict).toBe(verdict);
  });

  it('fail without a signature, and report the sandbox as unknown', () => {
    expect(judgeDkim({ dkim: [] }, DOMAIN)).toMatchObject([{ verdict: 'fail' }]);
    const failed = { ...SIGNATURE, result: 'neutral' };
    expect(judgeDkim({ dkim: [failed] }, { ...DOMAIN, isSandbox: true })).toMatchObject([{ verdict: 'unknown' }]);
  });

  it.each([
    ['pass', 'pass'],
    ['fail', 'fail'],
    ['softfail', 'warn'],
    ['none', 'warn'],
    ['temperror', 'unknown'],
    ['else', 'unknown'],
  ])('rate SPF %s as %s', (result, verdict) => {
    expect(judgeSpf({ spf: { result, domain: 'acme.example', record: undefined } }, { sending: KNOWN }).verdict).toBe(
      verdict,
    );
  });

  it('report why SPF of an unknown address cannot be checked', () => {
    const sending = { kind: 'unknown', why: 'A relay.' } as const;
    expect(judgeSpf({ spf: undefined }, { sending })).toMatchObject({ verdict: 'unknown', why: 'A relay.' });
  });

  it.each([
    ['pass', 'pass'],
    ['fail', 'fail'],
    ['none', 'warn'],
    ['temperror', 'unknown'],
  ])('rate DMARC %s as %s', (result, verdict) => {
    const dmarc = { result, policy: 'reject', record: undefined };
    expect(judgeDmarc({ dkim: [SIGNATURE], dmarc }, DOMAIN).verdict).toBe(verdict);
  });
});

describe('connection checks', () => {
  const [sender] = KNOWN.addresses;

  it.each([
    ['pass', ['Mail.Acme.Example.'], ['192.0.2.1']],
    ['fail', [], ['192.0.2.1']],
    ['fail', ['other.example'], ['192.0.2.1']],
    ['fail', ['mail.acme.example'], ['192.0.2.9']],
    ['unknown', undefined, []],
    ['unknown', [], undefined],
  ])('rate the reverse DNS %s for the names %j and the addresses %j', (verdict, names, addresses) => {
    expect(judgeReverse('reverse-dns', sender, names, addresses).verdict).toBe(verdict);
  });

  const LAST = { route: 'direct', host: 'mx.one.example', address: '192.0.2.9', tls: null, hasConversation: true };
  it.each([
    ['unknown', undefined],
    ['unknown', { ...LAST, route: 'inbox' }],
    ['unknown', { ...LAST, hasConversation: false }],
    ['warn', LAST],
    ['pass', { ...LAST, tls: 'TLSv1.3 TLS_AES_256_GCM_SHA384' }],
  ])('rate encryption %s for the last attempt %j', (verdict, last) => {
    expect(judgeTls(last).verdict).toBe(verdict);
  });

  it.each([
    ['192.0.2.1', '1.2.0.192.in-addr.arpa'],
    ['2001:db8::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
    ['::1', `1.${'0.'.repeat(31)}ip6.arpa`],
    ['1:2:3:4:5:6:7:8', '8.0.0.0.7.0.0.0.6.0.0.0.5.0.0.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.ip6.arpa'],
  ])('look up the names of %s at %s', (address, name) => {
    expect(reverseName(address)).toBe(name);
  });
});

describe('content checks', () => {
  const MAIL = { sizeBytes: 1_000, subject: 'Your code', html: undefined, text: 'Hi' };
  const verdictOf = (id: string, changes: Partial<MessageContent>, fields: readonly Field[] = []): string | undefined =>
    checkContent(fields, checkMessage({ ...MAIL, ...changes })).find((check) => check.id === id)?.verdict;

  it.each([
    ['pass', CLIPPED_FROM_BYTES],
    ['warn', CLIPPED_FROM_BYTES + 1],
  ])('rate the size %s for %i bytes of HTML', (verdict, bytes) => {
    expect(verdictOf('size', { html: 'x'.repeat(bytes) })).toBe(verdict);
  });

  it.each([
    ['pass', '<img src="x" alt="">'],
    ['warn', '<img src="x">'],
    ['pass', 'no pictures'],
  ])('rate alt texts %s for %s', (verdict, html) => {
    expect(verdictOf('alt-texts', { html })).toBe(verdict);
  });

  it.each([
    ['pass', '<a href="https://x.example">x</a>'],
    ['warn', "<a class=y href = 'HTTP://x.example'>x</a>"],
    ['pass', '<a name="x">x</a>'],
    ['fail', '<a href="javascript:x()">x</a>'],
  ])('rate links %s for %s', (verdict, html) => {
    expect(verdictOf('links', { html })).toBe(verdict);
  });

  it.each([
    ['pass', 'Your login code is 417 302'],
    ['warn', 'RE: your order'],
    ['warn', 'BUY THIS NOW'],
    ['warn', 'Hello!!'],
    ['warn', 'x'.repeat(71)],
  ])('rate the subject %s for %s', (verdict, subject) => {
    expect(verdictOf('subject', { subject })).toBe(verdict);
  });

  const signed = (names: string) => ({ name: 'dkim-signature', value: `v=1; d=x; h=${names}; b=abc` });
  const LIST = { name: 'list-unsubscribe', value: '<https://x.example/u>' };
  const POST = { name: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' };
  it.each([
    ['pass', []],
    ['warn', [LIST]],
    ['warn', [{ ...LIST, value: '<mailto:u@x.example>' }, POST]],
    ['fail', [LIST, POST, signed('from:to')]],
    ['fail', [LIST, POST, signed('from:list-unsubscribe')]],
    ['pass', [LIST, POST, signed('from:List-Unsubscribe : list-unsubscribe-post')]],
  ])('rate one-click unsubscribe %s', (verdict, fields) => {
    expect(verdictOf('one-click', {}, fields)).toBe(verdict);
  });

  it.each(['<img', '<a ', '<a href="', '<img alt', '<'])('handle half a megabyte of %j', (piece) => {
    expect(verdictOf('links', { html: piece.repeat(Math.floor(500_000 / piece.length)) })).toBeTypeOf('string');
  });

  it('read folded header fields', () => {
    expect(fieldsOf(Buffer.from('A: 1\r\n 2\r\nb:3\r\nnothing\r\n\r\nC: 4'))).toEqual([
      { name: 'a', value: '1 2' },
      { name: 'b', value: '3' },
    ]);
  });

  it.each([
    ['unknown', undefined],
    ['pass', []],
    ['warn', [{ title: 'display:flex', clients: ['outlook.windows'] }]],
  ])('rate client support %s', (verdict, found) => {
    expect(judgeTables(found).verdict).toBe(verdict);
  });
});
