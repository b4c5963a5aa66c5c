import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { canonicalAddress, type AddressRange } from '../base/ip-address.ts';

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Determines the addresses of clients that connect through trusted proxies. */
export interface ClientAddresses {
  /**
   * Returns the client's IP address: the peer address of the connection or, if the peer is a trusted proxy, the last
   * untrusted address in X-Forwarded-For. Earlier entries could be forged. Returns an empty string if the connection is
   * closed.
   */
  of(request: Request): string;
  /** Returns whether a trusted proxy reports that the client connected without TLS. */
  isWithoutTls(request: Request): boolean;
  /** Returns whether the address belongs to a trusted proxy. */
  isTrusted(address: string): boolean;
}

/** Creates the lookup for these trusted proxies. Without trusted proxies, headers are ignored. */
export function createClientAddresses(trusted: readonly AddressRange[]): ClientAddresses {
  const isTrusted = matcherOf(trusted);
  const peerOf = ({ socket }: Request): string => connectionAddress(socket.remoteAddress);
  return {
    isTrusted,
    of(request) {
      let client = peerOf(request);
      if (!isTrusted(client)) return client;
      const hops = listOf(request.headers['x-forwarded-for']);
      for (const hop of hops.toReversed()) {
        const address = addressOfHop(hop);
        // Earlier entries cannot be trusted either, so the proxy that wrote this entry counts as the client.
        if (address === undefined) return client;
        client = address;
        if (!isTrusted(client)) return client;
      }
      return client;
    },
    isWithoutTls(request) {
      const said = request.headers['x-forwarded-proto'];
      return said !== undefined && listOf(said).at(-1)?.toLowerCase() === 'http' && isTrusted(peerOf(request));
    },
  };
}

/** Returns the canonical address of the peer. IPv4 addresses are the same on dual-stack and IPv4 listeners. */
export function connectionAddress(address = ''): string {
  return address.includes(':') ? (canonicalAddress(address) ?? '') : address;
}

function matcherOf(ranges: readonly AddressRange[]): (address: string) => boolean {
  if (ranges.length === 0) return () => false;
  // Use two lists, because a combined list would also check an IPv4 address as its mapped IPv6 address.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, family, bits } of ranges) lists[family].addSubnet(address, bits, family);
  return (address) => {
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    return address !== '' && lists[family].check(address, family);
  };
}

function listOf(header: string | string[] | undefined): string[] {
  const text = header === undefined ? '' : String(header);
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}

/** Parses an entry of X-Forwarded-For. Some proxies append the client's port; an IPv6 address is then in brackets. */
function addressOfHop(hop: string): string | undefined {
  const match = /^\[([^\]]*)\](?::\d+)?$/.exec(hop) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop);
  return canonicalAddress(match?.[1] ?? hop);
}
