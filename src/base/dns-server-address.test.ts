import { expect, it } from 'vitest';
import { parseServerAddress } from './dns-server-address.ts';

it.each([
  ['192.0.2.1', '192.0.2.1', 53, 4, '192.0.2.1:53'],
  ['192.0.2.1:5353', '192.0.2.1', 5353, 4, '192.0.2.1:5353'],
  ['2001:db8::1', '2001:db8::1', 53, 6, '[2001:db8::1]:53'],
  ['[2001:db8::1]', '2001:db8::1', 53, 6, '[2001:db8::1]:53'],
  ['[2001:db8::1]:5353', '2001:db8::1', 5353, 6, '[2001:db8::1]:5353'],
  ['fe80::1%eth0', 'fe80::1%eth0', 53, 6, '[fe80::1%eth0]:53'],
  ['192.0.2.1:65535', '192.0.2.1', 65_535, 4, '192.0.2.1:65535'],
])('parses %s', (text, address, port, family, shown) => {
  expect(parseServerAddress(text)).toEqual({ address, port, family, text: shown });
});

it.each([
  '',
  'dns.example',
  '192.0.2.1:',
  '192.0.2.1:0',
  '192.0.2.1:65536',
  '192.0.2.1:x',
  '[192.0.2.1',
  '1.2.3',
  ' 192.0.2.1',
])('rejects %j', (text) => {
  expect(() => parseServerAddress(text)).toThrow('is not a DNS server address');
});
