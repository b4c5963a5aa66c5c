import { csvRecord } from '../../../http/csv.ts';
import type { ExportedContact } from './read.ts';

export const FORMATS = ['csv', 'json', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

/** Converts contacts to a file format. */
export interface Writer {
  readonly contentType: string;
  begin(): string;
  write(contact: ExportedContact): string;
  end(): string;
}

/** CSV columns that precede the account's custom fields. */
const COLUMNS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'language',
  'timezone',
  'status',
  'lists',
  'tags',
  'ip_address',
  'unsubscribed_at',
  'bounced_at',
  'invalid_at',
  'confirmed_at',
  'last_sent_at',
  'last_opened_at',
  'last_clicked_at',
  'created_at',
  'updated_at',
] as const;

/** CSV headings that an import does not treat as custom fields. */
const TAKEN_HEADINGS: ReadonlySet<string> = new Set([...COLUMNS, 'ip', 'form_id']);

/** Returns the writer for a format. A CSV file has a column for each custom field, named after the field. Pure. */
export function writerOf(format: Format, fieldNames: readonly string[]): Writer {
  if (format === 'csv') return csvWriter(fieldNames);
  return format === 'json' ? jsonWriter() : LINES;
}

function csvWriter(fieldNames: readonly string[]): Writer {
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    begin: () => csvRecord([...COLUMNS, ...fieldNames.map(headingOf)]),
    write: (contact) => csvRecord(cellsOf(contact, fieldNames)),
    end: () => '',
  };
}

/**
 * Returns the name of a field, or a name such as `field:status` if a built-in column has the same name. Imports accept
 * both.
 */
function headingOf(fieldName: string): string {
  return TAKEN_HEADINGS.has(fieldName) ? `field:${fieldName}` : fieldName;
}

function cellsOf(contact: ExportedContact, fieldNames: readonly string[]): string[] {
  const values = new Map(contact.contact_fields.map(({ name, value }) => [name, value]));
  const cells = COLUMNS.map((column) => {
    if (column === 'lists' || column === 'tags') return namesCell(contact[column].map(({ name }) => name));
    return String(contact[column] ?? '');
  });
  return [...cells, ...fieldNames.map((name) => values.get(name) ?? '')];
}

/** Formats names as one cell that imports can parse. Names that contain a separator or a quotation mark are quoted. */
function namesCell(names: readonly string[]): string {
  return names.map((name) => (/[,;|"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ');
}

function jsonWriter(): Writer {
  let isFirst = true;
  return {
    contentType: 'application/json; charset=utf-8',
    begin: () => '[',
    write(contact) {
      const text = `${isFirst ? '' : ','}${JSON.stringify(contact)}`;
      isFirst = false;
      return text;
    },
    end: () => ']',
  };
}

const LINES: Writer = {
  contentType: 'application/x-ndjson; charset=utf-8',
  begin: () => '',
  write: (contact) => `${JSON.stringify(contact)}\n`,
  end: () => '',
};
