import { BlockList, isIP } from 'node:net';

/**
 * Ranges that are not on the public internet: the ranges in IANA's special-purpose registries (RFC 6890 and later), and
 * IPv6 ranges that embed a possibly private IPv4 address.
 */
const PRIVATE_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '100.64.0.0/10', // shared address space of provider networks (RFC 6598)
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, including the metadata services of clouds
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

const PRIVATE_IPV6 = [
  // Global unicast addresses are in 2000::/3. All other ranges are loopback, mapped, NAT64, local, multicast, or
  // unassigned.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

// Keep separate lists for IPv4 and IPv6. A combined list would also check the mapped IPv6 address of an IPv4 address,
// and mapped addresses are always private.
const private4 = blockListOf(PRIVATE_IPV4, 'ipv4');
const private6 = blockListOf(PRIVATE_IPV6, 'ipv6');

/**
 * Returns whether an address is not on the public internet (loopback, private, link-local, CGNAT, multicast, NAT64,
 * 6to4, documentation, and similar). Also returns true for strings that are not IP addresses.
 */
export function isPrivateAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return private4.check(address, 'ipv4');
    case 6:
      return address.includes('%') || private6.check(address, 'ipv6');
    default:
      return true;
  }
}

function blockListOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix = ''] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
