import { invalid } from '../../../base/refusal.ts';
import type { FormPart } from '../../../http/form-parts.ts';
import { shown } from '../../../http/shown.ts';
import { rejectionOf } from '../fields/index.ts';
import type { StorableFile } from '../../transactional/messages/index.ts';
import { checkedFile } from '../vendors/index.ts';
import { SEND_MESSAGE } from './operations.ts';

/**
 * Fields of a request, keyed by name, with the values in order. Empty fields and placeholders for empty values are
 * omitted.
 */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** Matches the prefix of custom headers (`h:`) and variables (`v:`). All fields with the same prefix share one rule. */
const FAMILY = /^[hv]:(?=.)/;

/** Placeholders that frameworks send for empty values. */
const NOTHING = new Set(['', 'undefined', 'null']);

/**
 * Returns the fields of a form. Throws validation_error for unsupported and unknown fields, so that no field is
 * silently ignored.
 */
export function readFields(parts: readonly FormPart[]): Fields {
  const fields = new Map<string, string[]>();
  const errors: Record<string, string[]> = {};
  for (const { file, name, value } of parts) {
    const isFile = file !== undefined && name !== 'message';
    if (isFile ? file.length === 0 : file === undefined && NOTHING.has(value.trim())) continue;
    const fault = faultOf(name, value, isFile);
    if (fault === undefined) fields.set(name, [...(fields.get(name) ?? []), value]);
    else errors[shown(name)] = [fault];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return fields;
}

/** Returns the reason why a field is rejected, or undefined if it is accepted. */
export function faultOf(name: string, value: string, isFile: boolean): string | undefined {
  const isForFiles = name === 'attachment' || name === 'inline';
  if (isFile !== isForFiles)
    return isFile ? 'must not be a file. Use attachment or inline for files.' : 'must be a file.';
  return rejectionOf(SEND_MESSAGE.objects[''], FAMILY.exec(name)?.[0] ?? name, { enable: isOn(value) });
}

/** Returns the files of a form. As in Mailgun, the Content-ID of an inline image is its file name. */
export function filesIn(parts: readonly FormPart[]): StorableFile[] {
  const given = parts.filter(({ file, name }) => file !== undefined && file.length > 0 && name !== 'message');
  return given.map(({ file = Buffer.alloc(0), fileName, name, type }) => {
    const isInline = name === 'inline';
    const words = { name: fileName, type, ...(isInline && { contentId: fileName }), content: file };
    return checkedFile({ ...words, place: isInline ? 'inline' : 'attachment' }, name, {
      name: 'filename',
      type: 'content-type',
      contentId: 'filename',
    });
  });
}

function isOn(value: string): boolean {
  return ['yes', 'true', 'htmlonly'].includes(value.toLowerCase());
}

/** Returns the only value of a field. Throws validation_error if the field is repeated. */
export function one(fields: Fields, name: string): string | undefined {
  const values = fields.get(name) ?? [];
  if (values.length > 1) throw invalid({ [name]: ['must not be repeated.'] });
  return values[0];
}

/** Returns the fields whose names start with a prefix, with the prefix removed. */
export function prefixed(fields: Fields, prefix: string): [name: string, value: string][] {
  return [...fields].flatMap(([name, values]): [string, string][] =>
    name.startsWith(prefix) ? values.map((value) => [name.slice(prefix.length), value]) : [],
  );
}

/** Returns whether a switch is on, or undefined if the switch is absent. Throws validation_error for invalid values. */
export function flag(fields: Fields, name: string): boolean | undefined {
  const value = one(fields, name);
  if (value === undefined) return undefined;
  if (isOn(value)) return true;
  if (['no', 'false'].includes(value.toLowerCase())) return false;
  throw invalid({ [name]: ['must be yes or no.'] });
}
