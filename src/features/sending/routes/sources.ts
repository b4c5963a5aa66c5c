import { isIPv4, isIPv6 } from 'node:net';
import type { IpFamily } from '../../../base/config.ts';
import { sha256 } from '../../../base/crypto.ts';
import { DEFAULT_NAME } from './names.ts';
import type { Source, StoredSource } from './types.ts';

/** Returns the source from the settings. `addresses` is the value of POSTRIDER_SOURCE_ADDRESS. */
export function defaultSource(settings: {
  readonly addresses: string | undefined;
  readonly family: IpFamily;
  readonly ehloName: string;
}): Source {
  const addresses = settings.addresses?.split(',').map((address) => address.trim()) ?? [];
  const [ipv4, ipv6] = [addresses.find((address) => isIPv4(address)), addresses.find((address) => isIPv6(address))];
  return toSource({ name: DEFAULT_NAME, ipv4, ipv6, ehloName: settings.ehloName }, settings.family);
}

/** Converts a stored source for delivery. `family` is the value of the setting POSTRIDER_IP_FAMILY. */
export function toSource(stored: Omit<StoredSource, 'pool'>, family: IpFamily): Source {
  const { name, ipv4, ipv6, ehloName } = stored;
  return {
    name,
    ehloName,
    family: familyOf({ ipv4, ipv6 }, family),
    ...(ipv4 !== undefined && { ipv4 }),
    ...(ipv6 !== undefined && { ipv6 }),
  };
}

/**
 * Returns the IP family of a source. A source with one address uses only that family, regardless of the setting.
 * Otherwise, messages over the other family would be sent from an arbitrary address, with another DNS name and no
 * reputation.
 */
function familyOf({ ipv4, ipv6 }: Pick<StoredSource, 'ipv4' | 'ipv6'>, setting: IpFamily): IpFamily {
  if ((ipv4 === undefined) === (ipv6 === undefined)) return setting;
  return ipv4 === undefined ? 'ipv6-only' : 'ipv4-only';
}

/**
 * Returns the source in a pool from which an account sends messages to a domain. The choice is stable, so that a
 * receiver sees few of our addresses. If a source is added or removed, only its share of the messages moves (rendezvous
 * hashing). Returns undefined for an empty pool.
 */
export function chooseSource<S extends { readonly name: string }>(
  pool: readonly S[],
  accountId: number,
  recipientDomain: string,
): S | undefined {
  if (pool.length < 2) return pool[0];
  let chosen: S | undefined;
  let best = -1;
  for (const source of pool) {
    const weight = sha256(`${source.name} ${accountId} ${recipientDomain.toLowerCase()}`).readUIntBE(0, 6);
    if (weight <= best) continue;
    best = weight;
    chosen = source;
  }
  return chosen;
}
