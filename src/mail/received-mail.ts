/** A part of a received message other than its text. The transfer encoding is already decoded. */
export interface ReceivedPart {
  /** Media type in lowercase, without parameters. */
  readonly mimeType: string;
  readonly filename: string | null;
  readonly content: Uint8Array;
}

/** A received message, split into parts. All content is untrusted. */
export interface ReceivedMail {
  /** First value of each header field, unfolded. The keys are field names in lowercase. */
  readonly headers: ReadonlyMap<string, string>;
  /** The plain text of the message. If it has none, the text of its HTML. */
  readonly text: string;
  readonly parts: readonly ReceivedPart[];
}

/** First value of each field. The keys are field names in lowercase. */
export type Fields = ReadonlyMap<string, string>;

const MAX_FIELDS_BYTES = 256 * 1024;
const MAX_GROUPS = 100;
const MAX_FIELDS = 200;
const MAX_VALUE_CHARACTERS = 4_000;
const MAX_SHOWN_CHARACTERS = 1_000;
const FIELD = /^([!-9;-~]{1,100})[ \t]*:(.*)$/s;

/**
 * Parses the field groups of a machine-readable part (RFC 3464 section 2.1.1, RFC 5965 section 3). Empty lines separate
 * the groups. Reads at most 256 KB, 100 groups, and 200 fields per group, and truncates values to 4,000 characters.
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

/**
 * Returns the header of a returned message (message/rfc822, text/rfc822-headers, and the types of RFC 6533) as text of
 * at most 256 KB, or '' if there is no such part.
 */
export function returnedHeader({ parts }: ReceivedMail): string {
  const part = parts.find(({ mimeType }) =>
    ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'].includes(mimeType),
  );
  if (!part) return '';
  const text = Buffer.from(part.content.subarray(0, MAX_FIELDS_BYTES)).toString('utf8').replace(/^\s+/, '');
  const end = /\r?\n\r?\n/.exec(text)?.index;
  return end === undefined ? text : text.slice(0, end);
}

/** Sanitizes untrusted text for storage and display: one line, no control characters, at most 1,000 characters. */
export function shownWords(text: string): string {
  return text
    .slice(0, MAX_SHOWN_CHARACTERS * 2)
    .replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, MAX_SHOWN_CHARACTERS)
    .toWellFormed();
}

/**
 * Adds a field to a group and returns the field's name, so that continuation lines can be added. Returns undefined if
 * the field is ignored, because it is repeated or the group is full.
 */
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
