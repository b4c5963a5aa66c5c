import { writeMail, writePhrase, type WrittenMail } from '../../../mail/languages/emails.ts';
import type { Language } from '../../../mail/languages/catalog.ts';
import type { DnsRecord } from './dns-records.ts';
import type { Domain } from './present.ts';

/** The properties of a domain that the emails mention. */
type Notified = Pick<Domain, 'name' | 'records'>;

/** Returns the email about the DKIM record of a verified domain: missing, missing for too long, or found again. Pure. */
export function recordMail(
  language: Language,
  what: 'missing' | 'stopped' | 'resumed',
  { name, records }: Notified,
): WrittenMail {
  const about = { domain: name };
  if (what === 'resumed') return writeMail(language, 'domain_resumed', about);
  const record = records.find(({ required, valid }) => required && !valid) ?? records.find(({ required }) => required);
  const found = record?.found.map((data) => shownRecord({ ...record, data })).join('\n\n');
  return writeMail(language, `domain_${what}`, {
    ...about,
    records: record ? shownRecord(record) : '',
    found: writePhrase(language, 'domain.found', { found: found || 'none' }),
  });
}

/** Returns the email that asks the owner to publish the record of the next key. Pure. */
export function rotationMail(language: Language, { name, records }: Notified, waiting: readonly string[]): WrittenMail {
  const asked = records.filter(({ host }) => waiting.includes(host));
  return writeMail(language, 'domain_key', { domain: name, records: asked.map(shownRecord).join('\n\n') });
}

function shownRecord({ type, host, data }: Pick<DnsRecord, 'type' | 'host' | 'data'>): string {
  return `${type} ${host}\n${data}`;
}
