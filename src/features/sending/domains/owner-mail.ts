import type { DnsRecord } from './dns-records.ts';
import type { Domain } from './present.ts';

/** Subject and text of a mail about a domain. */
export interface OwnerMail {
  readonly subject: string;
  readonly text: string;
}

/** What the mails say of a domain. */
type Told = Pick<Domain, 'name' | 'records' | 'missingSince'>;

/** The mail that tells that the DKIM record of a verified domain is gone; pure. */
export function missingMail(domain: Told): OwnerMail {
  return {
    subject: `The DKIM record of ${domain.name} is missing`,
    text: paragraphs([
      `Mails from ${domain.name} are signed, but receivers no longer find the key: ${reasonOf(domain)}`,
      'Many receivers put such mails into the spam folder or refuse them. If the record is not back within 48 hours, mail from this domain is no longer accepted for sending.',
      ...wanted(domain),
      'It is looked for every hour; there is nothing else to be done.',
    ]),
  };
}

/** The mail that tells that a domain no longer sends; pure. */
export function stoppedMail(domain: Told): OwnerMail {
  return {
    subject: `${domain.name} no longer sends: its DKIM record is missing`,
    text: paragraphs([
      `The DKIM record of ${domain.name} has been missing for 48 hours: ${reasonOf(domain)} Mail from this domain is now refused (domain_not_verified).`,
      ...wanted(domain),
      `Once it is found the domain sends again by itself; to have it looked for at once: postrider domain verify ${domain.name}`,
    ]),
  };
}

/** The mail that tells that a domain sends again; pure. */
export function resumedMail({ name }: Told): OwnerMail {
  return {
    subject: `${name} sends again`,
    text: paragraphs([`The DKIM record of ${name} was found. Mail from this domain is accepted again.`]),
  };
}

/** The mail that asks for the record of the next key; pure. */
export function rotationMail({ name, records }: Told, waiting: readonly string[]): OwnerMail {
  const asked = records.filter(({ host }) => waiting.includes(host));
  return {
    subject: `A new DKIM key for ${name}: please publish its record`,
    text: paragraphs([
      `Keys are to be changed from time to time. A new one was made for ${name}; it signs from a day after its record was found. Until then everything stays as it is.`,
      'Publish beside the present record, which must stay:',
      ...asked.map(shownRecord),
      `How far it has come: postrider domain show ${name}`,
    ]),
  };
}

function reasonOf({ records }: Told): string {
  return requiredOf(records)?.reason ?? 'it was not found.';
}

function wanted({ records }: Told): string[] {
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
