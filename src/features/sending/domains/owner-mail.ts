import type { DnsRecord } from './dns-records.ts';
import type { Domain } from './present.ts';

export interface OwnerMail {
  readonly subject: string;
  readonly text: string;
}

/** The properties of a domain that the emails mention. */
type Notified = Pick<Domain, 'name' | 'records' | 'missingSince'>;

/** Returns the email about a missing DKIM record of a verified domain. Pure. */
export function missingMail(domain: Notified): OwnerMail {
  return {
    subject: `The DKIM record of ${domain.name} is missing`,
    text: paragraphs([
      `Emails from ${domain.name} are signed, but receivers can no longer find the key: ${reasonOf(domain)}`,
      'Many receivers reject emails without a valid signature or move them to the spam folder. If the record is not restored within 48 hours, Postrider stops accepting emails from this domain.',
      ...wanted(domain),
      'Postrider checks for the record every hour. You do not need to do anything else.',
    ]),
  };
}

/** Returns the email about a domain that can no longer send. Pure. */
export function stoppedMail(domain: Notified): OwnerMail {
  return {
    subject: `${domain.name} can no longer send: its DKIM record is missing`,
    text: paragraphs([
      `The DKIM record of ${domain.name} has been missing for 48 hours: ${reasonOf(domain)} Emails from this domain are now rejected (domain_not_verified).`,
      ...wanted(domain),
      `The domain can send again as soon as the record is found. To check the record now, run: postrider domain verify ${domain.name}`,
    ]),
  };
}

/** Returns the email about a domain that can send again. Pure. */
export function resumedMail({ name }: Notified): OwnerMail {
  return {
    subject: `${name} can send again`,
    text: paragraphs([`The DKIM record of ${name} was found. Emails from this domain are accepted again.`]),
  };
}

/** Returns the email that asks the owner to publish the record of the next key. Pure. */
export function rotationMail({ name, records }: Notified, waiting: readonly string[]): OwnerMail {
  const asked = records.filter(({ host }) => waiting.includes(host));
  return {
    subject: `New DKIM key for ${name}: publish its DNS record`,
    text: paragraphs([
      `DKIM keys should be rotated regularly. A new key was created for ${name}. Postrider starts to sign with the new key one day after its record is found. Until then, Postrider signs with the current key.`,
      'Add this record, and keep the current record:',
      ...asked.map(shownRecord),
      `To see the progress, run: postrider domain show ${name}`,
    ]),
  };
}

function reasonOf({ records }: Notified): string {
  return requiredOf(records)?.reason ?? 'it was not found.';
}

function wanted({ records }: Notified): string[] {
  const record = requiredOf(records);
  return record ? ['Publish this record:', shownRecord(record)] : [];
}

function requiredOf(records: readonly DnsRecord[]): DnsRecord | undefined {
  return records.find(({ required, valid }) => required && !valid);
}

function shownRecord({ type, host, data }: DnsRecord): string {
  return `${type} ${host}\n${data}`;
}

function paragraphs(texts: readonly string[]): string {
  return [...texts, ''].join('\n\n');
}
