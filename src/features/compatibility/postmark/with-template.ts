import { invalid, Refusal } from '../../../base/refusal.ts';
import { isAbsent, isObject } from '../resend/index.ts';
import { fillFromModel } from '../../transactional/templates/index.ts';
import type { VendorParts } from '../vendors/index.ts';
import { CODES, failure } from './failure.ts';

const OF_TEMPLATE = new Set(['templateid', 'templatealias', 'templatemodel', 'inlinecss']);
const OF_CONTENT = new Set(['subject', 'htmlbody', 'textbody']);

/**
 * Replaces the template of a message with its content. Throws the vendor's error for an unknown template. Throws
 * validation_error if the message also has its own content, or for values that the template cannot use.
 */
export async function withTemplate(
  parts: Pick<VendorParts, 'db' | 'html'>,
  accountId: number,
  given: unknown,
): Promise<unknown> {
  if (!isObject(given)) throw failure(CODES.jsonRequired, 'The request body must be a JSON object.');
  const entries = Object.entries(given);
  const own = new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, value] of entries) {
    if (!OF_CONTENT.has(name.toLowerCase()) || isAbsent(value)) continue;
    throw invalid({ [name]: ['is not supported with a template, because the template contains this field.'] });
  }
  const { hasOwnText, html, subject, text } = await filled(parts, accountId, own);
  const rest = entries.filter(([name]) => !OF_TEMPLATE.has(name.toLowerCase()));
  // If the template has no text part, omit the text. It is generated later, from HTML that contains the recipient's
  // unsubscribe link.
  const bodies = hasOwnText || html === undefined ? { HtmlBody: html, TextBody: text } : { HtmlBody: html };
  return { ...Object.fromEntries(rest), Subject: subject, ...bodies };
}

async function filled(parts: Pick<VendorParts, 'db' | 'html'>, accountId: number, own: ReadonlyMap<string, unknown>) {
  const named = [own.get('templatealias'), own.get('templateid')].find((value) => !isAbsent(value));
  if (typeof named !== 'string' && typeof named !== 'number') {
    throw invalid({ TemplateAlias: ['or TemplateId is required.'] });
  }
  const model = own.get('templatemodel') ?? {};
  if (!isObject(model)) throw invalid({ TemplateModel: ['must be an object.'] });
  try {
    const template = String(named);
    return await fillFromModel(parts, accountId, { template, model, isStrict: false, field: 'TemplateModel' });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    throw failure(CODES.templates, `${error.details.message ?? ''} ${error.details.fix ?? ''}`);
  }
}
