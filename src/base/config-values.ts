import { isIP } from 'node:net';

/* Parsers for the values of settings. Each returns the value, or throws an Error whose message completes '<NAME> ...'. */

const KEY_FORM = /^pr_[A-Za-z0-9_-]{32,256}$/;
/** Also accepts the prefix of API keys, because tokens were once configured with that prefix. */
const TOKEN_FORM = /^p[rt]_[A-Za-z0-9_-]{32,256}$/;

/** Parses an http or https URL and removes trailing slashes. */
export function parseUrl(given: string): string {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
    throw new Error(`must be an http or https URL, not "${given}"`);
  }
  return given.replace(/\/+$/, '');
}

/** Parses the URL of an SMTP server. */
export function parseRelay(given: string): string {
  if (!URL.canParse(given) || !/^smtps?:$/.test(new URL(given).protocol) || !new URL(given).hostname) {
    throw new Error('must have the form smtp://user:password@host:port or smtps://...');
  }
  return given;
}

/** Parses a secret and requires enough characters for key derivation. */
export function parseSecret(given: string): string {
  if (given.length < 32) throw new Error('must be at least 32 characters long');
  return given;
}

/** Parses an API key that was created outside of this installation. */
export function parseKey(given: string): string {
  if (!KEY_FORM.test(given)) throw new Error('must be pr_ followed by at least 32 characters of [A-Za-z0-9_-]');
  return given;
}

/** Parses a personal access token that was created outside of this installation. */
export function parseToken(given: string): string {
  if (!TOKEN_FORM.test(given)) throw new Error('must be pt_ followed by at least 32 characters of [A-Za-z0-9_-]');
  return given;
}

/** Parses text that has the form of an email address. */
export function parseEmailShape(given: string): string {
  if (!/^[^\s@<>,"]{1,64}@[^\s@<>,"]{1,255}$/.test(given)) throw new Error(`must be an email address, not "${given}"`);
  return given;
}

/** Parses a domain name and converts it to lower case. */
export function parseDomain(given: string): string {
  const name = given.toLowerCase();
  if (!/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(name)) {
    throw new Error(`must be a domain name, not "${given}"`);
  }
  return name;
}

/** Parses comma-separated addresses of DNS servers. */
export function parseResolvers(given: string): string {
  for (const server of given.split(',')) {
    if (!/^(\[[0-9a-f:]+\]|[0-9a-f:]+|[0-9.]+)(:\d{1,5})?$/i.test(server.trim())) {
      throw new Error(`must be addresses like 127.0.0.1:5353, not "${given}"`);
    }
  }
  return given;
}

/** Parses an IPv4 address, an IPv6 address, or both separated by a comma. */
export function parseSourceAddresses(given: string): string {
  const addresses = given.split(',').map((address) => address.trim());
  const families = addresses.map((address) => (address.includes('%') ? 0 : isIP(address)));
  if (families.includes(0) || new Set(families).size < families.length) {
    throw new Error(`must be one IPv4 address, one IPv6 address, or both separated by a comma, not "${given}"`);
  }
  return addresses.join(',');
}
