/** A part of a received mail that is none of its texts, its transfer encoding undone. */
export interface ReceivedPart {
  /** In lower case, without parameters. */
  readonly mimeType: string;
  readonly filename: string | null;
  readonly content: Uint8Array;
}

/** A received mail, split into its parts; everything in it was written by strangers. */
export interface ReceivedMail {
  /** First value of each field by its name in lower case, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  /** Its plain texts, one after the other; that of an HTML part where there is no plain one. */
  readonly text: string;
  readonly parts: readonly ReceivedPart[];
}

/** Fields by their names in lower case, the first value of each. */
export type Fields = ReadonlyMap<string, string>;

const MAX_FIELDS_BYTES = 256 * 1024;
const MAX_GROUPS = 100;
const MAX_FIELDS = 200;
const MAX_VALUE_CHARACTERS = 4_000;
const MAX_SHOWN_CHARACTERS = 1_000;
const FIELD = /^([!-9;-~]{1,100})[ \t]*:(.*)$/s;

/**
 * The groups of fields of a machine-readable part (RFC 3464 section 2.1.1, RFC 5965 section 3), separated by empty lines.
 * Looks at 256 KB, 100 groups and 200 fields a group at most, and cuts a value after 4,000 characters.
 */
export function fieldGroups(content: Uint8Array): Fields[] {
  const text = Buffer.from(content.subarray(0, MAX_FIELDS_BYTES)).toString('utf8');
  const groups: Map<string, string>[] = [];
  let group: Map<string, string> | undefined;
  let name: string | undefined;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.trim() === '') {
      [group, name] = [undefined, undefined];
      continue;
    }
    if (/^[ \t]/.test(line)) {
      if (group && name !== undefined) append(group, name, line);
      continue;
    }
    const [, found, value = ''] = FIELD.exec(line) ?? [];
    if (found === undefined) continue;
    if (!group) {
      if (groups.length === MAX_GROUPS) break;
      group = new Map();
      groups.push(group);
    }
    name = begin(group, found.toLowerCase(), value);
  }
  return groups;
}

/** The header of a returned mail (message/rfc822, text/rfc822-headers) as text, 256 KB of it at most; '' when there is none. */
export function returnedHeader({ parts }: ReceivedMail): string {
  const part = parts.find(({ mimeType }) =>
    ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'].includes(mimeType),
  );
  if (!part) return '';
  const text = Buffer.from(part.content.subarray(0, MAX_FIELDS_BYTES)).toString('utf8').replace(/^\s+/, '');
  const end = /\r?\n\r?\n/.exec(text)?.index;
  return end === undefined ? text : text.slice(0, end);
}

/** Words of strangers as they may be stored and shown: one line, no control characters, 1,000 characters at most. */
export function shownWords(text: string): string {
  return text
    .slice(0, MAX_SHOWN_CHARACTERS * 2)
    .replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, MAX_SHOWN_CHARACTERS)
    .toWellFormed();
}

/** The name under which continuation lines go on; undefined for a field that counts no more. */
function begin(group: Map<string, string>, name: string, value: string): string | undefined {
  if (group.has(name) || group.size === MAX_FIELDS) return undefined;
  group.set(name, value.trim().slice(0, MAX_VALUE_CHARACTERS));
  return name;
}

function append(group: Map<string, string>, name: string, line: string): void {
  const value = group.get(name) ?? '';
  if (value.length < MAX_VALUE_CHARACTERS) {
    group.set(name, `${value} ${line.trim()}`.slice(0, MAX_VALUE_CHARACTERS));
  }
}
