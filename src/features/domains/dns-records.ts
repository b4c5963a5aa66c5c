import { dkimRecord } from '../../mail/dkim.ts';

/** A TXT record is made of strings of at most 255 octets (RFC 1035 section 3.3). */
const MAX_STRING_OCTETS = 255;
const RETURN_PATH_LABEL = 'bounce';

/** A record to publish, and what the last look at DNS found. */
export interface DnsRecord {
  readonly name: 'dkim1' | 'return_path' | 'spf' | 'dmarc';
  /** Whether mail may be sent without it. */
  readonly required: boolean;
  readonly type: 'TXT' | 'MX';
  readonly host: string;
  readonly data: string;
  /** The strings of a TXT record that is too long for one. */
  readonly dataParts?: readonly string[];
  readonly valid: boolean;
  /** Why it is not valid, in words; null when it is, or was not looked at yet. */
  readonly reason: string | null;
  readonly found: readonly string[];
}

/** The records of a domain, none looked at yet. */
export function recordsToPublish(
  domain: { readonly name: string; readonly selector: string; readonly publicKey: string },
  hostname: string,
): DnsRecord[] {
  const bounce = `${RETURN_PATH_LABEL}.${domain.name}`;
  const unseen = { valid: false, reason: null, found: [] };
  const dkim = dkimRecord(domain.publicKey);
  return [
    {
      ...unseen,
      name: 'dkim1',
      required: true,
      type: 'TXT',
      host: `${domain.selector}._domainkey.${domain.name}`,
      data: dkim,
      dataParts: splitText(dkim),
    },
    { ...unseen, name: 'return_path', required: false, type: 'MX', host: bounce, data: `10 ${hostname}` },
    { ...unseen, name: 'spf', required: false, type: 'TXT', host: bounce, data: `v=spf1 a:${hostname} ~all` },
    {
      ...unseen,
      name: 'dmarc',
      required: false,
      type: 'TXT',
      host: `_dmarc.${domain.name}`,
      data: 'v=DMARC1; p=none;',
    },
  ];
}

function splitText(text: string): string[] {
  return text.match(new RegExp(`.{1,${MAX_STRING_OCTETS}}`, 'g')) ?? [];
}
