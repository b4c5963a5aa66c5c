import type { Database, Db } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { contentErrors, oneBody } from '../mail-content/index.ts';
import { titleOfCopy } from '../../../http/resource/routes.ts';
import { ownRow } from '../../../http/resource/rows.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import type { Variable } from '../../../mail/template/variable-uses.ts';
import type { ContentWithVariables } from '../../../mail/template/variables.ts';
import { lockAccount } from '../../tenants/accounts/index.ts';
import { MAX_NAME_CHARACTERS, MAX_TEMPLATES } from './limits.ts';
import {
  deleteTemplate,
  insertTemplate,
  summaries,
  templates,
  templateWithAlias,
  templateWithName,
  updateTemplate,
} from './queries.ts';
import { TEMPLATE, type TemplateChange, type TemplateFields, type TemplateRow } from './resource.ts';

export interface TemplateParts {
  readonly db: Database;
  readonly html: Pick<HtmlWork, 'run'>;
}

/** A parsed change to a template. Clients of vendor-compatible APIs can also change the description. */
type DescribedChange = TemplateChange & { readonly description?: string | null };

/**
 * Creates a template. Throws validation_error with the position of each error in the content. Throws conflict if the
 * account has the maximum number of templates, a template with the same alias or, with `isNameUnique`, a template with
 * the same name.
 */
export async function createTemplate(
  { db, html }: TemplateParts,
  account_id: number,
  given: DescribedChange,
  { isNameUnique = false } = {},
): Promise<TemplateRow> {
  const fields = await examined(html, account_id, { ...TEMPLATE.blank, ...given, ...oneBody(given) });
  return db.transaction(async (tx) => {
    await lockAccount(tx, account_id);
    await requireFreeAlias(tx, account_id, given.alias);
    if (isNameUnique) await requireFreeName(tx, account_id, fields.name);
    if (((await summaries.count(tx, account_id))[0]?.total ?? 0) >= MAX_TEMPLATES) {
      throw new Refusal('conflict', {
        message: `The account already has ${MAX_TEMPLATES} templates, which is the maximum.`,
        fix: 'Delete templates that are no longer used.',
      });
    }
    const [made] = await insertTemplate(tx, { ...fields, account_id });
    if (!made) throw new Error('Template missing after insert');
    return ownRow(templates, tx, account_id, made.id);
  });
}

/**
 * Creates a template with the content of another template. Throws forbidden or not_found if the account has no such
 * template, and the same errors as `createTemplate`.
 */
export async function duplicateTemplate(parts: TemplateParts, accountId: number, id: number): Promise<TemplateRow> {
  const row = await ownRow(templates, parts.db, accountId, id);
  return createTemplate(parts, accountId, { ...row, alias: null, name: titleOfCopy(row.name, MAX_NAME_CHARACTERS) });
}

/**
 * Changes the given fields of a template. Emails that were sent or drafted from the template stay unchanged. Throws
 * forbidden, not_found, validation_error, or, if another template has the alias, conflict.
 */
export async function changeTemplate(
  { db, html }: TemplateParts,
  account_id: number,
  id: number,
  given: DescribedChange,
): Promise<TemplateRow> {
  const before = await ownRow(templates, db, account_id, id);
  const fields = await examined(html, account_id, { ...before, ...given, ...oneBody(given) });
  return db.transaction(async (tx) => {
    await lockAccount(tx, account_id);
    await requireFreeAlias(tx, account_id, given.alias, id);
    const [changed] = await updateTemplate(tx, { ...fields, id, account_id });
    await ownObject(changed, async () => templates.anywhere(tx, id));
    return ownRow(templates, tx, account_id, id);
  });
}

/** Throws conflict if another template has the alias. The caller must have locked the account. */
async function requireFreeAlias(
  db: Db,
  accountId: number,
  alias: string | null | undefined,
  id?: number,
): Promise<void> {
  const [other] = alias ? await templateWithAlias(db, accountId, alias) : [];
  if (!other || other.id === id) return;
  throw new Refusal('conflict', {
    message: `The template ${other.id} already has the alias ${alias}.`,
    fix: 'Use another alias, or change this template.',
  });
}

/** Throws conflict if a template has the name. The caller must have locked the account. */
async function requireFreeName(db: Db, accountId: number, name: string): Promise<void> {
  const [other] = await templateWithName(db, accountId, name);
  if (!other) return;
  throw new Refusal('conflict', {
    message: `A template with the name ${name} already exists.`,
    fix: 'Change this template, or use another name.',
  });
}

/** Soft-deletes a template. Throws forbidden or not_found. */
export async function removeTemplate({ db }: Pick<TemplateParts, 'db'>, accountId: number, id: number): Promise<void> {
  const [gone] = await deleteTemplate(db, accountId, id);
  await ownObject(gone, async () => templates.anywhere(db, id));
}

/** Returns the content of a template for rendering. Pure. */
export function contentOf({
  design,
  html,
  inlines_css: inlineCss,
  plain_text: text,
  preview_text: previewText,
  subject,
}: Omit<TemplateFields, 'name' | 'alias' | 'description' | 'variables'>): ContentWithVariables {
  return {
    subject,
    previewText: previewText ?? undefined,
    html: html ?? undefined,
    design: design ?? undefined,
    text: text ?? undefined,
    inlineCss,
  };
}

/** Returns the variables of a template in alphabetical order. Pure. */
export function variablesOf({ variables }: Pick<TemplateFields, 'variables'>): Pick<Variable, 'name' | 'required'>[] {
  return Object.entries(variables)
    .map(([name, required]) => ({ name, required }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/**
 * Returns the template fields with the variables that their content uses. Throws validation_error for errors in the
 * content.
 */
export async function examined<Fields extends TemplateFields>(
  work: TemplateParts['html'],
  accountId: number,
  fields: Fields,
): Promise<Fields> {
  if (fields.html === null && fields.design === null && fields.plain_text === null) {
    throw invalid({ html: ['is required unless `design` or `text` is given.'] });
  }
  const found = await work.run(accountId, 'examineVariables', contentOf(fields));
  if ('faults' in found) throw invalid(contentErrors(found.faults));
  return { ...fields, variables: Object.fromEntries(found.variables.map(({ name, required }) => [name, required])) };
}
