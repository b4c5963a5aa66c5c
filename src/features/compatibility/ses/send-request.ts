import {
  faultAt,
  type Given,
  listOf,
  type Metadata,
  type Names,
  objectOf,
  pathOf,
  readMime,
  type Seen,
  seenBy,
  textOf,
  textsOf,
  type VendorSingle,
} from '../vendors/index.ts';
import { metadataOf, singleOf, type Mail } from './mail.ts';

/**
 * Options that are accepted but have no effect, because the account settings determine the allowed senders and the
 * bounce address.
 */
const WITHOUT_EFFECT = [
  'FromEmailAddressIdentityArn',
  'FeedbackForwardingEmailAddress',
  'FeedbackForwardingEmailAddressIdentityArn',
  'ListManagementOptions',
  'TenantName',
  'EndpointId',
];
const NO_TEMPLATES = 'is not supported. Render the email in your application and send it as Simple or Raw.';

/** Supported and ignored properties of a request to send one email. */
const CALL: Names = {
  taken: ['Content', 'FromEmailAddress', 'Destination', 'ReplyToAddresses', 'EmailTags', 'ConfigurationSetName'],
  ignored: WITHOUT_EFFECT,
};
const CONTENT: Names = { taken: ['Simple', 'Raw'], refused: { Template: NO_TEMPLATES } };
const SIMPLE: Names = {
  taken: ['Subject', 'Body', 'Headers'],
  refused: { Attachments: 'are not supported. Link to the file instead.' },
};
const BASE64 = /^[A-Za-z0-9+/\s_-]*={0,2}\s*$/;

/**
 * Parses a SendEmail request. `requestKey` identifies repeated requests. Throws validation_error that names the invalid
 * fields.
 */
export async function readSendEmail(body: unknown, requestKey: string | undefined): Promise<VendorSingle> {
  const call = objectOf(body, '', CALL) ?? { at: '', values: {} };
  const content = objectOf(call.values['Content'], 'Content', CONTENT);
  if (!content) throw faultAt('Content', 'is required. Use Simple or Raw.');
  const common = {
    from: textOf(call, 'FromEmailAddress'),
    recipients: destinationOf(call.values['Destination'], 'Destination'),
    replyTo: textsOf(call, 'ReplyToAddresses'),
    metadata: metadataOf(tagsOf(call, 'EmailTags')),
    configurationSet: textOf(call, 'ConfigurationSetName'),
    requestKey,
  };
  const raw = objectOf(content.values['Raw'], 'Content.Raw', { taken: ['Data'] });
  return singleOf(raw ? await rawMail(raw, common) : simpleMail(content, common));
}

/** Properties of an email apart from its content. */
export type Common = Pick<Mail, 'configurationSet' | 'from' | 'metadata' | 'recipients' | 'replyTo' | 'requestKey'>;

function simpleMail(content: Given, common: Common): Mail {
  const simple = objectOf(content.values['Simple'], 'Content.Simple', SIMPLE);
  if (!simple) throw faultAt('Content', 'is required. Use Simple or Raw.');
  const body = objectOf(simple.values['Body'], pathOf(simple, 'Body'), { taken: ['Text', 'Html'] });
  return {
    ...common,
    subject: dataOf(simple, 'Subject'),
    html: dataOf(body, 'Html'),
    text: dataOf(body, 'Text'),
    headers: tagsOf(simple, 'Headers'),
  };
}

/** Returns the text of a content object. Ignores the charset, which only describes the encoding of the sent email. */
function dataOf(given: Given | undefined, name: string): string | undefined {
  if (!given) return undefined;
  return textOf(objectOf(given.values[name], pathOf(given, name), { taken: ['Data'], ignored: ['Charset'] }), 'Data');
}

/**
 * Parses an email in MIME format and determines the visible recipients. The MIME message contains everything that the
 * rest of the request does not.
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

/** Parses the recipients of an email. Throws validation_error. */
export function destinationOf(value: unknown, at: string): Seen {
  const given = objectOf(value, at, { taken: ['ToAddresses', 'CcAddresses', 'BccAddresses'] });
  return {
    to: textsOf(given, 'ToAddresses'),
    cc: textsOf(given, 'CcAddresses'),
    bcc: textsOf(given, 'BccAddresses'),
  };
}

/** Parses a list of objects with `Name` and `Value`. Throws validation_error. */
export function tagsOf(given: Given, name: string): [string, string][] {
  return listOf(given, name).map((each, index) => {
    const at = `${pathOf(given, name)}.${index}`;
    const tag = objectOf(each, at, { taken: ['Name', 'Value'] });
    const tagName = textOf(tag, 'Name');
    if (tagName === undefined) throw faultAt(`${at}.Name`, 'is required.');
    return [tagName, textOf(tag, 'Value') ?? ''];
  });
}

/** Merges tags from several parts of a request into the metadata of events. */
export function mergedTags(...all: readonly (readonly (readonly [string, string])[])[]): Metadata {
  return metadataOf(all.flat());
}
