import type { Refusal } from '../../../base/refusal.ts';
import { faultAt, type Given, objectOf, pathOf, textOf, textsOf } from '../fields/index.ts';
import {
  asBatch,
  placed,
  UNSUBSCRIBE,
  type VendorBatch,
  readMime,
  type Seen,
  seenBy,
  type VendorSingle,
} from '../vendors/index.ts';
import { topicOf } from './contacts.ts';
import { attachmentsIn } from './files.ts';
import { metadataOf, singleOf, type Mail } from './mail.ts';
import { SEND_EMAIL } from './operations.ts';
import type { FillTemplate } from './stored-template.ts';
import { tagsOf } from './tags.ts';
import { readTemplate } from './template.ts';

const { objects: NAMES } = SEND_EMAIL;
const LIST_NAME = /^[\w-]{1,64}$/;
/** Clients write the header `list; topic=topic` or `contactListName=list; topicName=topic`. */
const LIST_HEADER = /^(?:contactListName=)?(?<list>[\w-]{1,64})\s*(?:;\s*topic(?:Name)?=(?<topic>[\w-]{1,64})\s*)?;?$/i;
/** Placeholder for the unsubscribe link. */
const LINK_URL = /\{\{\s*amazonSESUnsubscribeUrl\s*\}\}/g;
const BASE64 = /^[A-Za-z0-9+/\s_-]*={0,2}\s*$/;

/**
 * Parses a SendEmail request. `requestKey` identifies repeated requests. Throws validation_error that names the invalid
 * fields.
 */
export async function readSendEmail(
  body: unknown,
  requestKey: string | undefined,
  fillTemplate: FillTemplate,
): Promise<SesMail> {
  const call = objectOf(body, '', NAMES['']) ?? { at: '', values: {} };
  return toSesMail(await readMail(call, requestKey, fillTemplate), listIn(call));
}

/**
 * Converts an email to the form in which it is accepted. Without list options in the request, those in a header apply.
 * Throws a validation_error that names the invalid fields.
 */
export function toSesMail(mail: Mail, list = listInHeaders(mail.headers)): SesMail {
  const single = singleOf(mail);
  if (!list) return { kind: 'single', single };
  return {
    kind: 'batch',
    batch: asBatch(withLinks({ ...single, ...list }), list.audience, 'Destination.ToAddresses', 'Content.Attachments'),
  };
}

/** An email. If it belongs to a contact list, it contains the recipient's unsubscribe link. */
export type SesMail =
  | { readonly kind: 'single'; readonly single: VendorSingle }
  | { readonly kind: 'batch'; readonly batch: VendorBatch };

/** The audience of an unsubscribe link, and all audiences that the email belongs to. */
type ContactList = { readonly audience: string; readonly audiences: readonly string[] };

/**
 * Returns the contact list or topic that the unsubscribe link applies to, or undefined if the request contains none.
 * Throws validation_error if the options are invalid.
 */
function listIn(call: Given): ContactList | undefined {
  const at = 'ListManagementOptions';
  const options = objectOf(call.values[at], at, NAMES[at]);
  if (!options) return undefined;
  const [list, topic] = [textOf(options, 'ContactListName'), textOf(options, 'TopicName')];
  for (const [name, value] of [
    ['ContactListName', list],
    ['TopicName', topic],
  ] as const) {
    if (value !== undefined && !LIST_NAME.test(value))
      throw faultAt(`${at}.${name}`, 'must be 1 to 64 letters, digits, "_", or "-".');
  }
  if (list === undefined) throw faultAt(`${at}.ContactListName`, 'is required.');
  return contactList(list, topic);
}

/** Returns the contact list or topic in the header for emails in MIME format. Throws validation_error. */
function listInHeaders(headers: Mail['headers']): ContactList | undefined {
  const [name, value] = headers.find(([each]) => each.toLowerCase() === 'x-ses-list-management-options') ?? [];
  if (name === undefined || value === undefined) return undefined;
  const { list, topic } = LIST_HEADER.exec(value.trim())?.groups ?? {};
  if (list === undefined) {
    throw faultAt(
      name,
      'must be the name of a contact list, or the names of a list and a topic: `my-list; topic=my-topic`.',
    );
  }
  return contactList(list, topic);
}

function contactList(list: string, topic: string | undefined): ContactList {
  const audience = topic === undefined ? list : topicOf(list, topic);
  return { audience, audiences: [...new Set([list, audience])] };
}

function withLinks(single: VendorSingle): VendorSingle {
  const { headers, html, text } = single.send;
  const filled = (whole: string): string => placed(whole, LINK_URL, UNSUBSCRIBE);
  return {
    ...single,
    send: {
      ...single.send,
      html: html === undefined ? undefined : filled(html),
      text: text === undefined ? undefined : filled(text),
      headers: headers.map(({ name, value }) => ({ name, value: filled(value) })),
    },
  };
}

async function readMail(call: Given, requestKey: string | undefined, fillTemplate: FillTemplate): Promise<Mail> {
  const content = objectOf(call.values['Content'], 'Content', NAMES.Content);
  if (!content) throw noContent();
  const common = {
    from: textOf(call, 'FromEmailAddress'),
    recipients: destinationOf(call.values['Destination'], 'Destination'),
    replyTo: textsOf(call, 'ReplyToAddresses'),
    metadata: metadataOf(tagsOf(call, 'EmailTags')),
    configurationSet: textOf(call, 'ConfigurationSetName'),
    requestKey,
  };
  const raw = objectOf(content.values['Raw'], 'Content.Raw', NAMES['Content.Raw']);
  if (raw) return rawMail(raw, common);
  const at = 'Content.Template';
  const template = readTemplate(content.values['Template'], at, NAMES[at], fillTemplate);
  return template ? { ...common, ...(await template.render({}, at)) } : simpleMail(content, common);
}

function noContent(): Refusal {
  return faultAt('Content', 'is required. Use Simple, Raw, or Template.');
}

/** Properties of an email except its content. */
export type Common = Pick<Mail, 'configurationSet' | 'from' | 'metadata' | 'recipients' | 'replyTo' | 'requestKey'>;

function simpleMail(content: Given, common: Common): Mail {
  const simple = objectOf(content.values['Simple'], 'Content.Simple', NAMES['Content.Simple']);
  if (!simple) throw noContent();
  const body = objectOf(simple.values['Body'], pathOf(simple, 'Body'), NAMES['Content.Simple.Body']);
  return {
    ...common,
    subject: dataOf(simple, 'Subject'),
    html: dataOf(body, 'Html'),
    text: dataOf(body, 'Text'),
    files: attachmentsIn(simple),
    headers: tagsOf(simple, 'Headers'),
  };
}

/** Returns the text of a content object. Ignores the charset, which only describes the encoding of the sent email. */
function dataOf(given: Given | undefined, name: string): string | undefined {
  if (!given) return undefined;
  return textOf(objectOf(given.values[name], pathOf(given, name), NAMES['Content.Simple.Body.Text']), 'Data');
}

/**
 * Parses an email in MIME format and determines the visible recipients. The recipients, reply addresses, tags, and
 * configuration set of the request take precedence over those in the MIME message.
 */
export async function rawMail(raw: Given, common: Common): Promise<Mail> {
  const field = pathOf(raw, 'Data');
  const mail = await readMime(bytesOf(textOf(raw, 'Data'), field), field);
  const { bcc, cc, to } = common.recipients;
  const envelope = [...to, ...cc, ...bcc];
  const valueOf = (wanted: string): string | undefined =>
    mail.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  return {
    ...common,
    from: mail.from ?? common.from,
    recipients: envelope.length > 0 ? seenBy(mail, envelope) : { to: mail.to, cc: mail.cc, bcc: mail.bcc },
    replyTo: common.replyTo.length > 0 ? common.replyTo : mail.replyTo,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    files: mail.files,
    headers: mail.headers,
    metadata: { ...metadataOf(headerTags(valueOf('x-ses-message-tags') ?? '')), ...common.metadata },
    configurationSet: common.configurationSet ?? valueOf('x-ses-configuration-set'),
  };
}

function bytesOf(data: string | undefined, field: string): Buffer {
  if (data === undefined) throw faultAt(field, 'is required. Provide the MIME message in Base64.');
  if (!BASE64.test(data)) throw faultAt(field, 'must be encoded in Base64.');
  return Buffer.from(data, 'base64');
}

/** Parses the tags of an email header: `name=value, name=value`. */
function headerTags(text: string): [string, string][] {
  return text.split(/[,;]/).flatMap((pair): [string, string][] => {
    const equals = pair.indexOf('=');
    return equals === -1 ? [] : [[pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]];
  });
}

/** Parses the recipients of an email. Throws validation_error if they are invalid. */
export function destinationOf(value: unknown, at: string): Seen {
  const given = objectOf(value, at, NAMES.Destination);
  return {
    to: textsOf(given, 'ToAddresses'),
    cc: textsOf(given, 'CcAddresses'),
    bcc: textsOf(given, 'BccAddresses'),
  };
}
