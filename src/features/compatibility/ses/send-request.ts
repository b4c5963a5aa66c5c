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

/** Options that change nothing here: who may send, and where what comes back goes, is said elsewhere. */
const WITHOUT_EFFECT = [
  'FromEmailAddressIdentityArn',
  'FeedbackForwardingEmailAddress',
  'FeedbackForwardingEmailAddressIdentityArn',
  'ListManagementOptions',
  'TenantName',
  'EndpointId',
];
const NO_TEMPLATES = 'is not supported. Render the email in your application and send it as Simple or Raw.';

/** What a call to send one mail may hold. */
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

/** Reads a request of SendEmail; `requestKey` makes a repetition of it known. Throws validation_error naming the fields at fault. */
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

/** What is said of a mail beside its content. */
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

/** A text with its charset, which is that of the bytes that were made of it: here it is text already. */
function dataOf(given: Given | undefined, name: string): string | undefined {
  if (!given) return undefined;
  return textOf(objectOf(given.values[name], pathOf(given, name), { taken: ['Data'], ignored: ['Charset'] }), 'Data');
}

/** A mail in MIME: it says all that the call does not, and who of the recipients are seen. */
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

/** `name=value, name=value`, as a header of the mail has them. */
function headerTags(text: string): [string, string][] {
  return text.split(/[,;]/).flatMap((pair): [string, string][] => {
    const equals = pair.indexOf('=');
    return equals === -1 ? [] : [[pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]];
  });
}

/** Who gets a mail. Throws validation_error. */
export function destinationOf(value: unknown, at: string): Seen {
  const given = objectOf(value, at, { taken: ['ToAddresses', 'CcAddresses', 'BccAddresses'] });
  return {
    to: textsOf(given, 'ToAddresses'),
    cc: textsOf(given, 'CcAddresses'),
    bcc: textsOf(given, 'BccAddresses'),
  };
}

/** A list of objects with `Name` and `Value`. Throws validation_error. */
export function tagsOf(given: Given, name: string): [string, string][] {
  return listOf(given, name).map((each, index) => {
    const at = `${pathOf(given, name)}.${index}`;
    const tag = objectOf(each, at, { taken: ['Name', 'Value'] });
    const tagName = textOf(tag, 'Name');
    if (tagName === undefined) throw faultAt(`${at}.Name`, 'is required.');
    return [tagName, textOf(tag, 'Value') ?? ''];
  });
}

/** Tags as events have them, for parts of a request that are merged. */
export function mergedTags(...all: readonly (readonly (readonly [string, string])[])[]): Metadata {
  return metadataOf(all.flat());
}
