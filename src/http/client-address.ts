import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const LOOPBACK = /^(?:127\.|::1$)/;

/**
 * The IP address that a request comes from. Behind a proxy on this machine it is the last one in X-Forwarded-For, which
 * that proxy wrote; what stands before it, and the header of anybody else, could be made up.
 */
export function clientAddressOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const peer = plain(socket.remoteAddress ?? '');
  if (!LOOPBACK.test(peer)) return peer;
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return forwarded && isIP(forwarded) !== 0 ? plain(forwarded) : peer;
}

/** IPv4 addresses of a listener on both families are written like those of one on IPv4. */
function plain(address: string): string {
  return address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
}
