import type { Check } from '../present.ts';
import { tlsOf } from '../conversation.ts';
import type { Lookups } from './dns.ts';
import { checked, type LastAttempt, type SendingAddress, type SendingAddresses } from './facts.ts';

const REVERSE = 'Reverse DNS of the sending IP address';
/**
 * Maximum number of addresses to check. A larger set of addresses is a pool, and checking a sample of it is sufficient.
 */
const MAX_EXAMINED = 4;

/** Checks that the sending IP addresses and their host names resolve to each other, as large receivers require. */
export async function checkReverse(sending: SendingAddresses, lookups: Lookups): Promise<Check[]> {
  if (sending.kind === 'unknown') return [checked('reverse-dns', REVERSE, 'unknown', sending.why)];
  return Promise.all(
    sending.addresses.slice(0, MAX_EXAMINED).map(async (one, index) => {
      const [names, addresses] = await Promise.all([lookups.namesOf(one.address), lookups.addressesOf(one.heloName)]);
      return judgeReverse(index === 0 ? 'reverse-dns' : `reverse-dns-${index + 1}`, one, names, addresses);
    }),
  );
}

/** Checks the reverse DNS names of a sending address and the addresses of its HELO name. Pure. */
export function judgeReverse(
  id: string,
  { address, heloName }: SendingAddress,
  names: readonly string[] | undefined,
  addresses: readonly string[] | undefined,
): Check {
  if (names === undefined || addresses === undefined) {
    return checked(id, REVERSE, 'unknown', `The DNS lookup of ${address} or ${heloName} failed.`);
  }
  const records = names.map((value) => ({ host: address, type: 'PTR', value }));
  const isNamed = names.some((name) => name.toLowerCase().replace(/\.$/, '') === heloName);
  if (!isNamed) {
    const why = `The reverse DNS of ${address} is ${names.length === 0 ? 'not set' : names.join(', ')}, but it must be ${heloName}.`;
    const fix = `Ask the provider of the IP address to set its PTR record to ${heloName}.`;
    return checked(id, REVERSE, 'fail', why, { fix, records });
  }
  if (!addresses.includes(address)) {
    const why = `${heloName} does not resolve to ${address}.`;
    const type = address.includes(':') ? 'AAAA' : 'A';
    return checked(id, REVERSE, 'fail', why, {
      fix: `Publish an ${type} record for ${heloName} that points to ${address}.`,
      records,
    });
  }
  return checked(id, REVERSE, 'pass', `${address} and ${heloName} resolve to each other.`, { records });
}

/** Checks the encryption of the last delivery attempt. Pure. */
export function judgeTls(last: LastAttempt | undefined): Check {
  const title = 'Encryption in transit';
  if (!last) return checked('tls', title, 'unknown', 'No delivery attempt has been made yet.');
  if (last.route === 'inbox') return checked('tls', title, 'unknown', 'The email did not leave this server.');
  if (!last.hasConversation)
    return checked('tls', title, 'unknown', 'The last delivery attempt did not reach a server.');
  const server = last.host ?? 'the server';
  const tls = last.tls === null ? undefined : tlsOf(last.tls);
  if (!tls) {
    const why = `The connection to ${server} was not encrypted.`;
    return checked('tls', title, 'warn', why, { fix: 'Ask the operator of the receiving server to enable STARTTLS.' });
  }
  return checked('tls', title, 'pass', `The connection to ${server} was encrypted with ${tls.version}, ${tls.cipher}.`);
}
