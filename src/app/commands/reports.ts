import { listForeignReports, summarise, type ReportSummary } from '../../features/outcomes/mail-reports/index.ts';
import type { Installation } from '../installation.ts';
import { print, printTable } from './output.ts';
import { parseArguments, UsageError, wholeNumber, word } from './parse.ts';
import { accountOf } from './whose.ts';

const DAYS = 30;
const MAX_DAYS = 400;
const DAY_MS = 24 * 60 * 60_000;
const PERCENT = 100;
/** A source with less than this much aligned is worth a word. */
const GOOD_SHARE = 0.98;
/** Sources that the advice names; the table has all. */
const NAMED_SOURCES = 5;

export const reportsUsage = `postrider reports DOMAIN [--days N] [--account EMAIL]
postrider reports --foreign`;

/** `postrider reports ...`: what receivers report of a domain, and what to do about it. */
export async function reportsCommand({ clock, db }: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['account', 'days'], ['foreign']);
  if (parsed.flag('foreign')) {
    if (parsed.words.length > 0) throw new UsageError('--foreign takes no DOMAIN');
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

function percent(part: number, whole: number): string {
  // Rounded down, so that 100 % means all.
  return `${whole === 0 ? 0 : Math.floor((part / whole) * PERCENT * 10) / 10} %`;
}

function dmarcWords({ dmarc }: ReportSummary): readonly string[] {
  if (dmarc.reports === 0) {
    return ['DMARC: no reports. They come once a day when the DMARC record of the domain names an address in rua.'];
  }
  const { aligned, messages, sourceCount, sources } = dmarc;
  const start = `DMARC: ${dmarc.reports} reports on ${messages} mails from ${sourceCount} addresses; ${percent(aligned, messages)} aligned.`;
  const bad = sources.filter((source) => source.aligned < source.messages * GOOD_SHARE);
  if (bad.length === 0) {
    const isAll = sources.length === sourceCount;
    return [start, `${isAll ? 'All sources are' : 'The largest sources are all'} aligned: nothing to do.`];
  }
  const names = bad.slice(0, NAMED_SOURCES).map(({ sourceIp }) => sourceIp);
  return [
    start,
    `Not aligned: mail from ${names.join(', ')}${bad.length > names.length ? ` and ${bad.length - names.length} more` : ''}.`,
    'What to do: if such an address is yours, let its mail be signed by DKIM for this domain, or send it through Postrider.',
    'If it is not, somebody writes in your name: with p=quarantine or p=reject in the DMARC record receivers refuse that.',
  ];
}

function printSources({ dmarc }: ReportSummary): void {
  print();
  printTable(
    ['ADDRESS', 'MAILS', 'ALIGNED', 'DKIM', 'SPF', 'HELD BACK'],
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

/** What mends each kind of failure (RFC 8460 section 4.3), in words. */
const REMEDIES: Readonly<Record<string, string>> = {
  'starttls-not-supported': 'switch STARTTLS on at the mail server',
  'certificate-host-mismatch': 'give the mail server a certificate for the name that the MX record has',
  'certificate-expired': 'renew the certificate of the mail server',
  'certificate-not-trusted': 'use a certificate of a public authority, with its whole chain',
  'validation-failure': 'look at the certificate of the mail server and its chain',
  'tlsa-invalid': 'publish TLSA records that fit the certificate',
  'dnssec-invalid': 'mend the DNSSEC signatures of the zone',
  'dane-required': 'sign the zone with DNSSEC and publish TLSA records',
  'sts-policy-fetch-error': 'make the MTA-STS policy reachable over HTTPS, or remove its record',
  'sts-policy-invalid': 'correct the text of the MTA-STS policy',
  'sts-webpki-invalid': 'give the host of the MTA-STS policy a valid certificate',
};

function tlsWords({ tls }: ReportSummary): readonly string[] {
  if (tls.reports === 0) {
    return [
      'TLS: no reports. They come once a day when the record at _smtp._tls of the domain names an address in rua.',
    ];
  }
  const all = tls.successful + tls.failed;
  const start = `TLS: ${tls.reports} reports on ${all} sessions to the domain's servers; ${tls.failed} failed.`;
  if (tls.failed === 0) return [start, 'Everybody reaches them encrypted: nothing to do.'];
  return [
    start,
    ...tls.results.map(({ receivingHost, resultType, sessions }) => {
      const what = resultType === '' ? 'failure without a name' : resultType;
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
  if (rows.length === 0) return print('No reports have come for domains of nobody here.');
  print('Reports that came for domains that no account has proved to hold; their content was not kept.\n');
  printTable(
    ['DOMAIN', 'KIND', 'REPORTER', 'REPORTS', 'LAST'],
    rows.map(({ domain, kind, last_at, org, reports }) => [domain, kind, org, String(reports), last_at.toISOString()]),
  );
}
