import { domainOf, isFault, localOf, parseAddress } from '../../../mail/address.ts';
import type { ReturnAddress } from '../../../mail/return-path.ts';
import type { ReportLocalPart, Subscriber } from './types.ts';

/** The purpose of an address of this installation. */
export type Purpose =
  | { readonly kind: 'return'; readonly address: ReturnAddress }
  /** An unsubscribe address in bulk email. */
  | { readonly kind: 'subscription'; readonly subscriber: Subscriber }
  /** Address for feedback loop reports and for messages written by people. */
  | { readonly kind: 'complaint' }
  | { readonly kind: 'report'; readonly localPart: ReportLocalPart; readonly domain: string };

/** Looks up the addresses at which this installation accepts email. */
export interface AddressBook {
  /**
   * Returns the purpose of an address, ignoring case, or undefined for an unknown address. Rejects if the database is
   * unavailable.
   */
  purposeOf(address: string): Promise<Purpose | undefined>;
}

/** RFC 2142 and RFC 5321 section 4.5.1 require `abuse` and `postmaster`. */
const COMPLAINT_LOCAL_PARTS = ['fbl', 'abuse', 'postmaster'];
/** RFC 5321 section 4.5.1: `postmaster` is the only address that is accepted without a domain, in any letter case. */
const BARE_POSTMASTER = /^"?postmaster"?$/i;
const REPORT_LOCAL_PARTS: readonly ReportLocalPart[] = ['tls-reports', 'dmarc-reports'];

interface Parts {
  /** The installation's host names in lower case. */
  readonly hosts: readonly string[];
  readonly readLocalPart: (localPart: string) => ReturnAddress | undefined;
  /** Decodes the bulk email recipient from a lower-case local part. */
  readonly readSubscriber: (localPart: string) => Subscriber | undefined;
  readonly isReturnPathHost: (host: string) => Promise<boolean>;
}

/** Creates an address book for the hosts of this installation and the `bounce.` hosts of its accounts' domains. */
export function createAddressBook(parts: Parts): AddressBook {
  return {
    async purposeOf(given) {
      if (BARE_POSTMASTER.test(given)) return { kind: 'complaint' };
      const address = parseAddress(given);
      if (isFault(address)) return undefined;
      const domain = domainOf(address);
      const purpose = purposeOfLocalPart(localOf(address).toLowerCase(), domain, parts);
      if (!purpose) return undefined;
      return parts.hosts.includes(domain) || (await parts.isReturnPathHost(domain)) ? purpose : undefined;
    },
  };
}

/** Returns whether a lower-case address receives DMARC or TLS reports. */
export function isReportAddress(address: string): boolean {
  return REPORT_LOCAL_PARTS.some((localPart) => address.startsWith(`${localPart}@`));
}

function purposeOfLocalPart(
  localPart: string,
  domain: string,
  { readLocalPart, readSubscriber }: Pick<Parts, 'readLocalPart' | 'readSubscriber'>,
): Purpose | undefined {
  if (COMPLAINT_LOCAL_PARTS.includes(localPart)) return { kind: 'complaint' };
  const report = REPORT_LOCAL_PARTS.find((known) => known === localPart);
  if (report) return { kind: 'report', localPart: report, domain };
  const address = readLocalPart(localPart);
  if (address) return { kind: 'return', address };
  const subscriber = readSubscriber(localPart);
  return subscriber && { kind: 'subscription', subscriber };
}
