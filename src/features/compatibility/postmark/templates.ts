import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { htmlOfDesign } from '../../../mail/design/html.ts';
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
import { CODES, failure } from './failure.ts';
import { readFields, textIn, type Fields } from './fields.ts';
import { TEMPLATE_CONTENT, TEMPLATE_TRIAL } from './operations.ts';
import { pageIn, readQuery } from './query.ts';
import type { PostmarkParts } from './route-parts.ts';

const ALIAS = /^[a-z][\w.-]{0,99}$/i;

/** Creates a template. Throws validation_error with the field names of this API. */
export async function addTemplate(parts: PostmarkParts, { accountId }: Principal, body: unknown): Promise<object> {
  const fields = readFields(body, TEMPLATE_CONTENT.objects['']);
  requireStandard(fields);
  const given = TEMPLATE.created.parse({ name: '', ...contentIn(fields) });
  const made = await createTemplate(parts, accountId, { ...given, ...aliasIn(fields, body) });
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
  const given = TEMPLATE.changed.parse(contentIn(fields));
  return presentSummary(await changeTemplate(parts, accountId, id, { ...given, ...aliasIn(fields, body) }));
}

/** Returns a template with its content. Throws the vendor's error for an unknown template. */
export async function readTemplate(parts: PostmarkParts, { accountId }: Principal, named: string): Promise<object> {
  const row = await known(parts, accountId, named);
  return {
    ...presentSummary(row),
    Subject: row.subject,
    HtmlBody: row.html ?? (row.design === null ? null : htmlOfDesign(row.design)),
    TextBody: row.plain_text,
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
  const content = trialContent(fields);
  const about = { model: modelIn(fields), isStrict: false, field: 'TestRenderModel' };
  const tried = await tryContent(parts, accountId, content, about);
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

function trialContent(fields: Fields): Pick<TemplateRow, 'subject' | 'html' | 'plain_text'> {
  return {
    subject: textIn(fields, 'Subject') ?? '',
    html: textIn(fields, 'HtmlBody') ?? null,
    plain_text: textIn(fields, 'TextBody') ?? null,
  };
}

function modelIn(fields: Fields): Readonly<Record<string, unknown>> {
  const model = fields.get('testrendermodel') ?? {};
  if (!isObject(model)) throw invalid({ TestRenderModel: ['must be an object.'] });
  return model;
}

/** Returns a model with an example for each variable. Variables with a period are properties of objects. */
function suggestedModel(variables: readonly string[]): Record<string, unknown> {
  const model: Record<string, unknown> = {};
  for (const variable of variables) {
    const keys = variable.split('.');
    let at = model;
    for (const key of keys.slice(0, -1)) {
      const inner = isObject(at[key]) ? at[key] : {};
      at[key] = inner;
      at = inner;
    }
    at[keys.at(-1) ?? variable] ??= `${keys.at(-1)}_Value`;
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

/** Returns the given properties under the names of Postrider's own API. */
function contentIn(fields: Fields): Record<string, unknown> {
  const names = { Name: 'name', Subject: 'subject', HtmlBody: 'html', TextBody: 'text' };
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, own]): [string, string][] => {
      const text = textIn(fields, name);
      return text === undefined ? [] : [[own, text]];
    }),
  );
}

/** Returns the alias. An empty alias or null removes it. Throws validation_error if the alias is invalid. */
function aliasIn(fields: Fields, body: unknown): { readonly alias?: string | null } {
  const alias = textIn(fields, 'Alias');
  const isRemoved = isObject(body) && Object.keys(body).some((name) => name.toLowerCase() === 'alias');
  if (alias === undefined) return isRemoved ? { alias: null } : {};
  if (ALIAS.test(alias)) return { alias };
  throw invalid({
    Alias: ['must start with a letter and consist of up to 100 letters, digits, periods, hyphens, and underscores.'],
  });
}

function requireStandard(fields: Fields): void {
  const type = textIn(fields, 'TemplateType');
  if (type === undefined || type.toLowerCase() === 'standard') return;
  throw invalid({ TemplateType: ['must be Standard. Include the layout in each template.'] });
}

function presentSummary({ alias, id, name }: Pick<TemplateRow, 'alias' | 'id' | 'name'>): object {
  return { TemplateId: id, Name: name, Active: true, Alias: alias, TemplateType: 'Standard', LayoutTemplate: null };
}
