import { invalid } from '../../../base/refusal.ts';
import type { FormPart } from '../../../http/form-parts.ts';
import { shown } from '../../../http/shown.ts';

/**
 * Fields of a request, keyed by name, with the values in order. Empty fields and placeholders for empty values are
 * omitted.
 */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** Unsupported Mailgun fields that would change the content or the delivery time of an email. */
const REFUSED: Readonly<Record<string, string>> = {
  attachment: 'Attachments are not supported. Link to the file instead.',
  inline: 'Attachments are not supported. Link to the image instead.',
  'amp-html': 'AMP is not supported. Use html and text instead.',
  template: 'Templates are not supported. Use html or text instead.',
  'o:deliver-within': 'Scheduling is not supported. Send the request when the email should be sent.',
  'o:deliverytime-optimize-period': 'Scheduling is not supported. Send the request when the email should be sent.',
  'o:time-zone-localize': 'Scheduling is not supported. Send the request when the email should be sent.',
};

/** Options that are accepted but have no effect. */
const WITHOUT_EFFECT = new Set([
  'o:dkim',
  'o:require-tls',
  'o:skip-verification',
  'o:sending-ip',
  'o:sending-ip-pool',
  'o:secondary-dkim',
  'o:secondary-dkim-public',
  'o:campaign',
  'o:tracking-pixel-location-top',
  'o:suppress-headers',
  'o:archive-to',
]);

const KNOWN = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'html',
  'text',
  'message',
  'recipient-variables',
  'o:tag',
  'o:tracking',
  'o:tracking-opens',
  'o:tracking-clicks',
  'o:testmode',
  'o:deliverytime',
]);

/** Placeholders that frameworks send for empty values. */
const NOTHING = new Set(['', 'undefined', 'null']);

/**
 * Returns the fields of a form. Throws validation_error for unsupported and unknown fields, so that no request is
 * silently ignored.
 */
export function readFields(parts: readonly FormPart[]): Fields {
  const fields = new Map<string, string[]>();
  const errors: Record<string, string[]> = {};
  for (const { file, name, value } of parts) {
    const isFile = file !== undefined && name !== 'message';
    if (isFile ? file.length === 0 : file === undefined && NOTHING.has(value.trim())) continue;
    const fault = faultOf(name, isFile);
    if (fault === undefined) fields.set(name, [...(fields.get(name) ?? []), value]);
    else errors[shown(name)] = [fault];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return fields;
}

function faultOf(name: string, isFile: boolean): string | undefined {
  const refused = name.startsWith('t:') ? REFUSED['template'] : REFUSED[name];
  if (refused !== undefined) return refused;
  if (isFile) return REFUSED['attachment'];
  if (KNOWN.has(name) || WITHOUT_EFFECT.has(name) || /^[hv]:./.test(name)) return undefined;
  return 'is not supported.';
}

/** Returns the only value of a field. Throws validation_error if the field is repeated. */
export function one(fields: Fields, name: string): string | undefined {
  const values = fields.get(name) ?? [];
  if (values.length > 1) throw invalid({ [name]: ['must not be repeated.'] });
  return values[0];
}

/** Returns the fields with a prefix, without the prefix. */
export function prefixed(fields: Fields, prefix: string): [name: string, value: string][] {
  return [...fields].flatMap(([name, values]): [string, string][] =>
    name.startsWith(prefix) ? values.map((value) => [name.slice(prefix.length), value]) : [],
  );
}

/** Returns whether a switch is on, or undefined if the switch is absent. Throws validation_error for invalid values. */
export function flag(fields: Fields, name: string): boolean | undefined {
  const value = one(fields, name)?.toLowerCase();
  if (value === undefined) return undefined;
  if (['yes', 'true', 'htmlonly'].includes(value)) return true;
  if (['no', 'false'].includes(value)) return false;
  throw invalid({ [name]: ['must be yes or no.'] });
}
