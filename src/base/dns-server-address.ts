import { isIP, isIPv4 } from 'node:net';

export interface DnsServerAddress {
  readonly address: string;
  readonly port: number;
  readonly family: 4 | 6;
  /** Address as shown in messages: 'address:port'. */
  readonly text: string;
}

const DNS_PORT = 53;
const MAX_PORT = 65_535;

/**
 * Parses 'address', 'address:port', or '[v6 address]:port'. Throws an Error that states the expected format if the
 * string has another format.
 */
export function parseServerAddress(text: string): DnsServerAddress {
  const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text);
  const withPort = bracketed ?? /^([^:]+)(?::(\d{1,5}))?$/.exec(text);
  const address = withPort?.[1] ?? text;
  const port = Number(withPort?.[2] ?? DNS_PORT);
  if (isIP(address) === 0 || port < 1 || port > MAX_PORT) {
    throw new Error(
      `${JSON.stringify(text)} is not a DNS server address; use an IP address, with a port if it is not 53 (192.0.2.1:5353, [2001:db8::1]:5353)`,
    );
  }
  const family = isIPv4(address) ? 4 : 6;
  return { address, port, family, text: family === 4 ? `${address}:${port}` : `[${address}]:${port}` };
}
