import { invalid } from '../../../base/refusal.ts';
import { isObject, scalarText } from '../resend/index.ts';
import { faultAt, isNothing, objectOf, pathOf, textOf, type Given, type Names } from '../fields/index.ts';
import { attachmentsIn } from './files.ts';
import type { Mail } from './mail.ts';
import { SEND_EMAIL } from './operations.ts';
import { inlineLiquid, type FillTemplate } from './stored-template.ts';
import { tagsOf } from './tags.ts';

/** Matches a placeholder, which contains a name or a path of names. */
const PLACE = /\{\{\{?\s*([\w.-]+)\s*\}?\}\}/g;
/** Matches all other template tags: conditions, loops, comments, partials, helpers, and paths. */
const OTHER_MARK = /\{\{(?!\{?\s*[\w.-]+\s*\}?\}\})/;

/** Placeholder for the unsubscribe link, which is not a value of the template. */
const UNSUBSCRIBE_URL = 'amazonSESUnsubscribeUrl';

type Data = Readonly<Record<string, unknown>>;

/** An email with placeholders. */
export interface Template {
  /**
   * Replaces each placeholder with its value from `data`, or with the template's default value if `data` does not
   * contain one. Throws validation_error for the field if a value is missing.
   */
  render(data: Data, field: string): Promise<Pick<Mail, 'files' | 'headers' | 'html' | 'subject' | 'text'>>;
}

/**
 * Parses a template, which is either part of the request or the name of a stored template. Returns undefined if the
 * request has no template. Throws validation_error.
 */
export function readTemplate(
  value: unknown,
  path: string,
  names: Names,
  fillTemplate: FillTemplate,
): Template | undefined {
  const template = objectOf(value, path, names);
  if (!template) return undefined;
  const own = readTemplateData(textOf(template, 'TemplateData'), pathOf(template, 'TemplateData'));
  const more = { headers: tagsOf(template, 'Headers'), files: attachmentsIn(template) };
  const name = textOf(template, 'TemplateName');
  if (name !== undefined) {
    if (!isNothing(template.values['TemplateContent'])) {
      throw faultAt(pathOf(template, 'TemplateContent'), 'cannot be combined with TemplateName.');
    }
    const named = { template: name, at: pathOf(template, 'TemplateName') };
    return {
      render: async (data, field) => ({ ...(await fillTemplate(named, { ...own, ...data }, field)), ...more }),
    };
  }
  const { html, isPlain, subject, text } = inlineIn(template);
  const at = pathOf(template, 'TemplateContent');
  if (!isPlain) {
    const content = { html, subject, text };
    return {
      render: async (data, field) => ({
        ...(await fillTemplate({ content, at }, { ...own, ...data }, field)),
        ...more,
      }),
    };
  }
  return {
    render(data, field) {
      const all = { ...own, ...data };
      const fill = (part: string | undefined) => rendered(part, all, field);
      return Promise.resolve({ subject: fill(subject), text: fill(text), html: fill(html), ...more });
    },
  };
}

/**
 * Returns the subject, HTML, and text of an inline template. If any of them contains a tag other than a placeholder,
 * `isPlain` is false, and all of them are converted to Liquid. Throws validation_error for tags that have no
 * counterpart.
 */
function inlineIn(
  template: Given,
): Partial<Record<'html' | 'subject' | 'text', string>> & { readonly isPlain: boolean } {
  const at = pathOf(template, 'TemplateContent');
  const inline = objectOf(
    template.values['TemplateContent'],
    at,
    SEND_EMAIL.objects['Content.Template.TemplateContent'],
  );
  if (!inline) throw faultAt(at, 'or TemplateName is required.');
  const parts = (['Subject', 'Text', 'Html'] as const).flatMap((name): [string, string, string][] => {
    const part = textOf(inline, name);
    return part === undefined ? [] : [[name.toLowerCase(), pathOf(inline, name), part]];
  });
  const isPlain = !parts.some(([, , part]) => OTHER_MARK.test(part));
  return {
    ...Object.fromEntries(parts.map(([name, field, part]) => [name, isPlain ? part : inlineLiquid(part, field)])),
    isPlain,
  };
}

/** Parses the template data, which is a JSON object. Throws validation_error. */
export function readTemplateData(text: string | undefined, field: string): Data {
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw faultAt(field, 'is not valid JSON.');
  }
  if (!isObject(value)) throw faultAt(field, 'must be a JSON object.');
  return value;
}

/**
 * Replaces placeholders with their values. As in Amazon SES, values are not escaped, and a name without a value is an
 * error.
 */
function rendered(part: string | undefined, data: Data, field: string): string | undefined {
  return part?.replaceAll(PLACE, (whole, name: string) => {
    if (name === UNSUBSCRIBE_URL) return whole;
    const value = name
      .split('.')
      .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), data);
    const text = scalarText(value);
    if (text === undefined) throw invalid({ [field]: [`has no value for ${name}.`] });
    return text;
  });
}
