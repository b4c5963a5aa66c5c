import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddressOf } from './client-address.ts';

function addressOf(remoteAddress: string | undefined, forwarded?: string): string {
  // What the function reads of a request.
  const request = {
    headers: { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  } as unknown as IncomingMessage;
  return clientAddressOf(request);
}

describe('the address of a client', () => {
  it.each([
    ['192.0.2.1', undefined, '192.0.2.1'],
    ['::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['2001:DB8::1', undefined, '2001:db8::1'],
    ['192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['::1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['::ffff:127.0.0.1', '2001:db8::1', '2001:db8::1'],
    ['127.0.0.1', 'not an address', '127.0.0.1'],
    ['127.0.0.1', '198.51.100.7, ', '127.0.0.1'],
    [undefined, undefined, ''],
  ])('of a connection from %s that says %s is %s', (peer, forwarded, address) => {
    expect(addressOf(peer, forwarded)).toBe(address);
  });
});
