import { BlockList, isIP } from 'node:net';
import type { DnsAnswer, Resolver } from '../../base/dns.ts';
import { isPrivateAddress } from '../../base/private-addresses.ts';
import type { ConnectFault } from './types.ts';

/** Addresses of one host that are tried. */
export const MAX_ADDRESSES_TRIED = 3;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');

/** Whether an address may be connected to: one of the public internet, or, where that is allowed, of this machine. */
export function isUsableAddress(address: string, { allowLoopback }: { readonly allowLoopback: boolean }): boolean {
  return !isPrivateAddress(address) || (allowLoopback && isLoopbackAddress(address));
}

/** Exactly 127.0.0.0/8 and ::1: an IPv4 address inside of an IPv6 one is neither. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && loopback.check(address, 'ipv4'));
}

/**
 * The addresses that may be connected to for a host, IPv4 first, three at most. A name is looked up in both families; of its
 * addresses only the good ones count.
 */
export async function findAddresses(
  host: string,
  resolver: Resolver,
  policy: { readonly allowLoopback: boolean },
): Promise<readonly string[] | ConnectFault> {
  const answers = isIP(host) === 0 ? await lookUp(host, resolver) : undefined;
  const found = answers ? answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : [])) : [host];
  const usable = found.filter((address) => isUsableAddress(address, policy));
  if (usable.length > 0) return usable.slice(0, MAX_ADDRESSES_TRIED);
  return found.length > 0
    ? // Not which: what names lead to within a network is nobody's business.
      { fault: 'address', reason: `${host} has no public IP address` }
    : { fault: 'dns', reason: whyNone(host, answers ?? []) };
}

function lookUp(host: string, resolver: Resolver): Promise<readonly DnsAnswer<string>[]> {
  return Promise.all([resolver.addresses(host, 4), resolver.addresses(host, 6)]);
}

function whyNone(host: string, answers: readonly DnsAnswer<string>[]): string {
  const failed = answers.find((answer) => answer.kind === 'failed');
  if (failed) return `DNS did not respond for ${host}`;
  return answers.some((answer) => answer.kind === 'absent')
    ? `${host} has no IP address in DNS`
    : `${host} does not exist in DNS`;
}
