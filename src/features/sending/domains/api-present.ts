import type { AnswerOf } from '../../../http/answer-of.ts';
import type { pageOfDomainSchema } from './dashboard-docs.ts';
import type { DnsRecord } from './dns-records.ts';
import { keySentences } from './key-sentences.ts';
import type { Domain, DomainKey } from './present.ts';
import { faultOfRotation } from './rotate.ts';
import type { domainSchema, withDnsSchema } from './route-docs.ts';
import { isNameForOthers } from './server-names.ts';

/** A problem with a DNS record, as shown in `validation_errors`. */
export interface RecordFault {
  readonly reason: string;
  readonly expected: string;
  readonly found: readonly string[];
}

const NOT_CHECKED = 'The record has not been checked yet.';

/** Returns a sender domain as listed by the account API. Pure. */
export function presentSenderDomain(domain: Domain): AnswerOf<typeof domainSchema> {
  const changes = [domain.createdAt, domain.verifiedAt, domain.checkedAt].map((time) => time?.getTime() ?? 0);
  return {
    id: domain.id,
    domain: domain.name,
    // Always null, because this server sends the email itself and does not register the domain with another provider.
    provider_whitelabel_domain_id: null,
    sendgrid_whitelabel_domain_id: null,
    status: domain.status,
    tracking_host: domain.tracking?.host ?? null,
    validated_at: domain.status === 'verified' ? timeOrNull(domain.verifiedAt) : null,
    created_at: domain.createdAt.toISOString(),
    updated_at: new Date(Math.max(...changes)).toISOString(),
  };
}

/** Returns a sender domain with its DNS records by name. Pure. */
export function presentWithDns(domain: Domain): AnswerOf<typeof withDnsSchema> {
  return {
    ...presentSenderDomain(domain),
    dns: Object.fromEntries(domain.records.map((record) => [record.name, presentDns(record)])),
  };
}

function presentDns({ data, host, reason, required, type, valid }: DnsRecord) {
  return { type, host, data, valid, reason, required };
}

/** Returns whether all required DNS records are valid. Pure. */
export function isValid({ records }: Pick<Domain, 'records'>): boolean {
  return records.every(({ reason, required, valid }) => !required || (valid && reason === null));
}

/**
 * Returns the problems with DNS records, by record name. Includes optional records only if they are for a tracking host
 * and have been published. Pure.
 */
export function faultsOf({ records }: Pick<Domain, 'records'>): Record<string, RecordFault> {
  const wrong = records.filter((record) => isNeeded(record) && (!record.valid || record.reason !== null));
  return Object.fromEntries(
    wrong.map(({ data, found, name, reason }) => [name, { reason: reason ?? NOT_CHECKED, expected: data, found }]),
  );
}

function isNeeded({ found, name, optional }: DnsRecord): boolean {
  return !optional || (name === 'tracking' && found.length > 0);
}

/** Returns a sender domain as shown on its dashboard page. Pure. */
export function presentDomainPage(
  domain: Domain,
  { hostname, now }: { readonly hostname: string; readonly now: Date },
): AnswerOf<typeof pageOfDomainSchema> {
  const fault = faultOfRotation(domain, domain.keys, now);
  return {
    id: domain.id,
    name: domain.name,
    status: domain.status,
    created_at: domain.createdAt.toISOString(),
    verified_at: timeOrNull(domain.verifiedAt),
    checked_at: timeOrNull(domain.checkedAt),
    missing_since: timeOrNull(domain.missingSince),
    records: domain.records.map((record) => presentRecord(domain.name, record)),
    keys: domain.keys.map(presentKey),
    tracking: { host: domain.tracking?.host ?? null, base_url: domain.tracking?.baseUrl ?? null },
    rotation: { is_possible: fault === undefined, reason: fault === undefined ? null : `${domain.name} ${fault}` },
    before_publishing: isNameForOthers(hostname) ? null : serverSentence(hostname),
    to_do: [...recordSentences(domain), ...noteSentences(domain), ...keySentences(domain, now)],
  };
}

function presentRecord(domainName: string, record: DnsRecord): AnswerOf<typeof pageOfDomainSchema>['records'][number] {
  const { data, dataParts, found, host, name, optional, reason, required, type, valid } = record;
  return {
    name,
    need: required ? 'required' : optional ? 'optional' : 'recommended',
    type,
    host,
    owner: ownerIn(domainName, host),
    wanted: data,
    wanted_parts: dataParts ?? [data],
    found,
    valid,
    reason,
  };
}

/** Returns the name of a record as DNS providers expect it: without the domain, which they append. */
function ownerIn(domainName: string, host: string): string {
  return host === domainName ? '@' : host.slice(0, -domainName.length - 1);
}

function presentKey(key: DomainKey) {
  return {
    selector: key.selector,
    algorithm: key.algorithm,
    state: key.state,
    created_at: key.createdAt.toISOString(),
    published_at: timeOrNull(key.publishedAt),
    active_from: timeOrNull(key.activeFrom),
    retired_at: timeOrNull(key.retiredAt),
  };
}

/** Returns a message that explains why the records with the server's name are not shown, and how to show them. Pure. */
export function serverSentence(hostname: string): string {
  return (
    `Other servers cannot resolve the host name of this server, ${hostname}. Set POSTRIDER_HOSTNAME to the DNS ` +
    'name of the server, for example mail.example.com, and restart. The bounce and SPF records contain this name, ' +
    'so Postrider shows these records only after the restart.'
  );
}

/** Returns a message for each DNS record that the owner should publish or correct. */
function recordSentences({ checkedAt, records }: Domain): string[] {
  return records
    .filter((record) => !record.valid && isNeeded(record))
    .map(({ host, name, reason, required, type }) => {
      const why = checkedAt && reason ? `: ${reason}` : '.';
      if (name === 'tracking') return `Links in emails do not use ${host} yet${why}`;
      const need = required ? 'is required' : 'is recommended';
      return `The ${type} record at ${host} ${need}${why}`;
    });
}

function noteSentences({ records }: Domain): string[] {
  return records.flatMap(({ note }) => note ?? []);
}

function timeOrNull(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}

export interface StoppedCampaign {
  readonly id: number;
  readonly title: string;
  readonly state: string;
}

/** Returns the response to the removal of a domain. It names the campaigns that the removal stops. Pure. */
export function presentRemoved(campaigns: readonly StoppedCampaign[]) {
  const message = 'The domain was deleted.';
  if (campaigns.length === 0) return { message };
  const shown = campaigns.map(({ id, state, title }) => ({ id, title, status: state }));
  return { message: `${message} ${stoppedSentence(campaigns)}`, campaigns: shown };
}

/**
 * Returns a message that names the campaigns that were stopped because their domain was removed, or an empty string if
 * no campaigns were stopped. Pure.
 */
export function stoppedSentence(campaigns: readonly StoppedCampaign[]): string {
  if (campaigns.length === 0) return '';
  const named = campaigns.map(({ id, state, title }) => `“${title}” (${id}, ${state})`).join(', ');
  return `These campaigns can no longer be sent, because they use this domain: ${named}. Change the sender of these campaigns, or cancel the campaigns.`;
}
