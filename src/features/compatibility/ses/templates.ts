import type { EmailAddress } from '../../../mail/address.ts';
import { compose } from '../../../mail/compose.ts';
import { htmlOfDesign } from '../../../mail/design/html.ts';
import {
  changeTemplate,
  createTemplate,
  listNamed,
  removeTemplate,
  requireNamed,
  TEMPLATE,
  type TemplateRow,
} from '../../transactional/templates/index.ts';
import { faultAt, objectOf, textOf, type Given } from '../fields/index.ts';
import { isObject } from '../resend/index.ts';
import type { VendorParts } from '../vendors/index.ts';
import { CREATE_TEMPLATE } from './operations.ts';
import { storedTemplates } from './stored-template.ts';

export type TemplateParts = Pick<VendorParts, 'clock' | 'db' | 'html' | 'sandboxDomain'>;

const DEFAULT_PAGE = 10;
const MAX_PAGE = 100;
/** Header fields that are included in a rendered template. All other header fields depend on the message. */
const RENDERED = /^(?:date|subject|mime-version|content-.*)$/i;

/** Creates a template. Throws validation_error, or conflict if the account has a template with this name. */
export async function addTemplate(parts: TemplateParts, accountId: number, body: unknown): Promise<object> {
  const given = objectOf(body, '', CREATE_TEMPLATE.objects['']);
  const name = textOf(given, 'TemplateName') ?? '';
  const parsed = TEMPLATE.created.parse({ name, ...contentIn(given) });
  await createTemplate(parts, accountId, parsed, { isNameUnique: true });
  return {};
}

/** Replaces the content of a template. Throws validation_error or not_found. */
export async function updateTemplate(
  parts: TemplateParts,
  accountId: number,
  name: string,
  body: unknown,
): Promise<object> {
  const { id } = await requireNamed(parts.db, accountId, name);
  const given = objectOf(body, '', { taken: ['TemplateContent'] });
  await changeTemplate(parts, accountId, id, TEMPLATE.changed.parse(contentIn(given)));
  return {};
}

/** Returns a template with its content. Throws not_found. */
export async function readTemplate({ db }: TemplateParts, accountId: number, name: string): Promise<object> {
  const row = await requireNamed(db, accountId, name);
  return { TemplateName: row.name, TemplateContent: presentContent(row) };
}

/** Deletes a template. Throws not_found. */
export async function deleteTemplate(parts: TemplateParts, accountId: number, name: string): Promise<object> {
  const { id } = await requireNamed(parts.db, accountId, name);
  await removeTemplate(parts, accountId, id);
  return {};
}

/** Returns a page of the account's templates, newest first. Throws validation_error. */
export async function listTemplates(
  { db }: TemplateParts,
  accountId: number,
  query: Readonly<Record<string, unknown>>,
): Promise<object> {
  const limit = limitOf(query['PageSize']);
  const before = placeOf(query['NextToken']);
  const rows = (await listNamed(db, accountId)).filter(({ id }) => id < before);
  const page = rows.slice(0, limit);
  const last = page.at(-1)?.id;
  return {
    // Amazon SES formats times as seconds since the Unix epoch.
    TemplatesMetadata: page.map(({ created_at: createdAt, name }) => ({
      TemplateName: name,
      CreatedTimestamp: createdAt.getTime() / 1_000,
    })),
    ...(rows.length > limit && last !== undefined && { NextToken: Buffer.from(String(last)).toString('base64url') }),
  };
}

/** Renders a template as a MIME message without addresses. Throws validation_error or not_found. */
export async function renderTemplate(
  parts: TemplateParts,
  accountId: number,
  name: string,
  body: unknown,
): Promise<object> {
  await requireNamed(parts.db, accountId, name);
  const given = objectOf(body, '', { taken: ['TemplateData'] });
  const fill = storedTemplates(parts, accountId);
  const { html, subject, text } = await fill({ template: name, at: 'TemplateName' }, modelIn(given), 'TemplateData');
  // Safe cast: the sandbox domain is a valid domain.
  const address = `render@${parts.sandboxDomain}` as EmailAddress;
  const from = { name: undefined, address };
  const date = new Date(parts.clock.now());
  const content = { subject: subject ?? '', html, text, headers: [], messageId: address, date };
  const mail = compose({ from, to: [], cc: [], replyTo: [], ...content });
  const head = mail.headers
    .filter((field) => RENDERED.test(field.name))
    .map((field) => `${field.name}: ${field.value}`);
  return { RenderedTemplate: `${head.join('\r\n')}\r\n\r\n${mail.body.toString()}` };
}

function modelIn(given: Given | undefined): Readonly<Record<string, unknown>> {
  let model: unknown;
  try {
    model = JSON.parse(textOf(given, 'TemplateData') ?? '{}');
  } catch {
    throw faultAt('TemplateData', 'is not valid JSON.');
  }
  if (!isObject(model)) throw faultAt('TemplateData', 'must be a JSON object.');
  return model;
}

/** Returns the content with the field names of Postrider's own API. Fields that the request omits become empty. */
function contentIn(given: Given | undefined): Readonly<Record<string, unknown>> {
  const at = 'TemplateContent';
  const content = objectOf(given?.values[at], at, CREATE_TEMPLATE.objects.TemplateContent);
  if (!content) throw faultAt(at, 'is required.');
  return {
    subject: textOf(content, 'Subject') ?? '',
    html: textOf(content, 'Html') ?? null,
    text: textOf(content, 'Text') ?? null,
  };
}

function presentContent({ design, html, plain_text: text, subject }: TemplateRow): object {
  const shown = html ?? (design === null ? null : htmlOfDesign(design));
  return { Subject: subject, ...(shown !== null && { Html: shown }), ...(text !== null && { Text: text }) };
}

function limitOf(given: unknown): number {
  if (given === undefined || given === '') return DEFAULT_PAGE;
  const limit = typeof given === 'string' && /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > MAX_PAGE) throw faultAt('PageSize', `must be an integer from 1 to ${MAX_PAGE}.`);
  return limit;
}

function placeOf(given: unknown): number {
  if (given === undefined || given === '') return Number.POSITIVE_INFINITY;
  const text = typeof given === 'string' ? Buffer.from(given, 'base64url').toString() : '';
  if (!/^[1-9]\d{0,14}$/.test(text)) throw faultAt('NextToken', 'must be a token from an earlier response.');
  return Number(text);
}
