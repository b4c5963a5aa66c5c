import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import {
  changeTemplate,
  createTemplate,
  listNamed,
  removeTemplate,
  requireNamed,
  TEMPLATE,
  tryContent,
  type TemplateRow,
} from '../../transactional/templates/index.ts';
import { isObject } from '../resend/index.ts';
import { keepWritten, liquidOfMustachio, writtenTexts, type TemplateTexts } from '../template-conversion/index.ts';
import { CODES, failure } from './failure.ts';
import { readFields, textIn, type Fields } from './fields.ts';
import { TEMPLATE_CONTENT, TEMPLATE_TRIAL } from './operations.ts';
import { pageIn, readQuery } from './query.ts';
import type { PostmarkParts } from './route-parts.ts';

/** Creates a template. Throws validation_error with the field names of this API. */
export async function addTemplate(parts: PostmarkParts, { accountId }: Principal, body: unknown): Promise<object> {
  const fields = readFields(body, TEMPLATE_CONTENT.objects['']);
  requireStandard(fields);
  const texts = textsIn(fields);
  const named = { name: textIn(fields, 'Name') ?? '', ...aliasIn(fields, body) };
  const given = TEMPLATE.created.parse({ ...named, ...nativeTexts(texts.converted) });
  const made = await createTemplate(parts, accountId, given);
  await keepWritten(parts, accountId, made, texts);
  return presentSummary(made);
}

/**
 * Changes the given properties of a template. Throws validation_error, or the vendor's error if the template does not
 * exist.
 */
export async function editTemplate(
  parts: PostmarkParts,
  { accountId }: Principal,
  named: string,
  body: unknown,
): Promise<object> {
  const { id } = await known(parts, accountId, named);
  const fields = readFields(body, TEMPLATE_CONTENT.objects['']);
  requireStandard(fields);
  const texts = textsIn(fields);
  const name = textIn(fields, 'Name');
  const change = { ...(name !== undefined && { name }), ...aliasIn(fields, body) };
  const given = TEMPLATE.changed.parse({ ...change, ...nativeTexts(texts.converted) });
  const changed = await changeTemplate(parts, accountId, id, given);
  await keepWritten(parts, accountId, changed, texts);
  return presentSummary(changed);
}

/** Returns a template with its content. Throws the vendor's error for an unknown template. */
export async function readTemplate(parts: PostmarkParts, { accountId }: Principal, named: string): Promise<object> {
  const row = await known(parts, accountId, named);
  const texts = await writtenTexts(parts.db, accountId, row, liquidOfMustachio);
  return {
    ...presentSummary(row),
    Subject: texts.subject,
    HtmlBody: texts.html,
    TextBody: texts.plain_text,
    AssociatedServerId: accountId,
  };
}

/** Deletes a template. Throws the vendor's error for an unknown template. */
export async function deleteTemplate(parts: PostmarkParts, { accountId }: Principal, named: string): Promise<object> {
  const { id } = await known(parts, accountId, named);
  await removeTemplate(parts, accountId, id);
  return { ErrorCode: 0, Message: `Template ${id} removed.` };
}

/** Returns a page of an account's templates without their content, newest first. */
export async function listTemplates(
  { db }: PostmarkParts,
  { accountId }: Principal,
  given: Readonly<Record<string, unknown>>,
): Promise<object> {
  const query = readQuery(given, ['count', 'offset', 'templatetype', 'layouttemplate']);
  const { limit, offset } = pageIn(query);
  const kind = query.get('templatetype')?.toLowerCase() ?? 'all';
  const isNone = kind === 'layout' || query.has('layouttemplate');
  const all = isNone ? [] : await listNamed(db, accountId);
  return { TotalCount: all.length, Templates: all.slice(offset, offset + limit).map(presentSummary) };
}

/** Checks the content in a request without storing it, and renders it with the values of a model. */
export async function validateTemplate(parts: PostmarkParts, { accountId }: Principal, body: unknown): Promise<object> {
  const fields = readFields(body, TEMPLATE_TRIAL.objects['']);
  requireStandard(fields);
  const about = { model: modelIn(fields), isStrict: false, field: 'TestRenderModel' };
  const { content, errors: early } = trialContent(fields);
  const tried = early ? { errors: early } : await tryContent(parts, accountId, content, about);
  const errors = 'errors' in tried ? tried.errors : {};
  const filled = 'filled' in tried ? tried.filled : undefined;
  const section = (field: string, rendered: string | undefined): object => ({
    ContentIsValid: errors[field] === undefined,
    ValidationErrors: (errors[field] ?? []).map((Message) => ({ Message, Line: null, CharacterPosition: null })),
    RenderedContent: rendered ?? null,
  });
  return {
    AllContentIsValid: filled !== undefined,
    Subject: section('subject', filled?.subject),
    HtmlBody: section('html', filled?.html),
    TextBody: section('text', content.plain_text === null ? undefined : filled?.text),
    SuggestedTemplateModel: 'variables' in tried ? suggestedModel(tried.variables) : {},
  };
}

/** Returns the content of a request, and the errors in its tags by field, if any. */
function trialContent(fields: Fields) {
  const errors: Record<string, readonly string[]> = {};
  const converted = (name: string, own: string): string | null => {
    try {
      const text = textIn(fields, name);
      return text === undefined ? null : liquidOfMustachio(text, own);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors[own] = error.details.errors?.[own] ?? [];
      return null;
    }
  };
  const subject = converted('Subject', 'subject') ?? '';
  const content = { subject, html: converted('HtmlBody', 'html'), plain_text: converted('TextBody', 'text') };
  return { content, errors: Object.keys(errors).length > 0 ? errors : undefined };
}

function modelIn(fields: Fields): Readonly<Record<string, unknown>> {
  const model = fields.get('testrendermodel') ?? {};
  if (!isObject(model)) throw invalid({ TestRenderModel: ['must be an object.'] });
  return model;
}

/** Returns a model with an example for each variable. Variables with a period are properties of objects. */
function suggestedModel(
  variables: readonly { readonly name: string; readonly isStructure: boolean }[],
): Record<string, unknown> {
  const model: Record<string, unknown> = {};
  for (const { isStructure, name } of variables) {
    const keys = name.split('.');
    let at = model;
    for (const key of keys.slice(0, -1)) {
      const inner = isObject(at[key]) ? at[key] : {};
      at[key] = inner;
      at = inner;
    }
    at[keys.at(-1) ?? name] ??= isStructure ? [] : `${keys.at(-1)}_Value`;
  }
  return model;
}

async function known({ db }: PostmarkParts, accountId: number, named: string): Promise<TemplateRow> {
  try {
    return await requireNamed(db, accountId, named);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    throw failure(CODES.templates, `${error.details.message ?? ''} ${error.details.fix ?? ''}`);
  }
}

/** The columns that contain texts, and the fields of this API. */
const TEXTS = { subject: 'Subject', html: 'HtmlBody', plain_text: 'TextBody' } as const;

/** Returns the given texts as written and converted to Liquid. Throws validation_error. */
function textsIn(fields: Fields): Readonly<Record<'written' | 'converted', TemplateTexts>> {
  const given = Object.entries(TEXTS).flatMap(([column, field]): [string, string, string][] => {
    const text = textIn(fields, field);
    return text === undefined ? [] : [[column, field, text]];
  });
  return {
    written: Object.fromEntries(given.map(([column, _, text]) => [column, text])),
    converted: Object.fromEntries(given.map(([column, field, text]) => [column, liquidOfMustachio(text, field)])),
  };
}

/** Returns texts under the names of Postrider's own API. */
function nativeTexts({ plain_text: text, ...texts }: TemplateTexts): Record<string, unknown> {
  return { ...texts, ...(text !== undefined && { text }) };
}

/** Returns the alias. An empty alias or null removes it. */
function aliasIn(fields: Fields, body: unknown): { readonly alias?: string | null } {
  const alias = textIn(fields, 'Alias');
  const isRemoved = isObject(body) && Object.keys(body).some((name) => name.toLowerCase() === 'alias');
  return alias === undefined && !isRemoved ? {} : { alias: alias ?? null };
}

function requireStandard(fields: Fields): void {
  const type = textIn(fields, 'TemplateType');
  if (type === undefined || type.toLowerCase() === 'standard') return;
  throw invalid({ TemplateType: ['must be Standard. Include the layout in each template.'] });
}

function presentSummary({ alias, id, name }: Pick<TemplateRow, 'alias' | 'id' | 'name'>): object {
  return { TemplateId: id, Name: name, Active: true, Alias: alias, TemplateType: 'Standard', LayoutTemplate: null };
}
