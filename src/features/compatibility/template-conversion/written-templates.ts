import type { Database, Db } from '../../../base/db.ts';
import { htmlOfDesign } from '../../../mail/design/html.ts';
import {
  changeVersion,
  versionsOf,
  type TemplateRow,
  type TemplateVersion,
} from '../../transactional/templates/index.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';

/** The texts of a template. Absent texts stay unchanged. */
export type TemplateTexts = TemplateVersion['source'];

/** Converts a text to Liquid. Throws a validation_error on `field` for text that has no counterpart. */
export type Convert = (text: string, field: string) => string;

/**
 * Stores the texts of a template as a client wrote them, so that `writtenTexts` returns these texts. `converted` are the
 * texts that the template contains.
 */
export async function keepWritten(
  parts: { readonly db: Database; readonly html: Pick<HtmlWork, 'run'> },
  accountId: number,
  template: TemplateRow,
  { converted, written }: Readonly<Record<'written' | 'converted', TemplateTexts>>,
): Promise<void> {
  const isSame = (['subject', 'html', 'plain_text'] as const).every((name) => written[name] === converted[name]);
  if (isSame) return;
  const version = await activeOf(parts.db, accountId, template);
  if (version) await changeVersion(parts, accountId, { template, version }, { source: written }, { isUnique: false });
}

/** Returns the texts of a template as a client wrote them, except texts that were changed since then. */
export async function writtenTexts(
  db: Db,
  accountId: number,
  template: TemplateRow,
  convert: Convert,
): Promise<Readonly<Record<'subject', string>> & Readonly<Record<'html' | 'plain_text', string | null>>> {
  const { source = {} } = (await activeOf(db, accountId, template)) ?? {};
  const own = (name: keyof TemplateTexts, text: string | null): string | null => {
    const written = source[name];
    return written && text !== null && convert(written, name) === text ? written : text;
  };
  const { design, html, plain_text: text, subject } = template;
  return {
    subject: own('subject', subject) ?? '',
    html: own('html', html ?? (design === null ? null : htmlOfDesign(design))),
    plain_text: own('plain_text', text),
  };
}

async function activeOf(db: Db, accountId: number, template: TemplateRow): Promise<TemplateVersion | undefined> {
  return (await versionsOf(db, accountId, template)).find(({ isActive }) => isActive);
}
