import { SEND_BULK_EMAIL } from './operations.ts';
import { destinationOf, toSesMail, type SesMail } from './send-request.ts';
import type { FillTemplate } from './stored-template.ts';
import { mergedTags, tagsOf } from './tags.ts';
import { readTemplate, readTemplateData, type Template } from './template.ts';
import { faultAt, listOf, objectOf, pathOf, textOf, textsOf, type Given } from '../fields/index.ts';

const MAX_ENTRIES = 50;
const { objects: NAMES } = SEND_BULK_EMAIL;

/** Parses one email of a bulk request. Throws only for errors in this email. */
export type BulkEntry = () => Promise<SesMail>;

/** Parses a SendBulkEmail request into its emails. Throws validation_error for errors that affect all emails. */
export function readBulk(
  body: unknown,
  requestKey: string | undefined,
  fillTemplate: FillTemplate,
): readonly BulkEntry[] {
  const call = objectOf(body, '', NAMES['']) ?? { at: '', values: {} };
  const template = templateOf(call, fillTemplate);
  const entries = listOf(call, 'BulkEmailEntries');
  if (entries.length === 0) throw faultAt('BulkEmailEntries', 'is required.');
  if (entries.length > MAX_ENTRIES) {
    throw faultAt('BulkEmailEntries', `must contain at most ${MAX_ENTRIES} entries, not ${entries.length}.`);
  }
  return entries.map((entry, index) => () => entryOf(call, template, entry, { index, requestKey }));
}

function templateOf(call: Given, fillTemplate: FillTemplate): Template {
  const content = objectOf(call.values['DefaultContent'], 'DefaultContent', NAMES.DefaultContent);
  const at = 'DefaultContent.Template';
  const template = readTemplate(content?.values['Template'], at, NAMES[at], fillTemplate);
  if (!template) throw faultAt(at, 'is required.');
  return template;
}

async function entryOf(
  call: Given,
  template: Template,
  value: unknown,
  { index, requestKey }: { readonly index: number; readonly requestKey: string | undefined },
): Promise<SesMail> {
  const at = `BulkEmailEntries.${index}`;
  const entry = objectOf(value, at, NAMES.BulkEmailEntries) ?? { at, values: {} };
  const own = objectOf(
    entry.values['ReplacementEmailContent'],
    pathOf(entry, 'ReplacementEmailContent'),
    NAMES['BulkEmailEntries.ReplacementEmailContent'],
  );
  const field = `${at}.ReplacementEmailContent.ReplacementTemplate`;
  const replaced = objectOf(
    own?.values['ReplacementTemplate'],
    field,
    NAMES['BulkEmailEntries.ReplacementEmailContent.ReplacementTemplate'],
  );
  const content = await template.render(readTemplateData(textOf(replaced, 'ReplacementTemplateData'), field), field);
  return toSesMail({
    from: textOf(call, 'FromEmailAddress'),
    recipients: destinationOf(entry.values['Destination'], `${at}.Destination`),
    replyTo: textsOf(call, 'ReplyToAddresses'),
    ...content,
    headers: replacing(content.headers, tagsOf(entry, 'ReplacementHeaders')),
    metadata: mergedTags(tagsOf(call, 'DefaultEmailTags'), tagsOf(entry, 'ReplacementTags')),
    configurationSet: textOf(call, 'ConfigurationSetName'),
    requestKey: requestKey && `${requestKey}:${index}`,
  });
}

type Headers = readonly (readonly [name: string, value: string])[];

/** Returns the headers of the template, except those that an entry replaces, and the headers of the entry. */
function replacing(headers: Headers, own: Headers): Headers {
  const replaced = new Set(own.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...own];
}
