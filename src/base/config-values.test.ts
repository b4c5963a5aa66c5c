import { describe, expect, it } from 'vitest';
import { parseSourceAddresses } from './config-values.ts';

describe('parseSourceAddresses', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    [' 2001:db8::1 , 192.0.2.1', '2001:db8::1,192.0.2.1'],
  ])('accepts "%s"', (given, parsed) => {
    expect(parseSourceAddresses(given)).toBe(parsed);
  });

  it.each(['mta.example', '192.0.2.1,192.0.2.2', '192.0.2.1,', '192.0.2.256', 'fe80::1%eth0', '192.0.2.1 2001:db8::1'])(
    'rejects "%s"',
    (given) => {
      expect(() => parseSourceAddresses(given)).toThrow('must be one IPv4 address');
    },
  );
});
