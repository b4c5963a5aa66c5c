import type { FormPart } from '../../../http/form-parts.ts';
import type { VendorSingle } from '../vendors/index.ts';
import { metadataOf, singleOf } from './mail.ts';
import { rawMail, readSendEmail } from './send-request.ts';
import { faultAt } from '../vendors/index.ts';

/** Fields that describe the request itself, and fields that are accepted but have no effect. */
const WITHOUT_EFFECT = new Set(['Action', 'Version', 'ReturnPath', 'SourceArn', 'ReturnPathArn', 'FromArn']);
const MEMBER = /^(.+)\.member\.(\d{1,3})(?:\.(.+))?$/;
const NAMES = new Set([
  'Source',
  'Destination.ToAddresses',
  'Destination.CcAddresses',
  'Destination.BccAddresses',
  'Destinations',
  'ReplyToAddresses',
  'Message.Subject.Data',
  'Message.Subject.Charset',
  'Message.Body.Text.Data',
  'Message.Body.Text.Charset',
  'Message.Body.Html.Data',
  'Message.Body.Html.Charset',
  'RawMessage.Data',
  'ConfigurationSetName',
  'Tags',
]);

/** Form fields, keyed by name. The elements of a list field are keyed by the name of the list and sorted by number. */
interface Form {
  readonly values: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly tags: readonly { readonly Name: string | undefined; readonly Value: string | undefined }[];
}

/** Parses a SendEmail request of the older API. Throws validation_error that names the invalid fields. */
export async function readQuerySend(parts: readonly FormPart[], requestKey: string | undefined): Promise<VendorSingle> {
  const { lists, tags, values } = formOf(parts);
  const destination = {
    ToAddresses: lists.get('Destination.ToAddresses'),
    CcAddresses: lists.get('Destination.CcAddresses'),
    BccAddresses: lists.get('Destination.BccAddresses'),
  };
  const dataOf = (name: string) => ({ Data: values.get(`${name}.Data`) });
  const simple = {
    Subject: dataOf('Message.Subject'),
    Body: { Text: dataOf('Message.Body.Text'), Html: dataOf('Message.Body.Html') },
  };
  return readSendEmail(
    {
      FromEmailAddress: values.get('Source'),
      Destination: destination,
      ReplyToAddresses: lists.get('ReplyToAddresses'),
      ConfigurationSetName: values.get('ConfigurationSetName'),
      EmailTags: tags,
      Content: { Simple: simple },
    },
    requestKey,
  );
}

/** Parses a SendRawEmail request of the older API. Throws validation_error that names the invalid fields. */
export async function readQueryRawSend(
  parts: readonly FormPart[],
  requestKey: string | undefined,
): Promise<VendorSingle> {
  const { lists, tags, values } = formOf(parts);
  const common = {
    from: values.get('Source'),
    recipients: { to: lists.get('Destinations') ?? [], cc: [], bcc: [] },
    replyTo: [],
    metadata: metadataOf(tags.map(({ Name = '', Value = '' }) => [Name, Value])),
    configurationSet: values.get('ConfigurationSetName'),
    requestKey,
  };
  const raw = { at: 'RawMessage', values: { Data: values.get('RawMessage.Data') } };
  return singleOf(await rawMail(raw, common));
}

function formOf(parts: readonly FormPart[]): Form {
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const tags: { Name: string | undefined; Value: string | undefined }[] = [];
  for (const { name, value } of parts) {
    if (WITHOUT_EFFECT.has(name) || value === '') continue;
    const [, list, number, member] = MEMBER.exec(name) ?? [];
    if (!NAMES.has(list ?? name)) throw faultAt(name, 'is not supported.');
    if (list === undefined) values.set(name, value);
    else if (list === 'Tags')
      tags[Number(number)] = { Name: undefined, Value: undefined, ...tags[Number(number)], [member ?? '']: value };
    else lists.set(list, [...(lists.get(list) ?? []), value]);
  }
  return { values, lists, tags: tags.filter((tag) => tag !== undefined) };
}
