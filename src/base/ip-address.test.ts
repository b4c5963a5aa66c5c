import { describe, expect, it } from 'vitest';
import { networkOf, parseRange } from './ip-address.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['1::4:5:6:7:8', '1:0:0:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('networkOf maps %s to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('parseRange', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', 32],
    ['10.0.0.0/8', '10.0.0.0', 8],
    ['0.0.0.0/0', '0.0.0.0', 0],
    ['2001:DB8:0::/32', '2001:db8::', 32],
    ['::1', '::1', 128],
    ['::ffff:10.0.0.0/104', '10.0.0.0', 8],
  ])('parses %s', (text, address, bits) => {
    expect(parseRange(text)).toMatchObject({ address, bits });
  });

  it.each([
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0',
    'proxy',
    '::/129',
    '',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/8',
  ])('rejects "%s"', (text) => expect(parseRange(text)).toBeUndefined());
});
