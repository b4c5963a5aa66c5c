import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { pick } from '../../random.ts';
import { below, mutated, odd, type Random } from '../values.ts';
import type { FormField, Said } from './record.ts';

/** Upper bound of the number of repetitions of a form field. It exceeds the maximum number of form parts. */
const MAX_REPEATED = 1_300;
const MIME_LINES = [
  'Content-Type: multipart/mixed; boundary=b1',
  'Content-Type: multipart/alternative; boundary=',
  'Content-Type: text/html; charset=utf-7',
  'Content-Type: text/plain; charset=no-such',
  'Content-Type: message/rfc822',
  'Content-Type: application/pdf; name="=?utf-8?b?////?="',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: x-uuencode',
  'Content-Disposition: attachment; filename*0*=utf-8%ff; filename*1=x',
  'Subject: =?utf-8?q?=FF=FE=00?= =?x?y?z?=',
  'From: a@x.test, b@x.test',
  'To: undisclosed-recipients:;',
  'Cc: group: one@x.test, two@x.test;',
  'Bcc: blind@x.test',
  'Reply-To: <>',
  'Date: not a date',
  'Message-ID: <a\u0000b@x.test>',
  'X-Mailgun-Variables: {"__proto__":{"a":[[[1]]]}}',
  'DKIM-Signature: v=1',
  ' folded from nowhere',
  'no header at all',
  '--b1',
  '--b1--',
  '',
];

/** Returns a copy of a body with a few changes. */
export function mutatedSaid(said: Said, random: Random): Said {
  if (said.kind === 'nothing') return random() < 0.5 ? said : { kind: 'json', value: odd(random) };
  if (said.kind === 'form') return { kind: 'form', fields: mutatedFields(said.fields, random) };
  const inMail = withMail(said.value, (mail) => mutatedMime(mail, random));
  return { kind: 'json', value: inMail !== undefined && random() < 0.7 ? inMail : mutated(said.value, random) };
}

/**
 * Returns a copy of a value in which the Base64-encoded message (`Raw`) is changed. Returns undefined if there is no
 * such message.
 */
function withMail(value: unknown, change: (mail: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const changed =
      name === 'Raw'
        ? { Data: Buffer.from(change(mailIn(inner)), 'latin1').toString('base64') }
        : withMail(inner, change);
    if (changed !== undefined) return { ...value, [name]: changed };
  }
  return undefined;
}

function mailIn(raw: unknown): string {
  const { Data } = Object(raw) as { readonly Data?: unknown };
  return Buffer.from(String(Data), 'base64').toString('latin1');
}

function mutatedFields(fields: readonly FormField[], random: Random): FormField[] {
  let changed = [...fields];
  for (let edits = below(3, random); edits >= 0; edits -= 1) changed = editedFields(changed, random);
  return changed;
}

function editedFields(fields: readonly FormField[], random: Random): FormField[] {
  const at = below(fields.length, random);
  const chosen = fields[at];
  const luck = random();
  if (!chosen || luck < 0.1)
    return [...fields, { name: pick(naughtyStrings, random), value: oddText(random), isFile: false }];
  const others = fields.filter((_, index) => index !== at);
  if (luck < 0.2) return others;
  if (luck < 0.25) return [...others, { ...chosen, name: chosen.name.toUpperCase() }];
  if (luck < 0.3) return [...others, { ...chosen, isFile: !chosen.isFile }];
  if (luck < 0.4) {
    const times = random() < 0.05 ? below(MAX_REPEATED, random) : below(4, random);
    return [
      ...fields,
      ...Array.from({ length: times }, (_, n) => ({ ...chosen, value: chosen.value.replace('@', `${n}@`) })),
    ];
  }
  return fields.map((field, index) => (index === at ? { ...field, value: mutatedText(field, random) } : field));
}

function mutatedText({ name, value }: FormField, random: Random): string {
  if (name === 'message' || name === 'RawMessage.Data') {
    if (name === 'message') return mutatedMime(value, random);
    return Buffer.from(mutatedMime(Buffer.from(value, 'base64').toString('latin1'), random), 'latin1').toString(
      'base64',
    );
  }
  const json = random() < 0.7 ? objectIn(value) : undefined;
  if (json) return JSON.stringify(mutated(json, random)) ?? '';
  return random() < 0.6 ? oddText(random) : spliced(value, random);
}

/**
 * Parses a field that contains a JSON object. Returns undefined for other values, for example one that was already
 * changed.
 */
function objectIn(value: string): unknown {
  if (!value.startsWith('{')) return undefined;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

/** Inserts text, which may be empty, into a string at a random position. */
function spliced(text: string, random: Random): string {
  const at = below(text.length + 1, random);
  return (
    text.slice(0, at) +
    pick([oddText(random).slice(0, 200), '', '\r\n', '\u0000', ',', '"', '<', '%recipient.'], random) +
    text.slice(at)
  );
}

/** Returns text that is invalid for most fields. */
export function oddText(random: Random): string {
  const value = odd(random);
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

function mutatedMime(mail: string, random: Random): string {
  let lines = mail.split('\r\n');
  for (let edits = below(3, random); edits >= 0; edits -= 1) {
    const at = below(lines.length, random);
    const kept = random() < 0.6 ? lines[at] : undefined;
    const line =
      random() < 0.8
        ? pick(MIME_LINES, random)
        : `${pick(['From', 'To', 'Subject', 'X-A', ''], random)}: ${oddText(random)}`;
    lines = [
      ...lines.slice(0, at),
      ...(random() < 0.7 ? [line] : []),
      ...(kept === undefined ? [] : [kept]),
      ...lines.slice(at + 1),
    ];
  }
  if (random() < 0.05) lines = lines.slice(0, below(lines.length, random));
  return lines.join(pick(['\r\n', '\r\n', '\n', '\r'], random));
}
