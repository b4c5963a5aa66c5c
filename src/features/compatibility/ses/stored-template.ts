import { invalid, Refusal } from '../../../base/refusal.ts';
import { fillFromModel, tryContent } from '../../transactional/templates/index.ts';
import { faultAt } from '../fields/index.ts';
import { liquidOf } from '../template-conversion/index.ts';
import type { VendorParts } from '../vendors/index.ts';
import type { Mail } from './mail.ts';

type Texts = Readonly<Partial<Record<'html' | 'subject' | 'text', string | undefined>>>;

/** A stored template by its name, or the content of a template in Liquid. `at` is its path in the request. */
export type Fillable = { readonly at: string } & ({ readonly template: string } | { readonly content: Texts });

/** Renders a template with the given values. Throws validation_error, for example if a value is missing. */
export type FillTemplate = (
  given: Fillable,
  model: Readonly<Record<string, unknown>>,
  field: string,
) => Promise<Pick<Mail, 'html' | 'subject' | 'text'>>;

/** The placeholder for the unsubscribe link, which is replaced when the email is sent. */
const literals = { amazonSESUnsubscribeUrl: '{% raw %}{{amazonSESUnsubscribeUrl}}{% endraw %}' };

/** Converts a stored template to Liquid. Throws a validation_error on `field`. */
export function storedLiquid(text: string, field: string): string {
  return liquidOf(text, field, { literals });
}

/** Converts a template in a request to Liquid. Its values are not escaped. Throws a validation_error on `field`. */
export function inlineLiquid(text: string, field: string): string {
  return liquidOf(text, field, { literals, isRaw: true });
}

export function templateFiller(parts: Pick<VendorParts, 'db' | 'html'>, accountId: number): FillTemplate {
  return async (given, model, field) => {
    if ('content' in given) return filledContent(parts, accountId, given, { model, isStrict: true, field });
    const { at, template } = given;
    try {
      const filled = await fillFromModel(parts, accountId, { template, model, isStrict: true, field });
      const { hasOwnText, html, subject, text } = filled;
      // If the template has no text part, omit the text. It is generated later, from HTML that contains the recipient's
      // unsubscribe link.
      return { html, subject, text: hasOwnText || html === undefined ? text : undefined };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
      throw faultAt(at, `must be the name of a template. No template has the name ${template}.`);
    }
  };
}

const FIELDS: Readonly<Record<string, string>> = { subject: 'Subject', html: 'Html', text: 'Text' };

async function filledContent(
  parts: Pick<VendorParts, 'html'>,
  accountId: number,
  { at, content: { html, subject, text } }: { readonly at: string; readonly content: Texts },
  about: Parameters<typeof tryContent>[3],
): ReturnType<FillTemplate> {
  const content = { subject: subject ?? '', html: html ?? null, plain_text: text ?? null };
  const tried = await tryContent(parts, accountId, content, about);
  if ('errors' in tried) {
    throw invalid(
      Object.fromEntries(Object.entries(tried.errors).map(([name, list]) => [`${at}.${FIELDS[name] ?? name}`, list])),
    );
  }
  const { filled } = tried;
  return {
    subject: subject === undefined ? undefined : filled.subject,
    html: filled.html,
    text: text === undefined ? undefined : filled.text,
  };
}
