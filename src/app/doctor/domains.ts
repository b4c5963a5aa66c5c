import { findDomain, keySentences, type Domain } from '../../features/sending/domains/index.ts';
import type { Installation } from '../installation.ts';
import { fine, problem, unknown, warning, type Finding } from './finding.ts';
import { senderDomains } from './queries.ts';

const MAX_DOMAINS = 200;

/** Reports the last DNS checks of at most `MAX_DOMAINS` sender domains. */
export async function examineDomains({ clock, db }: Installation): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { account_id: accountId, name, email } of await senderDomains(db, MAX_DOMAINS)) {
    const domain = await findDomain(db, accountId, name);
    // The domain was removed after the list was read.
    if (domain) findings.push(...judgeDomain(domain, email, new Date(clock.now())));
  }
  return findings;
}

/** Returns the findings about a domain's DNS records and keys. */
export function judgeDomain(domain: Domain, email: string, now: Date): Finding[] {
  const show = `postrider domain show ${domain.name} --account ${email}`;
  const rotating = domain.keys.filter(({ state }) => state !== 'retired');
  const sentences = keySentences({ name: domain.name, keys: rotating }, now);
  const keys = sentences.map((sentence) => warning(`domain ${domain.name}`, sentence, `See: ${show}`));
  const notes = domain.records.flatMap(({ note }) => note ?? []);
  return [
    judgeRecords(domain, email, show),
    ...notes.map((note) => warning(`domain ${domain.name}`, note, `See: ${show}`)),
    ...keys,
  ];
}

function judgeRecords({ checkedAt, keys, name, records, status }: Domain, email: string, show: string): Finding {
  const subject = `domain ${name}`;
  if (!checkedAt) {
    const remedy = `Publish its records (${show}), then run: postrider domain verify ${name} --account ${email}`;
    return unknown(subject, 'its records have not been checked yet', remedy);
  }
  // A key that is waiting to replace another has its own finding.
  const waiting = keys.filter(({ state }) => state === 'waiting').map((key) => `${key.selector}._domainkey.${name}`);
  const missing = records.filter(
    ({ host, optional, required, valid }) => !valid && !optional && (required || !waiting.includes(host)),
  );
  if (missing.length === 0) return fine(subject, `all records were found at ${checkedAt.toISOString().slice(0, 16)}`);
  const message = missing.map((record) => `${record.name}: ${record.reason ?? 'not found'}`).join('; ');
  const remedy = `Publish the records: ${show}`;
  if (status === 'pending') return unknown(subject, message, remedy);
  // A domain can still be verified although a required record is missing.
  return status === 'failed' || missing.some(({ required }) => required)
    ? problem(subject, message, remedy)
    : warning(subject, message, remedy);
}
