import {
  reportAddress,
  reportCount,
  reportDomain,
  reportPeriod,
  reportText,
  isReportFault,
  type ReportFault,
} from './report-text.ts';

/** Maximum number of policies in a report. */
export const MAX_TLS_POLICIES = 100;
/** Maximum number of stored failures per policy. The failures with the most sessions are stored. */
export const MAX_TLS_FAILURES = 200;
/** Maximum nesting depth of JSON objects and arrays in a report. RFC 8460 uses five levels. */
export const MAX_TLS_DEPTH = 20;
/** Maximum number of JSON objects and arrays in a report. Enough for 100 policies with 1,000 failures each. */
export const MAX_TLS_NODES = 101_000;

/** A group of sessions that failed for the same reason. */
export interface TlsFailure {
  /** Result type from RFC 8460 section 4.3, such as `certificate-expired`. Empty if the report does not specify it. */
  readonly resultType: string;
  readonly sessions: number;
  readonly sendingIp: string | undefined;
  /** Host name of the receiving server. Empty if the report does not specify it. */
  readonly receivingHost: string;
  /** Additional information from the reporter, which may be a code or text. */
  readonly detail: string;
}

export interface TlsPolicy {
  readonly domain: string;
  readonly policyType: 'tlsa' | 'sts' | 'no-policy-found';
  readonly successful: number;
  readonly failed: number;
  readonly failures: readonly TlsFailure[];
}

/** A TLS report (RFC 8460 section 4.4). */
export interface TlsReport {
  readonly kind: 'tls';
  readonly org: string;
  readonly reportId: string;
  readonly begin: Date;
  readonly end: Date;
  readonly policies: readonly TlsPolicy[];
}

/** Thrown to abort parsing. */
class Refused extends Error {}

/**
 * Parses a TLS report. Returns a fault if the report is not JSON, exceeds a limit, or has a required value that is
 * missing or invalid. If a policy has too many failures, keeps those with the most sessions.
 */
export function parseTlsReport(json: string): TlsReport | ReportFault {
  const isTooMuch = faultOfShape(json);
  if (isTooMuch) return isTooMuch;
  try {
    return reportOf(objectOf(JSON.parse(json)));
  } catch (error) {
    if (error instanceof Refused) return { fault: error.message };
    return { fault: `The report is not JSON: ${reportText((error as Error).message)}` };
  }
}

/**
 * Checks the number and depth of objects before parsing, because nested objects take much more memory than their text.
 */
function faultOfShape(json: string): ReportFault | undefined {
  let depth = 0;
  let nodes = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === BACKSLASH && isText) at += 1;
    else if (character === QUOTE) isText = !isText;
    else if (isText) continue;
    else if (character === OPEN_OBJECT || character === OPEN_LIST) {
      depth += 1;
      nodes += 1;
      if (depth > MAX_TLS_DEPTH)
        return { fault: `The objects of the report are nested deeper than ${MAX_TLS_DEPTH} levels.` };
      if (nodes > MAX_TLS_NODES) return { fault: `The report has more than ${MAX_TLS_NODES} objects.` };
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) depth -= 1;
  }
  return undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

type Fields = Readonly<Record<string, unknown>>;

function reportOf(report: Fields): TlsReport | ReportFault {
  const reportId = reportText(report['report-id']);
  if (reportId === '') return { fault: 'The report has no ID.' };
  const org = reportText(report['organization-name']) || reportText(report['contact-info']);
  if (org === '') return { fault: 'The report does not name the reporting organization.' };
  const range = objectOf(report['date-range']);
  const period = reportPeriod(timeOf(range['start-datetime']), timeOf(range['end-datetime']));
  if (isReportFault(period)) return period;
  const policies = listOf(report['policies']);
  if (policies.length === 0) return { fault: 'The report does not contain any policies.' };
  if (policies.length > MAX_TLS_POLICIES) return { fault: `The report has more than ${MAX_TLS_POLICIES} policies.` };
  return { kind: 'tls', org, reportId, ...period, policies: policies.map((policy) => policyOf(objectOf(policy))) };
}

function policyOf(given: Fields): TlsPolicy {
  const policy = objectOf(given['policy']);
  const domain = reportDomain(policy['policy-domain']);
  if (domain === undefined) throw new Refused('A policy in the report does not contain a valid domain.');
  const policyType = reportText(policy['policy-type']).toLowerCase();
  const summary = objectOf(given['summary']);
  return {
    domain,
    // Unknown policy types are treated as `no-policy-found`.
    policyType: policyType === 'sts' || policyType === 'tlsa' ? policyType : 'no-policy-found',
    successful: countIn(summary, 'total-successful-session-count'),
    failed: countIn(summary, 'total-failure-session-count'),
    failures: listOf(given['failure-details'])
      .map((failure) => failureOf(objectOf(failure)))
      .sort((a, b) => b.sessions - a.sessions)
      .slice(0, MAX_TLS_FAILURES),
  };
}

function failureOf(given: Fields): TlsFailure {
  return {
    resultType: reportText(given['result-type']).toLowerCase(),
    sessions: countIn(given, 'failed-session-count'),
    sendingIp: reportAddress(given['sending-mta-ip']),
    receivingHost: reportDomain(given['receiving-mx-hostname']) ?? '',
    detail: reportText(given['failure-reason-code']) || reportText(given['additional-information']),
  };
}

/** Returns a count. A missing count is 0, because some reporters write only nonzero counts. */
function countIn(fields: Fields, name: string): number {
  const given = fields[name];
  const count = given === undefined || given === null ? 0 : reportCount(given);
  if (count === undefined) throw new Refused(`The ${name} of the report is not a valid count.`);
  return count;
}

function objectOf(given: unknown): Fields {
  // Safe cast: the type of each field is checked when the field is read.
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Fields) : {};
}

function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}

/**
 * Parses an RFC 3339 timestamp, as RFC 8460 section 4.4 requires, to milliseconds since the Unix epoch. A date without
 * a time means midnight UTC. Returns NaN for invalid values.
 */
function timeOf(given: unknown): number {
  return typeof given === 'string' && /^\d{4}-\d{2}-\d{2}/.test(given) ? Date.parse(given) : Number.NaN;
}
