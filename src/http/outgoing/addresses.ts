import { BlockList, isIP } from 'node:net';
import type { DnsAnswer, Resolver } from '../../base/dns.ts';
import { isPrivateAddress } from '../../base/private-addresses.ts';
import type { ConnectFault } from './types.ts';

/** Maximum number of addresses that are tried per host. */
export const MAX_ADDRESSES_TRIED = 3;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');

/**
 * Returns whether connections to an address are allowed: always to a public address, and to a loopback address only if
 * the policy allows it.
 */
export function isUsableAddress(address: string, { allowLoopback }: { readonly allowLoopback: boolean }): boolean {
  return !isPrivateAddress(address) || (allowLoopback && isLoopbackAddress(address));
}

/** Returns whether an address is in 127.0.0.0/8 or ::1. Returns false for IPv4-mapped IPv6 addresses. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && loopback.check(address, 'ipv4'));
}

/**
 * Resolves a host name, or takes an IP address as it is. Returns at most three allowed addresses, IPv4 first, or the
 * fault if no address is allowed.
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
    ? // The addresses are not named. They could reveal the structure of an internal network.
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
