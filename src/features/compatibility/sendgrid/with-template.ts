import { Refusal } from '../../../base/refusal.ts';
import { isObject } from '../resend/index.ts';
import { fillFromModel, type FilledTemplate } from '../../transactional/templates/index.ts';
import { faultAt, isNothing } from '../fields/index.ts';
import type { VendorParts } from '../vendors/index.ts';
import { nativeName } from './templates.ts';

/**
 * Maximum number of personalizations in a request with a template, because the template is rendered for each of them.
 */
const MAX_FILLED = 100;

/**
 * Splits a request with a template into one request for each personalization, with the rendered content instead of the
 * template. Returns other requests unchanged. Throws validation_error.
 */
export async function withTemplate(
  parts: Pick<VendorParts, 'db' | 'html'>,
  accountId: number,
  body: unknown,
): Promise<readonly unknown[]> {
  if (!isObject(body) || isNothing(body['template_id'])) return [requireNoData(body)];
  const { content, personalizations, subject: own, template_id: template, ...rest } = body;
  if (typeof template !== 'string') throw faultAt('template_id', 'must be a string.');
  if (!isNothing(content))
    throw faultAt('content', 'is not supported with a template, because the template contains this field.');
  if (!Array.isArray(personalizations) || personalizations.length === 0) return [{ ...rest, personalizations }];
  requireFew(personalizations);
  const requests: unknown[] = [];
  for (const [index, given] of personalizations.entries()) {
    const field = `personalizations.${index}.dynamic_template_data`;
    const { data, one } = splitData(given, field);
    const { subject, ...bodies } = await filled(parts, accountId, {
      template: nativeName(template),
      model: data,
      isStrict: false,
      field,
    });
    requests.push({ ...rest, subject: subject || own, content: contentOf(bodies), personalizations: [one] });
  }
  return requests;
}

/** Splits a personalization into its template data and the rest. Throws validation_error. */
function splitData(given: unknown, field: string): { readonly data: Record<string, unknown>; readonly one: unknown } {
  if (!isObject(given)) return { data: {}, one: given };
  const { dynamic_template_data: data = {}, ...one } = given;
  if (!isObject(data)) throw faultAt(field, 'must be an object.');
  return { data, one };
}

function contentOf({ hasOwnText, html, text }: Omit<FilledTemplate, 'subject'>): object[] {
  const bodies = [
    // If the template has no text part, omit the text. It is generated later, from HTML that contains the recipient's
    // unsubscribe link.
    { type: 'text/plain', value: hasOwnText || html === undefined ? text : '' },
    { type: 'text/html', value: html },
  ];
  return bodies.filter(({ value }) => value !== undefined && value !== '');
}

function requireFew(personalizations: readonly unknown[]): void {
  if (personalizations.length <= MAX_FILLED) return;
  throw faultAt(
    'personalizations',
    `must contain at most ${MAX_FILLED} entries with a template, not ${personalizations.length}.`,
  );
}

/** Throws validation_error for template data in a request without a template. */
function requireNoData(body: unknown): unknown {
  const all: unknown = isObject(body) ? body['personalizations'] : undefined;
  for (const [index, one] of (Array.isArray(all) ? all : []).entries()) {
    if (!isObject(one) || isNothing(one['dynamic_template_data'])) continue;
    throw faultAt(`personalizations.${index}.dynamic_template_data`, 'requires `template_id`.');
  }
  return body;
}

async function filled(...args: Parameters<typeof fillFromModel>) {
  try {
    return await fillFromModel(...args);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    throw faultAt('template_id', 'must be the name or the ID of a template. Create the template in the dashboard.');
  }
}
