import { invalid } from '../../../base/refusal.ts';
import { isAbsent, isObject } from '../resend/index.ts';
import { CODES, failure } from './failure.ts';

/** The members of a JSON object by their names in lower case; those of nothing are left out. */
export type Fields = ReadonlyMap<string, unknown>;

const TEMPLATES = new Set(['templateid', 'templatealias', 'templatemodel', 'inlinecss']);

/** The refusal of whatever needs templates. */
export function noTemplates() {
  return failure(CODES.templates, 'Templates are not supported. Use HtmlBody or TextBody instead.');
}

/**
 * The members of an object, of those that are known. Throws for what is no object, for templates, and for members that are not
 * known: nothing that a client asked for is left out in silence.
 */
export function readFields(given: unknown, known: readonly string[]): Fields {
  if (!isObject(given)) throw failure(CODES.jsonRequired, 'The request body must be a JSON object.');
  const names = new Set(known.map((name) => name.toLowerCase()));
  const fields = new Map<string, unknown>();
  const unknown: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (isAbsent(value)) continue;
    if (TEMPLATES.has(lower)) throw noTemplates();
    if (names.has(lower)) fields.set(lower, value);
    else unknown[name] = ['is not supported.'];
  }
  if (Object.keys(unknown).length > 0) throw invalid(unknown);
  return fields;
}

/** A text; undefined where it is not given. Throws for anything else. */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields.get(name.toLowerCase());
  if (value === undefined || typeof value === 'string') return value;
  throw invalid({ [name]: ['must be a string.'] });
}

/** A truth value; false where it is not given. Throws for anything else. */
export function flagIn(fields: Fields, name: string): boolean {
  const value = fields.get(name.toLowerCase()) ?? false;
  if (typeof value === 'boolean') return value;
  throw invalid({ [name]: ['must be true or false.'] });
}

/** Names with values, as a list of objects holds them. Throws for anything else. */
export function pairsIn(fields: Fields, name: string): [name: string, value: string][] {
  const given = fields.get(name.toLowerCase()) ?? [];
  if (!Array.isArray(given)) throw invalid({ [name]: ['must be an array of objects with Name and Value.'] });
  return given.map((each: unknown): [string, string] => {
    const pair = readFields(each, ['Name', 'Value']);
    const key = textIn(pair, 'Name');
    if (key === undefined) throw invalid({ [name]: ['must be an array of objects with Name and Value.'] });
    return [key, textIn(pair, 'Value') ?? ''];
  });
}
