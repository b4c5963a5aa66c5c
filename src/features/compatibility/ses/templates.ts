import type { EmailAddress } from '../../../mail/address.ts';
import { compose } from '../../../mail/compose.ts';
import {
  changeTemplate,
  createTemplate,
  listNamed,
  removeTemplate,
  requireNamed,
  TEMPLATE,
} from '../../transactional/templates/index.ts';
import { faultAt, objectOf, pathOf, textOf, type Given } from '../fields/index.ts';
import { isObject } from '../resend/index.ts';
import { keepWritten, writtenTexts, type TemplateTexts } from '../template-conversion/index.ts';
import type { VendorParts } from '../vendors/index.ts';
import { CREATE_TEMPLATE } from './operations.ts';
import { storedLiquid, templateFiller } from './stored-template.ts';

export type TemplateParts = Pick<VendorParts, 'clock' | 'db' | 'html' | 'sandboxDomain'>;

const DEFAULT_PAGE = 10;
const MAX_PAGE = 100;
/** Header fields that are included in a rendered template. All other header fields depend on the message. */
const RENDERED = /^(?:date|subject|mime-version|content-.*)$/i;

/** Creates a template. Throws validation_error, or conflict if the account has a template with this name. */
export async function addTemplate(parts: TemplateParts, accountId: number, body: unknown): Promise<object> {
  const given = objectOf(body, '', CREATE_TEMPLATE.objects['']);
  const name = textOf(given, 'TemplateName') ?? '';
  const texts = textsIn(given);
  const parsed = TEMPLATE.created.parse({ name, ...nativeTexts(texts.converted) });
  const made = await createTemplate(parts, accountId, parsed, { isNameUnique: true });
  await keepWritten(parts, accountId, made, texts);
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
  const texts = textsIn(given);
  const changed = await changeTemplate(parts, accountId, id, TEMPLATE.changed.parse(nativeTexts(texts.converted)));
  await keepWritten(parts, accountId, changed, texts);
  return {};
}

/** Returns a template with its content. Throws not_found. */
export async function readTemplate({ db }: TemplateParts, accountId: number, name: string): Promise<object> {
  const row = await requireNamed(db, accountId, name);
  const { html, plain_text: text, subject } = await writtenTexts(db, accountId, row, storedLiquid);
  const bodies = { ...(html !== null && { Html: html }), ...(text !== null && { Text: text }) };
  return { TemplateName: row.name, TemplateContent: { Subject: subject, ...bodies } };
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
  const fill = templateFiller(parts, accountId);
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

/**
 * Returns the texts of a template as written and converted to Liquid. Texts that the request omits become empty. Throws
 * validation_error.
 */
function textsIn(given: Given | undefined): Readonly<Record<'written' | 'converted', TemplateTexts>> {
  const at = 'TemplateContent';
  const content = objectOf(given?.values[at], at, CREATE_TEMPLATE.objects.TemplateContent);
  if (!content) throw faultAt(at, 'is required.');
  const [subject = '', html = null, text = null] = ['Subject', 'Html', 'Text'].map((name) => textOf(content, name));
  const converted = (name: string, written: string | null): string | null =>
    written === null ? null : storedLiquid(written, pathOf(content, name));
  return {
    written: { subject, html, plain_text: text },
    converted: {
      subject: converted('Subject', subject),
      html: converted('Html', html),
      plain_text: converted('Text', text),
    },
  };
}

/** Returns texts under the names of Postrider's own API. */
function nativeTexts({ html, plain_text: text, subject }: TemplateTexts): Readonly<Record<string, unknown>> {
  return { subject, html, text };
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
