import { domainOf, isFault, localOf, parseAddress } from '../../../mail/address.ts';
import type { ReturnAddress } from '../../../mail/return-path.ts';
import type { ReportLocalPart, Subscriber } from './types.ts';

/** What an address of ours is for. */
export type Purpose =
  | { readonly kind: 'return'; readonly address: ReturnAddress }
  /** A recipient of mail to many unsubscribes here. */
  | { readonly kind: 'subscription'; readonly subscriber: Subscriber }
  /** Feedback loops and people write here. */
  | { readonly kind: 'complaint' }
  | { readonly kind: 'report'; readonly localPart: ReportLocalPart; readonly domain: string };

/** Knows the addresses that mail is taken for. */
export interface AddressBook {
  /** The purpose of an address in any case; undefined for what is none of ours. Rejects when the database is away. */
  purposeOf(address: string): Promise<Purpose | undefined>;
}

/** RFC 2142 and RFC 5321 section 4.5.1 ask for `abuse` and `postmaster`. */
const COMPLAINT_LOCAL_PARTS = ['fbl', 'abuse', 'postmaster'];
/** RFC 5321 section 4.5.1: the one address that is taken without a domain, in any case. */
const BARE_POSTMASTER = /^"?postmaster"?$/i;
const REPORT_LOCAL_PARTS: readonly ReportLocalPart[] = ['tls-reports', 'dmarc-reports'];

/** What an address book asks. */
interface Parts {
  /** In lower case. */
  readonly hosts: readonly string[];
  readonly readLocalPart: (localPart: string) => ReturnAddress | undefined;
  /** The recipient of mail to many whom a local part names, which is in lower case. */
  readonly readSubscriber: (localPart: string) => Subscriber | undefined;
  readonly isReturnPathHost: (host: string) => Promise<boolean>;
}

/** An address book of the hosts of this installation and of `bounce.` of its accounts' domains. */
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

/** Whether an address of ours, in lower case, is one of reports. */
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
