import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parseRange, type AddressRange } from '../base/ip-address.ts';
import { createClientAddresses } from './client-address.ts';

function requestFrom(remoteAddress: string | undefined, headers: Readonly<Record<string, string | undefined>>) {
  // Safe cast: the functions read only these properties of a request.
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

function behind(trusted: string) {
  const ranges = trusted === '' ? [] : trusted.split(',').map(parseRange);
  return createClientAddresses(ranges.filter((range): range is AddressRange => range !== undefined));
}

describe('client address', () => {
  it.each([
    ['192.0.2.1', undefined, '192.0.2.1'],
    ['::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['2001:DB8::1', undefined, '2001:db8::1'],
    ['fe80::1%eth0', undefined, 'fe80::1'],
    ['127.0.0.1', '198.51.100.7', '127.0.0.1'],
    ['::1', '198.51.100.7', '::1'],
    [undefined, '198.51.100.7', ''],
  ])('of a connection from %s with X-Forwarded-For %s and no trusted proxy is %s', (peer, said, address) => {
    expect(behind('').of(requestFrom(peer, { 'x-forwarded-for': said }))).toBe(address);
  });

  it.each([
    // With one proxy, the last entry was added by that proxy.
    ['127.0.0.1', '127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['::ffff:127.0.0.1', '127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '127.0.0.1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '127.0.0.1', '127.0.0.1, 198.51.100.7', '198.51.100.7'],
    // An untrusted peer can send any header.
    ['10.0.0.0/8', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['127.0.0.1', '127.0.0.2', '198.51.100.7', '127.0.0.2'],
    // Several proxies in a chain.
    ['10.0.0.0/8', '10.1.2.3', '203.0.113.9, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
    ['10.0.0.0/8,2001:db8:1::/48', '2001:db8:1::5', '198.51.100.7, 10.9.9.9', '198.51.100.7'],
    ['10.0.0.0/8', '10.1.2.3', '10.4.4.4, 10.9.9.9', '10.4.4.4'],
    // Addresses are compared in canonical form.
    ['2001:db8::1', '2001:0db8:0:0::1', '2001:DB8:0:0:5:0:0:7', '2001:db8::5:0:0:7'],
    ['127.0.0.1', '127.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '127.0.0.1', '::ffff:c633:6407', '198.51.100.7'],
    ['127.0.0.1', '127.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
    ['127.0.0.1', '127.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['127.0.0.1', '127.0.0.1', '[2001:db8::7]', '2001:db8::7'],
    // An invalid entry, and all entries before it, are ignored.
    ['127.0.0.1', '127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', 'not an address', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', '198.51.100.7, ', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', '198.51.100.7, unknown', '127.0.0.1'],
    ['10.0.0.0/8', '10.1.2.3', '198.51.100.7, unknown, 10.9.9.9', '10.9.9.9'],
    // A trusted range matches only addresses of its own family.
    ['0.0.0.0/0', '10.1.2.3', '2001:db8::7', '2001:db8::7'],
    ['::/0', '10.1.2.3', '2001:db8::7', '10.1.2.3'],
  ])('with trusted proxies %s, a connection from %s and X-Forwarded-For %s is %s', (trusted, peer, said, address) => {
    expect(behind(trusted).of(requestFrom(peer, { 'x-forwarded-for': said }))).toBe(address);
  });
});

describe('isWithoutTls', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', 'http', true],
    ['127.0.0.1', '127.0.0.1', 'https', false],
    ['127.0.0.1', '127.0.0.1', 'https, HTTP', true],
    ['127.0.0.1', '127.0.0.1', undefined, false],
    ['127.0.0.1', '192.0.2.1', 'http', false],
    ['', '127.0.0.1', 'http', false],
  ])(
    'with trusted proxies %s, a connection from %s and X-Forwarded-Proto %s returns %s',
    (trusted, peer, said, isWithout) => {
      expect(behind(trusted).isWithoutTls(requestFrom(peer, { 'x-forwarded-proto': said }))).toBe(isWithout);
    },
  );
});
