import { invalid } from '../../../base/refusal.ts';
import { isObject, scalarText } from '../resend/index.ts';
import { faultOf, type Fields } from './fields.ts';

/** Options whose header names differ from their field names. */
const FIELD_OF: Readonly<Record<string, string>> = {
  'drop-message': 'o:testmode',
  'deliver-by': 'o:deliverytime',
  track: 'o:tracking',
  'track-opens': 'o:tracking-opens',
  'track-clicks': 'o:tracking-clicks',
};
const OPTION = /^x-mailgun-(.+)$/i;

/**
 * Adds the options in X-Mailgun headers to the fields of a request. Fields take precedence, but tags are combined. `at`
 * is the field that contains the headers. Throws validation_error for unsupported options.
 */
export function withOptionHeaders(
  fields: Fields,
  headers: readonly (readonly [name: string, value: string])[],
  at: string,
): Fields {
  const all = new Map(fields);
  for (const [name, value] of headers) {
    const [, option] = OPTION.exec(name.toLowerCase()) ?? [];
    for (const [field, each] of option === undefined ? [] : optionsOf(option, value, at)) {
      const fault = faultOf(field, each, false);
      if (fault !== undefined) throw invalid({ [at]: [`contains the header ${name}: ${field} ${fault}`] });
      if (field === 'o:tag') all.set(field, [...(all.get(field) ?? []), each]);
      else if (!fields.has(field)) all.set(field, [each]);
    }
  }
  return all;
}

function optionsOf(option: string, value: string, at: string): [field: string, value: string][] {
  if (option !== 'variables') return [[FIELD_OF[option] ?? `o:${option}`, value]];
  return variablesOf(value, at).map(([name, each]) => [`v:${name}`, each]);
}

function variablesOf(text: string, at: string): [string, string][] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notVariables(at, 'JSON');
  }
  if (!isObject(value)) throw notVariables(at, 'an object');
  return Object.entries(value).map(([name, each]) => [name, scalarText(each) ?? written(each, at)]);
}

/** Formats an array or object as JSON. Throws validation_error for values that are nested too deeply. */
function written(value: unknown, at: string): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw notVariables(at, 'JSON with fewer nested levels');
  }
}

function notVariables(at: string, what: string) {
  return invalid({ [at]: [`has an invalid X-Mailgun-Variables header. The header must be ${what}.`] });
}
