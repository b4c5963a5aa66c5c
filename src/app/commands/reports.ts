import { listForeignReports, summarise, type ReportSummary } from '../../features/outcomes/mail-reports/index.ts';
import type { Installation } from '../installation.ts';
import { print, printTable } from './output.ts';
import { parseArguments, UsageError, wholeNumber, word } from './parse.ts';
import { accountOf } from './whose.ts';

const DAYS = 30;
const MAX_DAYS = 400;
const DAY_MS = 24 * 60 * 60_000;
const PERCENT = 100;
/** The advice names sources whose share of aligned messages is smaller than this. */
const MIN_ALIGNED_SHARE = 0.98;
/** Maximum number of sources named in the advice. */
const NAMED_SOURCES = 5;

export const reportsUsage = `postrider reports DOMAIN [--days N] [--account EMAIL]
postrider reports --foreign`;

/** Runs `postrider reports ...`, which shows receivers' reports about a domain, with advice. */
export async function reportsCommand({ clock, db }: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['account', 'days'], ['foreign']);
  if (parsed.flag('foreign')) {
    if (parsed.words.length > 0) throw new UsageError('--foreign cannot be combined with a DOMAIN');
    return printForeign(await listForeignReports(db));
  }
  const domain = word(parsed, 0, 'DOMAIN').toLowerCase().replace(/\.$/, '');
  const days = wholeNumber(parsed, 'days', DAYS, [1, MAX_DAYS]);
  const account = await accountOf(db, parsed.option('account'));
  const now = clock.now();
  const [fromDay, toDay] = [dayOf(now - (days - 1) * DAY_MS), dayOf(now)];
  const summary = await summarise(db, account.id, domain, { fromDay, toDay });
  for (const line of [`${domain}, ${fromDay} to ${toDay} (UTC)`, '', ...dmarcWords(summary)]) print(line);
  if (summary.dmarc.sources.length > 0) printSources(summary);
  print();
  for (const line of tlsWords(summary)) print(line);
  if (summary.tls.reporters.length > 0) printTls(summary);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function percent(part: number, whole: number): string {
  // Round down, so that 100% means all messages.
  return `${whole === 0 ? 0 : Math.floor((part / whole) * PERCENT * 10) / 10}%`;
}

function dmarcWords({ dmarc }: ReportSummary): readonly string[] {
  if (dmarc.reports === 0) {
    return ['DMARC: no reports. Receivers send reports once a day if the domain’s DMARC record has an address in rua.'];
  }
  const { aligned, messages, sourceCount, sources } = dmarc;
  const from = `${sourceCount} IP ${sourceCount === 1 ? 'address' : 'addresses'}`;
  const about = `${counted(dmarc.reports, 'report')} about ${counted(messages, 'message')} from ${from}`;
  const start = `DMARC: ${about}; ${percent(aligned, messages)} aligned.`;
  const bad = sources.filter((source) => source.aligned < source.messages * MIN_ALIGNED_SHARE);
  if (bad.length === 0) {
    const isAll = sources.length === sourceCount;
    return [start, `${isAll ? 'All sources are' : 'The largest sources are all'} aligned. No action is required.`];
  }
  const names = bad.slice(0, NAMED_SOURCES).map(({ sourceIp }) => sourceIp);
  return [
    start,
    `Not aligned: email from ${names.join(', ')}${bad.length > names.length ? ` and ${bad.length - names.length} more` : ''}.`,
    'If one of these IP addresses is yours, sign its email with DKIM for this domain, or send this email through Postrider.',
    'If none of these IP addresses is yours, someone else is using your domain. Set p=quarantine or p=reject in the DMARC record to block this email.',
  ];
}

function printSources({ dmarc }: ReportSummary): void {
  print();
  printTable(
    ['ADDRESS', 'MESSAGES', 'ALIGNED', 'DKIM', 'SPF', 'NOT DELIVERED'],
    dmarc.sources.map((source) => [
      source.sourceIp,
      String(source.messages),
      percent(source.aligned, source.messages),
      percent(source.dkimAligned, source.messages),
      percent(source.spfAligned, source.messages),
      String(source.notDelivered),
    ]),
  );
}

/** Remedies for each kind of failure (RFC 8460 section 4.3). */
const REMEDIES: Readonly<Record<string, string>> = {
  'starttls-not-supported': 'enable STARTTLS on the mail server',
  'certificate-host-mismatch': 'install a certificate on the mail server for the name in the MX record',
  'certificate-expired': 'renew the certificate of the mail server',
  'certificate-not-trusted': 'use a certificate from a public authority, with its full chain',
  'validation-failure': 'check the certificate of the mail server and its chain',
  'tlsa-invalid': 'publish TLSA records that match the certificate',
  'dnssec-invalid': 'fix the DNSSEC signatures of the zone',
  'dane-required': 'sign the zone with DNSSEC and publish TLSA records',
  'sts-policy-fetch-error': 'make the MTA-STS policy reachable over HTTPS, or remove its record',
  'sts-policy-invalid': 'fix the syntax of the MTA-STS policy',
  'sts-webpki-invalid': 'install a valid certificate on the host of the MTA-STS policy',
};

function tlsWords({ tls }: ReportSummary): readonly string[] {
  if (tls.reports === 0) {
    return [
      'TLS: no reports. Mailbox providers send reports once a day if the domain’s _smtp._tls record has an address in rua.',
    ];
  }
  const all = tls.successful + tls.failed;
  const about = `${counted(tls.reports, 'report')} about ${counted(all, 'session')} with the domain’s servers`;
  const start = `TLS: ${about}; ${tls.failed} failed.`;
  if (tls.failed === 0) return [start, 'All sessions are encrypted. No action is required.'];
  return [
    start,
    ...tls.results.map(({ receivingHost, resultType, sessions }) => {
      const what = resultType === '' ? 'unnamed failure' : resultType;
      const at = receivingHost === '' ? '' : ` at ${receivingHost}`;
      const remedy = Object.hasOwn(REMEDIES, resultType) ? REMEDIES[resultType] : undefined;
      return `${sessions} x ${what}${at}${remedy ? `: ${remedy}.` : '.'}`;
    }),
  ];
}

function printTls({ tls }: ReportSummary): void {
  print();
  printTable(
    ['REPORTER', 'REPORTS', 'SESSIONS', 'FAILED'],
    tls.reporters.map(({ failed, org, reports, successful }) => [
      org,
      String(reports),
      String(successful + failed),
      String(failed),
    ]),
  );
}

function printForeign(rows: Awaited<ReturnType<typeof listForeignReports>>): void {
  if (rows.length === 0) return print('No reports about domains that no account has verified.');
  print('Reports about domains that no account has verified. The content of these reports is not stored.\n');
  printTable(
    ['DOMAIN', 'KIND', 'REPORTER', 'REPORTS', 'LAST'],
    rows.map(({ domain, kind, last_at, org, reports }) => [domain, kind, org, String(reports), last_at.toISOString()]),
  );
}
