import { Refusal } from '../../../base/refusal.ts';
import { htmlOfDesign } from '../../../mail/design/html.ts';
import {
  addVersion,
  changeTemplate,
  changeVersion,
  createTemplate,
  duplicateTemplate,
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
import { faultAt, objectOf, textOf, type Given } from '../fields/index.ts';
import { liquidOf } from '../template-conversion/index.ts';
import type { VendorParts } from '../vendors/index.ts';
import { TEMPLATE as TEMPLATE_FIELDS, VERSION } from './operations.ts';

export type TemplateParts = Pick<VendorParts, 'db' | 'html'>;

type Query = Readonly<Record<string, unknown>>;

/** SendGrid's IDs of dynamic templates. Clients recognize dynamic templates by the prefix. */
const ID = /^d-([0-9a-f]{32})$/;
const MAX_PAGE = 200;
/** Maps the tag `unsubscribe` of SendGrid's templates to the placeholder for the link of an unsubscribe group. */
const FLAVOR = { literals: { unsubscribe: '<%asm_group_unsubscribe_raw_url%>' } };
const NAMING = { isUnique: false };
/** Fields of a version that contain text with merge tags, and the columns that store them. */
const COLUMNS = { subject: 'subject', html_content: 'html', plain_content: 'plain_text' } as const;

/** Returns the ID in Postrider's own format for an ID in SendGrid's format. Returns other names unchanged. Pure. */
export function nativeName(given: string): string {
  const [, digits] = ID.exec(given) ?? [];
  return digits === undefined ? given : String(BigInt(`0x${digits}`));
}

/** Creates a template without versions. Throws validation_error. */
export async function addTemplate(parts: TemplateParts, accountId: number, body: unknown): Promise<object> {
  const given = objectOf(body, '', TEMPLATE_FIELDS.objects['']);
  const generation = textOf(given, 'generation') ?? 'dynamic';
  if (generation !== 'dynamic') throw faultAt('generation', 'must be dynamic. Legacy templates are not supported.');
  const parsed = TEMPLATE.created.parse({ name: textOf(given, 'name') ?? '' });
  return present(parts, accountId, await createTemplate(parts, accountId, { ...parsed, plain_text: '' }));
}

/** Returns a template with its versions. Throws not_found. */
export async function readTemplate(parts: TemplateParts, accountId: number, id: string): Promise<object> {
  return present(parts, accountId, await known(parts, accountId, id));
}

/** Renames a template. Throws validation_error or not_found. */
export async function editTemplate(
  parts: TemplateParts,
  accountId: number,
  id: string,
  body: unknown,
): Promise<object> {
  const { id: ownId } = await known(parts, accountId, id);
  const name = textOf(objectOf(body, '', { taken: ['name'] }), 'name') ?? '';
  return present(parts, accountId, await changeTemplate(parts, accountId, ownId, TEMPLATE.changed.parse({ name })));
}

/** Creates a template with the active version of another template. Throws validation_error or not_found. */
export async function copyTemplate(
  parts: TemplateParts,
  accountId: number,
  id: string,
  body: unknown,
): Promise<object> {
  const { id: ownId } = await known(parts, accountId, id);
  const name = textOf(objectOf(body, '', { taken: ['name'] }), 'name');
  const copy = await duplicateTemplate(parts, accountId, ownId);
  if (name === undefined) return present(parts, accountId, copy);
  return present(parts, accountId, await changeTemplate(parts, accountId, copy.id, TEMPLATE.changed.parse({ name })));
}

/** Deletes a template with its versions. Throws not_found. */
export async function deleteTemplate(parts: TemplateParts, accountId: number, id: string): Promise<void> {
  await removeTemplate(parts, accountId, (await known(parts, accountId, id)).id);
}

/** Returns a page of an account's templates with their versions, newest first. Throws validation_error. */
export async function listTemplates(
  parts: TemplateParts,
  accountId: number,
  query: Query,
  urlOf: (query: string) => string,
): Promise<object> {
  const isLegacyOnly = query['generations'] === 'legacy';
  const all = isLegacyOnly ? [] : await listNamed(parts.db, accountId);
  const size = numberOf(query, 'page_size', MAX_PAGE, MAX_PAGE);
  const start = numberOf(query, 'page_token', 0, Number.MAX_SAFE_INTEGER);
  const rows = await Promise.all(
    all.slice(start, start + size).map(async ({ id }) => known(parts, accountId, String(id))),
  );
  const shown = await Promise.all(rows.map(async (row) => present(parts, accountId, row)));
  // Without a page size, SendGrid answers in an older format.
  if (query['page_size'] === undefined) return { templates: shown };
  const link = (from: number): string => urlOf(`generations=dynamic&page_size=${size}&page_token=${from}`);
  return {
    result: shown,
    _metadata: {
      self: link(start),
      count: all.length,
      ...(start > 0 && { prev: link(Math.max(start - size, 0)) }),
      ...(start + size < all.length && { next: link(start + size) }),
    },
  };
}

/** Adds a version to a template. Throws validation_error, not_found, or conflict. */
export async function createVersion(
  parts: TemplateParts,
  accountId: number,
  id: string,
  body: unknown,
): Promise<object> {
  const template = await known(parts, accountId, id);
  const given = objectOf(body, '', VERSION.objects['']);
  const name = textOf(given, 'name');
  if (name === undefined) throw faultAt('name', 'is required.');
  const change = changeIn(given);
  // A version may be empty at first. Sending it is rejected until it has content.
  const content = change.content?.html ? change.content : { plain_text: '', ...change.content };
  const whole = { isActive: true as const, ...change, name, content };
  const { isActive, ...inactive } = whole;
  const wanted = given?.values['active'] === 0 ? inactive : { ...inactive, isActive };
  return presentVersion(template, await named(addVersion(parts, accountId, template.id, wanted, NAMING)));
}

/** Returns a version. Throws not_found. */
export async function readVersion(parts: TemplateParts, accountId: number, id: string, version: string) {
  const template = await known(parts, accountId, id);
  return presentVersion(template, await versionOf(parts, accountId, template, version));
}

/** Changes the given properties of a version. Throws validation_error or not_found. */
export async function editVersion(
  parts: TemplateParts,
  accountId: number,
  { body, id, version: versionId }: { readonly id: string; readonly version: string; readonly body: unknown },
): Promise<object> {
  const template = await known(parts, accountId, id);
  const version = await versionOf(parts, accountId, template, versionId);
  const change = changeIn(objectOf(body, '', VERSION.objects['']));
  return presentVersion(template, await named(changeVersion(parts, accountId, { template, version }, change, NAMING)));
}

/** Makes a version the active version of its template. Throws not_found. */
export async function activateVersion(
  parts: TemplateParts,
  accountId: number,
  id: string,
  version: string,
): Promise<object> {
  return editVersion(parts, accountId, { id, version, body: { active: 1 } });
}

/** Deletes a version. Throws not_found, or conflict if the version is active. */
export async function deleteVersion(
  parts: TemplateParts,
  accountId: number,
  id: string,
  version: string,
): Promise<void> {
  const template = await known(parts, accountId, id);
  await removeVersion(parts, accountId, template.id, (await versionOf(parts, accountId, template, version)).id);
}

function changeIn(given: Given | undefined): VersionChange {
  const active = given?.values['active'];
  if (active !== undefined && active !== 0 && active !== 1) throw faultAt('active', 'must be 0 or 1.');
  const texts = Object.entries(COLUMNS).flatMap(([field, column]) => {
    const value = given?.values[field];
    return value === undefined ? [] : [{ field, column, text: textOf(given, field) ?? '' }];
  });
  const name = textOf(given, 'name');
  const source = Object.fromEntries(texts.map(({ column, text }) => [column, text]));
  const testData = textOf(given, 'test_data');
  const content = Object.fromEntries(texts.map(({ column, field, text }) => [column, stored(column, text, field)]));
  return {
    ...(name !== undefined && { name }),
    ...(testData !== undefined && { comment: testData }),
    ...(texts.length > 0 && { content, source }),
    ...(active === 1 && { isActive: true }),
  };
}

function stored(column: string, text: string, field: string): string | null {
  return text === '' && column !== 'subject' ? null : liquidOf(text, field, FLAVOR);
}

/** Renames the fields in the errors of a request. */
async function named<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.errors) throw error;
    const fields: Readonly<Record<string, string>> = { html: 'html_content', text: 'plain_content' };
    const errors = Object.entries(error.details.errors).map(([field, all]) => [fields[field] ?? field, all]);
    throw new Refusal(error.code, { ...error.details, errors: Object.fromEntries(errors) });
  }
}

async function known({ db }: TemplateParts, accountId: number, id: string): Promise<TemplateRow> {
  return requireNamed(db, accountId, nativeName(id));
}

async function versionOf({ db }: TemplateParts, accountId: number, template: TemplateRow, version: string) {
  const found = (await versionsOf(db, accountId, template)).find(({ id }) => String(id) === version);
  if (found) return found;
  throw new Refusal('not_found', { message: `The template has no version with the ID ${version}.` });
}

async function present({ db }: TemplateParts, accountId: number, template: TemplateRow): Promise<object> {
  const versions = await versionsOf(db, accountId, template);
  return {
    id: idOf(template),
    name: template.name,
    generation: 'dynamic',
    updated_at: timeOf(template.updated_at),
    versions: versions.map((version) => presentVersion(template, version)),
  };
}

function presentVersion(template: TemplateRow, version: TemplateVersion): object {
  const { comment, design, html, id, isActive, name, plain_text: text, subject, updated_at: updatedAt } = version;
  const written = html ?? (design === null ? null : htmlOfDesign(design)) ?? '';
  return {
    id: String(id),
    template_id: idOf(template),
    active: isActive ? 1 : 0,
    name,
    subject: asWritten(version, 'subject', subject),
    html_content: asWritten(version, 'html', written),
    plain_content: asWritten(version, 'plain_text', text ?? ''),
    generate_plain_content: text === null,
    editor: 'code',
    test_data: comment,
    updated_at: timeOf(updatedAt),
    warnings: [],
  };
}

/** Returns a text as the client wrote it, unless the text was changed since then. */
function asWritten({ source }: TemplateVersion, column: keyof TemplateVersion['source'], text: string): string {
  const written = source[column];
  return written && liquidOf(written, column, FLAVOR) === text ? written : text;
}

function idOf({ id }: Pick<TemplateRow, 'id'>): string {
  return `d-${id.toString(16).padStart(32, '0')}`;
}

/** Formats a time like `2026-11-22 08:10:00`, in UTC. */
function timeOf(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

function numberOf(query: Query, name: string, otherwise: number, most: number): number {
  const given = query[name];
  if (given === undefined || given === '') return otherwise;
  const value = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : -1;
  if (value < 0 || value > most || (name === 'page_size' && value === 0))
    throw faultAt(name, name === 'page_size' ? `must be an integer from 1 to ${most}.` : 'is not a valid page token.');
  return value;
}
