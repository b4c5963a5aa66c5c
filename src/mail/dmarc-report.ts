import { SaxesParser } from 'saxes';
import {
  reportAddress,
  reportCount,
  reportDomain,
  reportPeriod,
  reportText,
  isReportFault,
  MAX_REPORT_TEXT_CHARACTERS,
  type ReportFault,
} from './report-text.ts';

/** Maximum number of rows with different sources or results. */
export const MAX_DMARC_ROWS = 5_000;
/** Maximum nesting depth of elements. RFC 7489 needs six levels. */
export const MAX_DMARC_DEPTH = 20;

/** Action that the receiver took, in the terms of DMARC policies. */
export type Disposition = 'none' | 'quarantine' | 'reject';

/** Messages from one source with the same result. */
export interface DmarcRow {
  readonly sourceIp: string;
  readonly messages: number;
  readonly disposition: Disposition;
  /** Whether DKIM passed for a domain that is aligned with the From domain. */
  readonly dkimAligned: boolean;
  readonly spfAligned: boolean;
  /** Domain in the From header field. Empty if the report does not specify it. */
  readonly headerFrom: string;
}

/** A DMARC aggregate report (RFC 7489 appendix C, RFC 9990). */
export interface DmarcReport {
  readonly kind: 'dmarc';
  readonly org: string;
  readonly reportId: string;
  readonly begin: Date;
  readonly end: Date;
  /** The domain whose policy was applied. */
  readonly domain: string;
  /** One row for each combination of source and result. */
  readonly rows: readonly DmarcRow[];
}

/** Report fields that are read, as paths below the root element. */
const REPORT_FIELDS = new Set([
  'report_metadata/org_name',
  'report_metadata/email',
  'report_metadata/report_id',
  'report_metadata/date_range/begin',
  'report_metadata/date_range/end',
  'policy_published/domain',
]);
const RECORD_FIELDS = new Set([
  'record/row/source_ip',
  'record/row/count',
  'record/row/policy_evaluated/disposition',
  'record/row/policy_evaluated/dkim',
  'record/row/policy_evaluated/spf',
  'record/identifiers/header_from',
]);
/** Number of characters after which the rest of a field is ignored. */
const MAX_FIELD_CHARACTERS = 4 * MAX_REPORT_TEXT_CHARACTERS;
/** Number of characters that are passed to the parser at a time. */
const CHUNK_CHARACTERS = 65_536;

/** Thrown inside the parser to abort parsing. */
class Refused extends Error {}

/**
 * Parses an aggregate report. Returns a fault if the report is malformed, lacks a required value, exceeds a limit, or
 * has a document type, which could define entities.
 */
export function parseDmarcReport(xml: string): DmarcReport | ReportFault {
  const reader = createReader();
  try {
    for (let at = 0; at < xml.length; at += CHUNK_CHARACTERS) reader.write(xml.slice(at, at + CHUNK_CHARACTERS));
    reader.close();
  } catch (error) {
    if (error instanceof Refused) return { fault: error.message };
    return { fault: `The report is not well-formed XML: ${reportText((error as Error).message)}` };
  }
  return reportOf(reader.fields, [...reader.rows.values()]);
}

interface Reader {
  readonly fields: ReadonlyMap<string, string>;
  readonly rows: ReadonlyMap<string, DmarcRow>;
  write(part: string): void;
  close(): void;
}

function createReader(): Reader {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const fields = new Map<string, string>();
  const record = new Map<string, string>();
  const rows = new Map<string, DmarcRow>();
  const path: string[] = [];
  let field: string | undefined;

  function take(text: string): void {
    if (field === undefined) return;
    const values = RECORD_FIELDS.has(field) ? record : fields;
    const value = values.get(field) ?? '';
    if (value.length < MAX_FIELD_CHARACTERS) values.set(field, value + text.slice(0, MAX_FIELD_CHARACTERS));
  }

  parser.on('doctype', () => {
    throw new Refused('The report has a document type declaration, which is not allowed in reports.');
  });
  parser.on('opentag', ({ name }) => {
    if (path.length >= MAX_DMARC_DEPTH)
      throw new Refused(`The elements of the report are nested deeper than ${MAX_DMARC_DEPTH} levels.`);
    path.push(withoutPrefix(name));
    if (path.length === 1 && path[0] !== 'feedback')
      throw new Refused('The root element of the report is not "feedback".');
    const below = path.slice(1).join('/');
    field = REPORT_FIELDS.has(below) || RECORD_FIELDS.has(below) ? below : undefined;
  });
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    field = undefined;
    if (path.length === 2 && path[1] === 'record') {
      addRow(rows, record);
      record.clear();
    }
    path.pop();
  });
  return { fields, rows, write: (part) => void parser.write(part), close: () => void parser.close() };
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** Adds a record to the rows. Merges records that differ only in their count or in data that is not stored. */
function addRow(rows: Map<string, DmarcRow>, record: ReadonlyMap<string, string>): void {
  const row = rowOf(record);
  const { dkimAligned, disposition, headerFrom, sourceIp, spfAligned } = row;
  const key = [sourceIp, disposition, dkimAligned, spfAligned, headerFrom].join(' ');
  const known = rows.get(key);
  if (!known && rows.size >= MAX_DMARC_ROWS)
    throw new Refused(`The report has more than ${MAX_DMARC_ROWS} different rows.`);
  const messages = reportCount((known?.messages ?? 0) + row.messages);
  if (messages === undefined) throw new Refused('The message counts in the report are too large.');
  rows.set(key, { ...row, messages });
}

function rowOf(record: ReadonlyMap<string, string>): DmarcRow {
  const result = (name: string): string =>
    (record.get(`record/row/policy_evaluated/${name}`) ?? '').trim().toLowerCase();
  const sourceIp = reportAddress(record.get('record/row/source_ip'));
  if (sourceIp === undefined) throw new Refused('The source in a row of the report is not an IP address.');
  const messages = reportCount(record.get('record/row/count'));
  if (messages === undefined) throw new Refused('A row of the report has no valid count.');
  const disposition = result('disposition');
  return {
    sourceIp,
    messages,
    // In RFC 9990, "pass" means that the message passed. The receiver took no action, as with "none".
    disposition: disposition === 'quarantine' || disposition === 'reject' ? disposition : 'none',
    dkimAligned: result('dkim') === 'pass',
    spfAligned: result('spf') === 'pass',
    headerFrom: reportDomain(record.get('record/identifiers/header_from')) ?? '',
  };
}

function reportOf(fields: ReadonlyMap<string, string>, rows: readonly DmarcRow[]): DmarcReport | ReportFault {
  const domain = reportDomain(fields.get('policy_published/domain'));
  if (domain === undefined) return { fault: 'The report does not contain a valid domain.' };
  const reportId = reportText(fields.get('report_metadata/report_id'));
  if (reportId === '') return { fault: 'The report has no ID.' };
  const org = reportText(fields.get('report_metadata/org_name')) || reportText(fields.get('report_metadata/email'));
  if (org === '') return { fault: 'The report does not name the reporting organization.' };
  const period = reportPeriod(
    secondsToMs(fields.get('report_metadata/date_range/begin')),
    secondsToMs(fields.get('report_metadata/date_range/end')),
  );
  if (isReportFault(period)) return period;
  return { kind: 'dmarc', org, reportId, ...period, domain, rows };
}

function secondsToMs(given: string | undefined): number {
  const seconds = given?.trim() ?? '';
  return /^\d{1,12}$/.test(seconds) ? Number(seconds) * 1_000 : Number.NaN;
}
