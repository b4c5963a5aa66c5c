import { invalid, Refusal } from '../../../base/refusal.ts';
import { isObject } from '../resend/index.ts';
import { fillFromModel } from '../../transactional/templates/index.ts';
import type { VendorParts } from '../vendors/index.ts';
import { one, prefixed, type Fields } from './fields.ts';

/** Fields that select and fill in a template. */
const OWN = new Set(['template', 't:variables', 't:version']);

/**
 * Replaces the template named in the fields with its content. The message's custom variables are also available as
 * template values. Throws validation_error.
 */
export async function withTemplate(
  parts: Pick<VendorParts, 'db' | 'html'>,
  accountId: number,
  fields: Fields,
): Promise<Fields> {
  const template = one(fields, 'template');
  if (template === undefined) {
    for (const name of ['t:variables', 't:version'])
      if (fields.has(name)) throw invalid({ [name]: ['requires `template`.'] });
    return fields;
  }
  for (const name of ['html', 'text']) {
    if (fields.has(name))
      throw invalid({ [name]: ['is not supported with a template, because the template contains this field.'] });
  }
  const version = one(fields, 't:version');
  const model = { ...Object.fromEntries(prefixed(fields, 'v:')), ...variablesIn(one(fields, 't:variables')) };
  const { html, subject, text } = await filled(parts, accountId, {
    template,
    version: version === undefined ? undefined : { name: version, field: 't:version' },
    model,
    isStrict: false,
    field: 't:variables',
  });
  return new Map([
    ...[...fields].filter(([name]) => !OWN.has(name)),
    ...(fields.has('subject') ? [] : [['subject', [subject]] as const]),
    ...(html === undefined ? [] : [['html', [html]] as const]),
    ['text', [text]] as const,
  ]);
}

function variablesIn(given = '{}'): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    throw invalid({ 't:variables': ['is not valid JSON.'] });
  }
  if (!isObject(value)) throw invalid({ 't:variables': ['must be an object.'] });
  return value;
}

async function filled(...args: Parameters<typeof fillFromModel>) {
  try {
    return await fillFromModel(...args);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    throw invalid({ template: ['must be the name or the ID of a template. Create the template in the dashboard.'] });
  }
}
