import { domainOf, isFault, parseAddress, type AddressFault, type EmailAddress } from '../../../mail/address.ts';

/** Parses an address for the suppression list. Rejects addresses at the sandbox domain, whose outcomes are fixed. */
export function parseSuppressible(text: string, sandboxDomain: string): EmailAddress | AddressFault {
  const address = parseAddress(text.trim());
  if (isFault(address) || domainOf(address) !== sandboxDomain) return address;
  return { fault: `must not be ${address}, because addresses at ${sandboxDomain} are test addresses.` };
}
