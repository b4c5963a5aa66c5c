import type { Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { ownRow } from '../../../http/resource/rows.ts';
import { lockAccount } from '../../tenants/accounts/index.ts';
import { MAX_VERSIONS } from './limits.ts';
import { templates, updateTemplate } from './queries.ts';
import type { TemplateChange, TemplateRow } from './resource.ts';
import { examined, type TemplateParts } from './templates.ts';
import {
  activeVersion,
  deleteVersion,
  insertVersion,
  setActiveVersion,
  writeVersion,
  updateVersion,
  versionRows,
  type VersionContent,
  type VersionRow,
} from './version-queries.ts';

export interface TemplateVersion extends Omit<VersionRow, 'content'>, VersionContent {
  readonly isActive: boolean;
}

/** Properties of a version. In a change, absent properties are not changed. */
export interface VersionChange {
  readonly name?: string;
  readonly comment?: string;
  readonly content?: TemplateChange;
  /** The content as the client wrote it. Required if `content` is given. */
  readonly source?: VersionRow['source'];
  readonly isActive?: true;
}

interface Naming {
  /** Whether two versions of a template cannot have the same name. */
  readonly isUnique: boolean;
}

/** Name of the version that contains the content that the template had before its first version. */
const FIRST = 'initial';

/**
 * Returns the versions of a template, oldest first. A template whose content was not created as a version has one
 * version with the ID 0. A template without content has no versions.
 */
export async function versionsOf(
  db: Db,
  accountId: number,
  template: TemplateRow,
): Promise<readonly TemplateVersion[]> {
  const rows = await versionRows(db, accountId, template.id);
  if (rows.length > 0) return rows.map((row) => withContent(row, template));
  if (isEmpty(template)) return [];
  const { created_at, updated_at } = template;
  const implicit = { id: 0, name: FIRST, comment: '', source: {}, content: null, created_at, updated_at };
  return [withContent(implicit, template)];
}

/**
 * Adds a version to a template. The first version is always active. Throws validation_error for errors in the content,
 * forbidden or not_found for the template, and conflict if the template has the maximum number of versions or, with
 * `isUnique`, a version with the same name.
 */
export async function addVersion(
  { db, html }: TemplateParts,
  accountId: number,
  templateId: number,
  given: VersionChange & { readonly name: string; readonly content: TemplateChange },
  naming: Naming,
): Promise<TemplateVersion> {
  const template = await ownRow(templates, db, accountId, templateId);
  const content = contentIn(await examined(html, accountId, { ...template, ...NO_BODY, ...given.content }));
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const row = await ownRow(templates, tx, accountId, templateId);
    await keepFirst(tx, accountId, row);
    const others = await versionRows(tx, accountId, templateId);
    if (others.length >= MAX_VERSIONS) {
      throw new Refusal('conflict', {
        message: `The template already has ${MAX_VERSIONS} versions, which is the maximum.`,
        fix: 'Delete versions that are no longer used.',
      });
    }
    requireFreeName(others, given.name, naming);
    const { comment = '', name, source = {} } = given;
    const words = { account_id: accountId, template_id: templateId, name, comment };
    const json = { content: JSON.stringify(content), source: JSON.stringify(source) };
    const [made] = await insertVersion(tx, { ...words, ...json });
    const id = made?.id ?? 0;
    if (given.isActive || others.length === 0) await activate(tx, accountId, row, id);
    return heldVersion(tx, accountId, templateId, id);
  });
}

/**
 * Changes a version, and activates it if `isActive` is given. Throws validation_error for errors in the content,
 * not_found if the version or the template does not exist, and conflict if names must be unique and the new name is
 * taken.
 */
export async function changeVersion(
  { db, html }: TemplateParts,
  accountId: number,
  { template, version }: { readonly template: TemplateRow; readonly version: TemplateVersion },
  given: VersionChange,
  naming: Naming,
): Promise<TemplateVersion> {
  const { id, isActive: wasActive, ...before } = version;
  const content =
    given.content &&
    contentIn(await examined(html, accountId, { ...template, ...contentIn(before), ...given.content }));
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const row = await ownRow(templates, tx, accountId, template.id);
    const versionId = (await keepFirst(tx, accountId, row)) ?? id;
    const { name, comment } = await heldVersion(tx, accountId, template.id, versionId);
    if (given.name !== undefined && given.name !== name) {
      requireFreeName(await versionRows(tx, accountId, template.id), given.name, naming);
    }
    const words = { name: given.name ?? name, comment: given.comment ?? comment };
    const source = JSON.stringify({ ...before.source, ...given.source });
    await updateVersion(tx, { account_id: accountId, id: versionId, ...words, source });
    if (content) await writeContent(tx, accountId, row, versionId, content);
    if (given.isActive && !wasActive) {
      await activate(tx, accountId, await ownRow(templates, tx, accountId, template.id), versionId);
    }
    return heldVersion(tx, accountId, template.id, versionId);
  });
}

/** Deletes a version. Throws conflict if the version is active. */
export async function removeVersion(
  { db }: Pick<TemplateParts, 'db'>,
  accountId: number,
  templateId: number,
  versionId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const [active] = await activeVersion(tx, accountId, templateId);
    if (versionId === 0 || active?.version_id === versionId) {
      throw new Refusal('conflict', {
        message: 'The active version cannot be deleted.',
        fix: 'Activate another version first, or delete the template.',
      });
    }
    await deleteVersion(tx, accountId, versionId);
  });
}

/** Returns whether a template has no content. Pure. */
export function isEmpty({ design, html, plain_text: text }: TemplateRow): boolean {
  return html === null && design === null && (text === null || text === '');
}

const NO_BODY = { html: null, design: null, plain_text: null, subject: '', preview_text: null };

export function contentIn({
  design,
  html,
  inlines_css,
  plain_text,
  preview_text,
  subject,
  variables,
}: VersionContent): VersionContent {
  return { design, html, inlines_css, plain_text, preview_text, subject, variables };
}

function withContent({ content, ...row }: VersionRow, template: TemplateRow): TemplateVersion {
  return { ...row, ...contentIn(content ?? template), isActive: content === null };
}

async function heldVersion(tx: Tx, accountId: number, templateId: number, id: number): Promise<TemplateVersion> {
  const row = (await versionRows(tx, accountId, templateId)).find((each) => each.id === id);
  if (!row) throw new Refusal('not_found', { message: 'The template has no such version.' });
  return withContent(row, await ownRow(templates, tx, accountId, templateId));
}

/**
 * Creates a version for content that a template got without versions. Returns its ID, or undefined if the template has
 * versions or no content.
 */
async function keepFirst(tx: Tx, accountId: number, template: TemplateRow): Promise<number | undefined> {
  const [active] = await activeVersion(tx, accountId, template.id);
  if (isEmpty(template) || active?.version_id) return undefined;
  const words = { account_id: accountId, template_id: template.id, name: FIRST, comment: '' };
  const [made] = await insertVersion(tx, { ...words, content: null, source: '{}' });
  await setActiveVersion(tx, accountId, template.id, made?.id ?? 0);
  return made?.id;
}

/** Moves the template's content to its active version, and the content of another version to the template. */
async function activate(tx: Tx, account_id: number, template: TemplateRow, versionId: number): Promise<void> {
  const row = (await versionRows(tx, account_id, template.id)).find(({ id }) => id === versionId);
  if (!row?.content) return;
  const [active] = await activeVersion(tx, account_id, template.id);
  if (active?.version_id) {
    const content = JSON.stringify(contentIn(template));
    await writeVersion(tx, account_id, active.version_id, content);
  }
  await writeVersion(tx, account_id, versionId, null);
  await updateTemplate(tx, { ...template, ...row.content, account_id });
  await setActiveVersion(tx, account_id, template.id, versionId);
}

async function writeContent(
  tx: Tx,
  account_id: number,
  template: TemplateRow,
  versionId: number,
  content: VersionContent,
): Promise<void> {
  const [active] = await activeVersion(tx, account_id, template.id);
  if (active?.version_id === versionId) await updateTemplate(tx, { ...template, ...content, account_id });
  else await writeVersion(tx, account_id, versionId, JSON.stringify(content));
}

function requireFreeName(others: readonly VersionRow[], name: string, { isUnique }: Naming): void {
  if (!isUnique || others.every((other) => other.name !== name)) return;
  throw new Refusal('conflict', {
    message: `The template already has a version with the name ${name}.`,
    fix: 'Change this version, or use another name.',
  });
}
