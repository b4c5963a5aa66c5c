import { Refusal } from '../../../base/refusal.ts';
import { htmlOfDesign } from '../../../mail/design/html.ts';
import type { FormBody } from '../../../http/form-parts.ts';
import {
  addVersion,
  changeTemplate,
  changeVersion,
  createTemplate,
  listNamed,
  removeTemplate,
  removeVersion,
  requireNamed,
  TEMPLATE,
  versionsOf,
  type TemplateRow,
  type TemplateVersion,
  type VersionChange,
} from '../../transactional/templates/index.ts';
import { faultAt, objectOf, textOf, type Given, type Names } from '../fields/index.ts';
import { isObject } from '../resend/index.ts';
import { liquidOf } from '../template-conversion/index.ts';
import type { VendorParts } from '../vendors/index.ts';
import { TEMPLATE as TEMPLATE_FIELDS, VERSION, VERSION_CHANGE } from './operations.ts';
import { pageOf, type Query, type UrlOf } from './template-pages.ts';

export type TemplateParts = Pick<VendorParts, 'db' | 'html'>;

/** A template, or a version of it, as named in the path of a request. */
export interface Named {
  readonly name: string;
  readonly tag: string;
}

const TAG = /^[a-z0-9][\w.-]{0,190}$/i;
const NAMING = { isUnique: true };

/** Creates a template, with its first version if the request contains one. Throws validation_error or conflict. */
export async function addTemplate(parts: TemplateParts, accountId: number, body: FormBody): Promise<object> {
  const given = fieldsIn(body, TEMPLATE_FIELDS.objects['']);
  const name = textOf(given, 'name')?.toLowerCase() ?? '';
  const change = changeIn(given);
  if (!change.content?.html && (change.comment !== undefined || given?.values['tag'] !== undefined))
    throw faultAt('template', 'is required with a tag or a comment.');
  const parsed = TEMPLATE.created.parse({ name });
  const description = textOf(given, 'description') ?? '';
  const made = await createTemplate(
    parts,
    accountId,
    { ...parsed, description, plain_text: '' },
    { isNameUnique: true },
  );
  if (!change.content?.html) return { message: 'template has been stored', template: present(made) };
  try {
    const version = await versionIn(parts, accountId, made, given, change);
    return { message: 'template has been stored', template: { ...present(made), version } };
  } catch (error) {
    await removeTemplate(parts, accountId, made.id);
    throw error;
  }
}

/** Returns a template, with its active version if the query contains `active=yes`. Throws not_found. */
export async function readTemplate(parts: TemplateParts, accountId: number, { name }: Named, query: Query) {
  const template = await requireNamed(parts.db, accountId, name);
  const active = query['active'] === 'yes' ? await activeIn(parts, accountId, template) : undefined;
  return { template: { ...present(template), ...(active && { version: presentVersion(active) }) } };
}

/** Changes the description of a template. Throws validation_error or not_found. */
export async function editTemplate(
  parts: TemplateParts,
  accountId: number,
  { name }: Named,
  body: FormBody,
): Promise<object> {
  const { id } = await requireNamed(parts.db, accountId, name);
  const description = textOf(fieldsIn(body, { taken: ['description'] }), 'description') ?? '';
  await changeTemplate(parts, accountId, id, { description });
  return { message: 'template has been updated', template: { name } };
}

/** Deletes a template with its versions. Throws not_found. */
export async function deleteTemplate(parts: TemplateParts, accountId: number, { name }: Named): Promise<object> {
  await removeTemplate(parts, accountId, (await requireNamed(parts.db, accountId, name)).id);
  return { message: 'template has been deleted', template: { name } };
}

/** Returns a page of an account's templates, sorted by name. Throws validation_error. */
export async function listTemplates({ db }: TemplateParts, accountId: number, query: Query, urlOf: UrlOf) {
  const { paging, shown } = pageOf(await listNamed(db, accountId), ({ name }) => name, query, urlOf);
  return { items: shown.map(present), paging };
}

/** Returns a template with a page of its versions, without their content. Throws validation_error or not_found. */
export async function listVersions(
  { db }: TemplateParts,
  accountId: number,
  { name }: Named,
  query: Query,
  urlOf: UrlOf,
): Promise<object> {
  const template = await requireNamed(db, accountId, name);
  const versions = await versionsOf(db, accountId, template);
  const { paging, shown } = pageOf(versions, (version) => version.name, query, urlOf);
  return { template: { ...present(template), versions: shown.map(presentSummary) }, paging };
}

/** Adds a version to a template. Throws validation_error, not_found, or conflict. */
export async function createVersion(
  parts: TemplateParts,
  accountId: number,
  { name }: Named,
  body: FormBody,
): Promise<object> {
  const template = await requireNamed(parts.db, accountId, name);
  const given = fieldsIn(body, VERSION.objects['']);
  if (textOf(given, 'tag') === undefined) throw faultAt('tag', 'is required.');
  const version = await versionIn(parts, accountId, template, given, changeIn(given));
  return { message: 'new version of the template has been stored', template: { ...present(template), version } };
}

/** Returns a template with one of its versions. Throws not_found. */
export async function readVersion(parts: TemplateParts, accountId: number, { name, tag }: Named): Promise<object> {
  const template = await requireNamed(parts.db, accountId, name);
  const version = await versionOf(parts, accountId, template, tag);
  return { template: { ...present(template), version: presentVersion(version) } };
}

/** Changes the given properties of a version. Throws validation_error or not_found. */
export async function editVersion(
  parts: TemplateParts,
  accountId: number,
  { name, tag }: Named,
  body: FormBody,
): Promise<object> {
  const template = await requireNamed(parts.db, accountId, name);
  const version = await versionOf(parts, accountId, template, tag);
  const change = changeIn(fieldsIn(body, VERSION_CHANGE.objects['']));
  await renamed(changeVersion(parts, accountId, { template, version }, change, NAMING));
  return { message: 'version has been updated', template: { name, version: { tag } } };
}

/** Deletes a version. Throws not_found, or conflict if the version is active. */
export async function deleteVersion(parts: TemplateParts, accountId: number, { name, tag }: Named): Promise<object> {
  const template = await requireNamed(parts.db, accountId, name);
  await removeVersion(parts, accountId, template.id, (await versionOf(parts, accountId, template, tag)).id);
  return { message: 'version has been deleted', template: { name, version: { tag } } };
}

async function versionIn(
  parts: TemplateParts,
  accountId: number,
  template: TemplateRow,
  given: Given | undefined,
  change: VersionChange,
): Promise<object> {
  const tag = textOf(given, 'tag') ?? 'initial';
  if (!TAG.test(tag))
    throw faultAt('tag', 'must consist of up to 191 letters, digits, periods, hyphens, and underscores.');
  const { content } = change;
  if (!content?.html) throw faultAt('template', 'is required.');
  const whole = { ...change, name: tag, content };
  return presentVersion(await renamed(addVersion(parts, accountId, template.id, whole, NAMING)));
}

/** Reads the properties of a version. Throws validation_error. */
function changeIn(given: Given | undefined): VersionChange {
  const engine = textOf(given, 'engine') ?? 'handlebars';
  if (engine !== 'handlebars') throw faultAt('engine', 'must be handlebars.');
  const active = textOf(given, 'active')?.toLowerCase() ?? 'no';
  if (!['yes', 'no', 'true', 'false'].includes(active)) throw faultAt('active', 'must be yes or no.');
  const comment = textOf(given, 'comment');
  return {
    ...(comment !== undefined && { comment }),
    ...contentIn(textOf(given, 'template'), subjectIn(textOf(given, 'headers'))),
    ...((active === 'yes' || active === 'true') && { isActive: true as const }),
  };
}

/** Returns the content with the given HTML and subject, if any, and its source. */
function contentIn(html: string | undefined, subject: string | undefined): Pick<VersionChange, 'content' | 'source'> {
  const source = { ...(html !== undefined && { html }), ...(subject !== undefined && { subject }) };
  if (Object.keys(source).length === 0) return {};
  const converted = {
    ...(html !== undefined && { html: liquidOf(html, 'template') }),
    ...(subject !== undefined && { subject: liquidOf(subject, 'headers') }),
  };
  return { content: converted, source };
}

/** Returns the subject in the header fields of a version. Throws validation_error for other header fields. */
function subjectIn(headers: string | undefined): string | undefined {
  if (headers === undefined) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(headers);
  } catch {
    throw faultAt('headers', 'must be a JSON object.');
  }
  if (!isObject(parsed)) throw faultAt('headers', 'must be a JSON object.');
  const { Subject: subject, ...others } = parsed;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw faultAt('headers', `contains ${other}, which is not supported. Set ${other} in each message.`);
  if (subject !== undefined && typeof subject !== 'string')
    throw faultAt('headers', 'must contain the Subject as text.');
  return subject;
}

/** Returns the fields of a form as an object. Throws validation_error for repeated and unsupported fields. */
function fieldsIn({ parts }: FormBody, names: Names): Given | undefined {
  const values: Record<string, string> = {};
  for (const { file, name, value } of parts) {
    if (Object.hasOwn(values, name)) throw faultAt(name, 'must not be repeated.');
    values[name] = file ? file.toString() : value;
  }
  return objectOf(values, '', names);
}

/** Renames the fields in the errors of a request. */
async function renamed<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.errors) throw error;
    const fields: Readonly<Record<string, string>> = { html: 'template', subject: 'headers' };
    const errors = Object.entries(error.details.errors).map(([field, all]) => [fields[field] ?? field, all]);
    throw new Refusal(error.code, { ...error.details, errors: Object.fromEntries(errors) });
  }
}

async function versionOf({ db }: TemplateParts, accountId: number, template: TemplateRow, tag: string) {
  const found = (await versionsOf(db, accountId, template)).find(({ name }) => name === tag);
  if (found) return found;
  throw new Refusal('not_found', { message: `The template has no version with the tag ${tag}.` });
}

async function activeIn({ db }: TemplateParts, accountId: number, template: TemplateRow) {
  return (await versionsOf(db, accountId, template)).find(({ isActive }) => isActive);
}

function present({
  created_at: createdAt,
  description,
  id,
  name,
}: Pick<TemplateRow, 'created_at' | 'description' | 'id' | 'name'>): object {
  return { name, description: description ?? '', createdAt: timeOf(createdAt), createdBy: '', id: String(id) };
}

function presentSummary({ comment, created_at: createdAt, id, isActive, name }: TemplateVersion): object {
  const words = { tag: name, engine: 'handlebars', mjml: '', comment };
  return { ...words, createdAt: timeOf(createdAt), active: isActive, id: String(id) };
}

function presentVersion(version: TemplateVersion): object {
  const { design, html, source, subject } = version;
  const shown = html ?? (design === null ? null : htmlOfDesign(design)) ?? '';
  return {
    ...presentSummary(version),
    template: asWritten(source.html, shown, 'template'),
    ...(subject !== '' && { headers: { Subject: asWritten(source.subject, subject, 'headers') } }),
  };
}

/** Returns a text as the client wrote it, unless the text was changed since then. */
function asWritten(written: string | null | undefined, text: string, field: string): string {
  return written && liquidOf(written, field) === text ? written : text;
}

function timeOf(at: Date): string {
  return at.toUTCString().replace('GMT', 'UTC');
}
