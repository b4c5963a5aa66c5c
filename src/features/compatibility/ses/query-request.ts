import type { FormPart } from '../../../http/form-parts.ts';
import { isObject } from '../resend/index.ts';
import { readBulk, type BulkEntry } from './bulk-request.ts';
import { metadataOf } from './mail.ts';
import { rawMail, readSendEmail, toSesMail, type SesMail } from './send-request.ts';
import { V1_SEND_BULK, V1_SEND_EMAIL, V1_SEND_RAW_EMAIL, V1_SEND_TEMPLATED } from './operations.ts';
import type { FillTemplate } from './stored-template.ts';
import { faultAt, rejectionOf, type Operation } from '../fields/index.ts';

/** Fields that select the operation and the version of the API. */
const OF_REQUEST = new Set(['Action', 'Version']);
const MEMBER = /^(.+)\.member\.(\d{1,3})(?:\.(.+))?$/;
/** Matches the numbers of list elements in the name of a form field. */
const NUMBERS = /\.member\.\d{1,3}/g;
/** Properties whose names differ between the versions of the API. */
const V2_NAMES: Readonly<Record<string, string>> = {
  Source: 'FromEmailAddress',
  Tags: 'EmailTags',
  DefaultTags: 'DefaultEmailTags',
};

/** Form fields, keyed by name. The elements of a list field are keyed by the name of the list and sorted by number. */
interface Form {
  readonly values: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly tags: readonly { readonly Name: string | undefined; readonly Value: string | undefined }[];
}

/** Parses a SendEmail request of API v1. Throws validation_error that names the invalid fields. */
export async function readQuerySend(parts: readonly FormPart[], requestKey: string | undefined): Promise<SesMail> {
  const { lists, tags, values } = formOf(parts, V1_SEND_EMAIL);
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
    () => Promise.reject(new Error('Requests of API v1 have no templates')),
  );
}

/** Parses a SendRawEmail request of API v1. Throws validation_error that names the invalid fields. */
export async function readQueryRawSend(parts: readonly FormPart[], requestKey: string | undefined): Promise<SesMail> {
  const { lists, tags, values } = formOf(parts, V1_SEND_RAW_EMAIL);
  const common = {
    from: values.get('Source'),
    recipients: { to: lists.get('Destinations') ?? [], cc: [], bcc: [] },
    replyTo: [],
    metadata: metadataOf(tags.map(({ Name = '', Value = '' }) => [Name, Value])),
    configurationSet: values.get('ConfigurationSetName'),
    requestKey,
  };
  const raw = { at: 'RawMessage', values: { Data: values.get('RawMessage.Data') } };
  return toSesMail(await rawMail(raw, common));
}

/** Parses a SendTemplatedEmail request of API v1. Throws validation_error that names the invalid fields. */
export async function readQueryTemplated(
  parts: readonly FormPart[],
  requestKey: string | undefined,
  fillTemplate: FillTemplate,
): Promise<SesMail> {
  const { Template, TemplateData, ...fields } = treeOf(parts, V1_SEND_TEMPLATED);
  const content = { Template: { TemplateName: Template, TemplateData } };
  return readSendEmail({ ...fields, Content: content }, requestKey, fillTemplate);
}

/** Parses a SendBulkTemplatedEmail request of API v1 into its emails. Throws the same errors as `readBulk`. */
export function readQueryBulk(
  parts: readonly FormPart[],
  requestKey: string | undefined,
  fillTemplate: FillTemplate,
): readonly BulkEntry[] {
  const { DefaultTemplateData, Destinations, Template, ...fields } = treeOf(parts, V1_SEND_BULK);
  const content = { Template: { TemplateName: Template, TemplateData: DefaultTemplateData } };
  const entries = (Array.isArray(Destinations) ? Destinations : []).map(entryOf);
  return readBulk({ ...fields, DefaultContent: content, BulkEmailEntries: entries }, requestKey, fillTemplate);
}

/** Converts an element of `Destinations` to an element of `BulkEmailEntries`. */
function entryOf(destination: unknown): Readonly<Record<string, unknown>> {
  const { ReplacementTemplateData, ...rest } = isObject(destination) ? destination : {};
  return { ...rest, ReplacementEmailContent: { ReplacementTemplate: { ReplacementTemplateData } } };
}

/**
 * Returns the form fields as nested objects and lists, under the names of API v2. Throws validation_error for
 * unsupported fields.
 */
function treeOf(parts: readonly FormPart[], operation: Operation): Readonly<Record<string, unknown>> {
  const root: Tree = {};
  for (const { name, value } of parts) {
    if (OF_REQUEST.has(name) || value === '') continue;
    requireSupported(operation, name, name.replaceAll(NUMBERS, ''));
    const path = name.split('.');
    let at = root;
    for (const key of path.slice(0, -1)) {
      const inner = at[key];
      at = at[key] = isObject(inner) ? inner : {};
    }
    at[path.at(-1) ?? ''] = value;
  }
  return Object.fromEntries(Object.entries(root).map(([name, each]) => [V2_NAMES[name] ?? name, listed(each)]));
}

interface Tree {
  [name: string]: Tree | string;
}

/** Converts objects that contain numbered members to lists, in the order of the numbers. */
function listed(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree;
  const { member } = tree;
  if (member === undefined)
    return Object.fromEntries(Object.entries(tree).map(([name, inner]) => [name, listed(inner)]));
  if (typeof member === 'string') return [member];
  return Object.entries(member)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([, each]) => listed(each));
}

function formOf(parts: readonly FormPart[], operation: Operation): Form {
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const tags: { Name: string | undefined; Value: string | undefined }[] = [];
  const numberOf = ({ name }: FormPart): number => Number(MEMBER.exec(name)?.[2] ?? 0);
  for (const { name, value } of parts.toSorted((a, b) => numberOf(a) - numberOf(b))) {
    if (OF_REQUEST.has(name) || value === '') continue;
    const [, list, number, member] = MEMBER.exec(name) ?? [];
    requireSupported(operation, name, [list ?? name, member ?? []].flat().join('.'));
    if (list === undefined) values.set(name, value);
    else if (list === 'Tags')
      tags[Number(number)] = { Name: undefined, Value: undefined, ...tags[Number(number)], [member ?? '']: value };
    else lists.set(list, [...(lists.get(list) ?? []), value]);
  }
  return { values, lists, tags: tags.filter((tag) => tag !== undefined) };
}

/** Throws validation_error for a field whose path names an unknown object or an unsupported property. */
function requireSupported({ objects }: Operation, field: string, path: string): void {
  const dot = path.lastIndexOf('.');
  const names = dot === -1 ? objects[''] : objects[path.slice(0, dot)];
  const sentence = names ? rejectionOf(names, path.slice(dot + 1), field) : 'is not supported.';
  if (sentence !== undefined) throw faultAt(field, sentence);
}
