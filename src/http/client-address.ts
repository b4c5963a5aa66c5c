import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { canonicalAddress, type AddressRange } from '../base/ip-address.ts';

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Who is at the other end of a connection, and on whose behalf. */
export interface ClientAddresses {
  /**
   * The IP address that a request comes from: that of the connection, unless a trusted proxy is there. What such a proxy
   * wrote at the end of X-Forwarded-For is believed, and so on to the left until somebody who is not trusted; what stands
   * before that, and the header of anybody else, could be made up. Empty when the connection is gone.
   */
  of(request: Request): string;
  /** True where a trusted proxy says that the client came to it without TLS. */
  isWithoutTls(request: Request): boolean;
  /** True for the address of a trusted proxy. */
  isTrusted(address: string): boolean;
}

/** Knows clients behind the proxies whose addresses are given; with none, the header is nobody's. */
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
        // Nobody before it can be known; the proxy that wrote it stands for them.
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

/** The other end's address as the system tells it; IPv4 on a listener for both families as on one for IPv4. */
export function connectionAddress(address = ''): string {
  return address.includes(':') ? (canonicalAddress(address) ?? '') : address;
}

function matcherOf(ranges: readonly AddressRange[]): (address: string) => boolean {
  if (ranges.length === 0) return () => false;
  // Two lists: in one, an IPv4 address would also be judged as the IPv6 address that it is mapped to.
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

/** Some proxies write the client's port behind its address, then IPv6 in brackets. */
function addressOfHop(hop: string): string | undefined {
  const match = /^\[([^\]]*)\](?::\d+)?$/.exec(hop) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop);
  return canonicalAddress(match?.[1] ?? hop);
}
