import { invalid } from '../../../base/refusal.ts';
import { isFault, parseDomain } from '../../../mail/address.ts';

const MIN_LABELS = 2;
const MAX_DNS_NAME_CHARACTERS = 253;
/** Longest prefix of the host names of a domain's DNS records. */
const MAX_PREFIX = 'pr1e._domainkey.';
const MAX_CHARACTERS = MAX_DNS_NAME_CHARACTERS - MAX_PREFIX.length;

/**
 * Returns the name of a sender domain in lower-case A-labels. Throws validation_error if the value is not a domain
 * name, has only one label, is too long for the names of its records, or is the sandbox domain.
 */
export function parseDomainName(given: string, sandboxDomain: string): string {
  const name = parseDomain(given);
  if (isFault(name)) throw invalid({ name: [name.fault] });
  if (name.split('.').length < MIN_LABELS) {
    throw invalid({ name: ['must have at least two labels, like example.com.'] });
  }
  if (name.length > MAX_CHARACTERS) {
    throw invalid({
      name: [`must have at most ${MAX_CHARACTERS} characters, to leave room for the prefixes of its DNS records.`],
    });
  }
  if (name === sandboxDomain) throw invalid({ name: [`must not be the sandbox domain ${sandboxDomain}.`] });
  return name;
}

/**
 * Returns the normalized name of a domain, as it is stored. Returns any other string unchanged. Such a string does not
 * match any stored domain.
 */
export function keptName(given: string): string {
  const name = parseDomain(given);
  return isFault(name) ? given : name;
}
