import { invalid } from '../../../base/refusal.ts';
import { isAbsent, isObject } from '../resend/index.ts';
import { rejectionOf, type Names } from '../fields/index.ts';
import { CODES, failure } from './failure.ts';
import { SEND_MESSAGE } from './operations.ts';

/** Properties of a JSON object, keyed by lowercase name, without null values. */
export type Fields = ReadonlyMap<string, unknown>;

const TEMPLATES = new Set(['templateid', 'templatealias', 'templatemodel', 'inlinecss']);

/** Returns the error for template properties in a request to an endpoint without templates. */
export function noTemplates() {
  return failure(
    CODES.templates,
    'To send email with a template, use /email/withTemplate or /email/batchWithTemplates.',
  );
}

/**
 * Returns the known properties of an object, ignoring the case of their names. Throws if the value is not an object, or
 * if it contains templates or unknown properties, so that no part of a request is silently ignored.
 */
export function readFields(given: unknown, names: Names, at = ''): Fields {
  if (!isObject(given) && at !== '') throw invalid({ [at]: ['must be an object.'] });
  if (!isObject(given)) throw failure(CODES.jsonRequired, 'The request body must be a JSON object.');
  const inLowerCase = lowerCased(names);
  const fields = new Map<string, unknown>();
  const unknown: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (isAbsent(value)) continue;
    if (TEMPLATES.has(lower)) throw noTemplates();
    const sentence = rejectionOf(inLowerCase, lower, value);
    if (sentence === undefined) fields.set(lower, value);
    else unknown[at === '' ? name : `${at}.${name}`] = [sentence];
  }
  if (Object.keys(unknown).length > 0) throw invalid(unknown);
  return fields;
}

function lowerCased({ ignored = {}, refused = {}, taken }: Names): Names {
  const lower = (sentences: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(sentences).map(([name, sentence]) => [name.toLowerCase(), sentence]));
  return { taken: taken.map((name) => name.toLowerCase()), ignored: lower(ignored), refused: lower(refused) };
}

/** Returns a string, or undefined if the property is absent. Throws for other types. */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields.get(name.toLowerCase());
  if (value === undefined || typeof value === 'string') return value;
  throw invalid({ [name]: ['must be a string.'] });
}

/** Returns a boolean, or false if the property is absent. Throws for other types. */
export function flagIn(fields: Fields, name: string): boolean {
  const value = fields.get(name.toLowerCase()) ?? false;
  if (typeof value === 'boolean') return value;
  throw invalid({ [name]: ['must be true or false.'] });
}

/** Returns the names and values in an array of objects. Throws for other types. */
export function pairsIn(fields: Fields, name: string): [name: string, value: string][] {
  const given = fields.get(name.toLowerCase()) ?? [];
  if (!Array.isArray(given)) throw invalid({ [name]: ['must be an array of objects with Name and Value.'] });
  return given.map((each: unknown): [string, string] => {
    const pair = readFields(each, SEND_MESSAGE.objects.Headers);
    const key = textIn(pair, 'Name');
    if (key === undefined) throw invalid({ [name]: ['must be an array of objects with Name and Value.'] });
    return [key, textIn(pair, 'Value') ?? ''];
  });
}
