import { invalid } from '../../../base/refusal.ts';
import { isObject, scalarText } from '../resend/index.ts';
import type { VendorSingle } from '../vendors/index.ts';
import { singleOf } from './mail.ts';
import { destinationOf, mergedTags, tagsOf } from './send-request.ts';
import { faultAt, listOf, objectOf, pathOf, textOf, textsOf, type Given, type Names } from '../vendors/index.ts';

const MAX_ENTRIES = 50;
const CALL: Names = {
  taken: [
    'BulkEmailEntries',
    'DefaultContent',
    'DefaultEmailTags',
    'FromEmailAddress',
    'ReplyToAddresses',
    'ConfigurationSetName',
  ],
  ignored: [
    'FromEmailAddressIdentityArn',
    'FeedbackForwardingEmailAddress',
    'FeedbackForwardingEmailAddressIdentityArn',
    'EndpointId',
    'TenantName',
  ],
};
const NO_STORED = 'is not supported because templates are not stored. Use TemplateContent.';
const TEMPLATE: Names = {
  taken: ['TemplateContent', 'TemplateData'],
  refused: {
    TemplateName: NO_STORED,
    TemplateArn: NO_STORED,
    Headers: 'is not supported in the template. Use ReplacementHeaders in the entries.',
    Attachments: 'are not supported. Link to the file instead.',
  },
};
const ENTRY: Names = {
  taken: ['Destination', 'ReplacementTags', 'ReplacementEmailContent', 'ReplacementHeaders'],
};
/** Matches a placeholder, which contains a name or a path of names. */
const PLACE = /\{\{\{?\s*([\w.-]+)\s*\}?\}\}/g;
/** Matches all other template tags: conditions, loops, comments, partials. */
const OTHER_MARK = /\{\{\s*[#/^>!&~]/;

type Data = Readonly<Record<string, unknown>>;

/** Parses one email of a bulk request. Throws only the errors in this email. */
export type BulkEntry = () => VendorSingle;

/** Parses a SendBulkEmail request into its emails. Throws validation_error for errors that affect all emails. */
export function readBulk(body: unknown, requestKey: string | undefined): readonly BulkEntry[] {
  const call = objectOf(body, '', CALL) ?? { at: '', values: {} };
  const template = templateOf(call);
  const entries = listOf(call, 'BulkEmailEntries');
  if (entries.length === 0) throw faultAt('BulkEmailEntries', 'is required.');
  if (entries.length > MAX_ENTRIES) {
    throw faultAt('BulkEmailEntries', `must contain at most ${MAX_ENTRIES} entries, not ${entries.length}.`);
  }
  return entries.map((entry, index) => () => entryOf(call, template, entry, { index, requestKey }));
}

interface Template {
  readonly subject: string | undefined;
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly data: Data;
}

function templateOf(call: Given): Template {
  const content = objectOf(call.values['DefaultContent'], 'DefaultContent', { taken: ['Template'] });
  const template = objectOf(content?.values['Template'], 'DefaultContent.Template', TEMPLATE);
  if (!template) throw faultAt('DefaultContent.Template', 'is required.');
  const at = pathOf(template, 'TemplateContent');
  const inline = objectOf(template.values['TemplateContent'], at, { taken: ['Subject', 'Text', 'Html'] });
  if (!inline) throw faultAt(at, 'is required.');
  const [subject, text, html] = (['Subject', 'Text', 'Html'] as const).map((name) => {
    const part = textOf(inline, name);
    if (part !== undefined && OTHER_MARK.test(part)) {
      throw faultAt(
        pathOf(inline, name),
        'must contain only placeholders like {{name}}. Conditions and loops are not supported.',
      );
    }
    return part;
  });
  return { subject, text, html, data: dataOf(textOf(template, 'TemplateData'), pathOf(template, 'TemplateData')) };
}

function entryOf(
  call: Given,
  template: Template,
  value: unknown,
  { index, requestKey }: { readonly index: number; readonly requestKey: string | undefined },
): VendorSingle {
  const at = `BulkEmailEntries.${index}`;
  const entry = objectOf(value, at, ENTRY) ?? { at, values: {} };
  const own = objectOf(entry.values['ReplacementEmailContent'], pathOf(entry, 'ReplacementEmailContent'), {
    taken: ['ReplacementTemplate'],
  });
  const field = `${at}.ReplacementEmailContent.ReplacementTemplate`;
  const replaced = objectOf(own?.values['ReplacementTemplate'], field, { taken: ['ReplacementTemplateData'] });
  const data = { ...template.data, ...dataOf(textOf(replaced, 'ReplacementTemplateData'), field) };
  return singleOf({
    from: textOf(call, 'FromEmailAddress'),
    recipients: destinationOf(entry.values['Destination'], `${at}.Destination`),
    replyTo: textsOf(call, 'ReplyToAddresses'),
    subject: rendered(template.subject, data, field),
    html: rendered(template.html, data, field),
    text: rendered(template.text, data, field),
    headers: tagsOf(entry, 'ReplacementHeaders'),
    metadata: mergedTags(tagsOf(call, 'DefaultEmailTags'), tagsOf(entry, 'ReplacementTags')),
    configurationSet: textOf(call, 'ConfigurationSetName'),
    requestKey: requestKey && `${requestKey}:${index}`,
  });
}

function dataOf(text: string | undefined, field: string): Data {
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
  return part?.replaceAll(PLACE, (_, name: string) => {
    const value = name
      .split('.')
      .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), data);
    const text = scalarText(value);
    if (text === undefined) throw invalid({ [field]: [`has no value for ${name}.`] });
    return text;
  });
}
