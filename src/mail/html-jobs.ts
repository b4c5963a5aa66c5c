import { decodeHTMLAttribute } from 'entities';
import type { LinkTokens, TokenTable } from './link-purpose.ts';
import { compileTemplate, type FaultyTemplate } from './template/compile.ts';
import { TemplateTooCostly, type TemplateSource } from './template/source.ts';
import { previewOfHtml, type PreviewMode } from './preview.ts';

/**
 * What is done with the HTML of emails that may take long, as worker processes run it: what goes in and comes out is data. All of it is pure,
 * and named as `HtmlWork` asks for it.
 */
export { inlineCss } from './campaign/inline-css.ts';
export { prepareContent } from './campaign/prepare.ts';
export { planCampaign } from './campaign/track.ts';
export { findBlocked } from './checks/blocked.ts';
export { checkCampaign } from './checks/campaign.ts';
export { checkMessage } from './checks/message.ts';
export { htmlToText } from './html-to-text.ts';
export { publicPage } from './public-page.ts';

/** What is known of a template that can be rendered. */
export interface TemplateFacts {
  /** The values of recipients that it reads, by their slots. */
  readonly slots: readonly string[];
}

/** The texts of a mail as a reader sees them. */
export interface ShownMail {
  readonly subject: string;
  readonly previewText: string | null;
  readonly html: string | null;
  readonly text: string;
}

/** Who reads a template: values by slots, and the tokens of the links. */
export interface TemplateReader {
  readonly values: Readonly<Record<string, string>>;
  readonly tokens: TokenTable;
}

/** The bytes of an email as each reader gets it, without its signature; undefined where it takes more work than an email may. */
export function measureTemplate(
  template: TemplateSource,
  readers: readonly TemplateReader[],
): readonly (number | undefined)[] | FaultyTemplate {
  const compiled = compileTemplate(template);
  if ('faults' in compiled) return compiled;
  return readers.map(({ tokens, values }) =>
    unlessTooCostly(() => {
      const mail = { to: template.from, messageId: 'size@example.org', date: new Date(0) };
      const { body, headers } = compiled.render({ ...mail, values, linkToken: (purpose) => tokens[purpose] });
      return headers.reduce((sum, { name, value }) => sum + name.length + Buffer.byteLength(value) + 4, body.length);
    }),
  );
}

/** Whether a template can be rendered, and with what. */
export function readTemplate(template: TemplateSource): TemplateFacts | FaultyTemplate {
  const compiled = compileTemplate(template);
  return 'faults' in compiled ? compiled : { slots: compiled.slots };
}

/** What each reader sees; undefined for one whose mail takes more work than a mail may. */
export function showTemplate(
  template: TemplateSource,
  readers: readonly TemplateReader[],
): readonly (ShownMail | undefined)[] | FaultyTemplate {
  const compiled = compileTemplate(template);
  if ('faults' in compiled) return compiled;
  return readers.map(({ tokens, values }) =>
    unlessTooCostly(() => {
      const recipient = { values, linkToken: (purpose: keyof TokenTable) => tokens[purpose] };
      const { html, subject, text } = compiled.texts(recipient);
      return { subject, previewText: previewOf(template, recipient), html: html ?? null, text: text ?? '' };
    }),
  );
}

function unlessTooCostly<Made>(make: () => Made): Made | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof TemplateTooCostly) return undefined;
    throw error;
  }
}

/** The preview text stands unseen within the HTML: alone it is read as a subject is. */
function previewOf(
  template: TemplateSource,
  recipient: { readonly values: TemplateReader['values']; readonly linkToken: LinkTokens },
): string | null {
  if (template.previewText === undefined) return null;
  const alone = { ...template, subject: template.previewText, previewText: undefined, html: undefined, text: '' };
  const compiled = compileTemplate(alone);
  return 'faults' in compiled ? null : compiled.texts(recipient).subject;
}

/** The HTML of a mail for a frame, with what is put into links by their addresses. */
export function frameHtml(html: string, mode: PreviewMode, marks: ReadonlyMap<string, string> = new Map()): string {
  return previewOfHtml(html, mode, (href) => marks.get(decodeHTMLAttribute(href).trim()) ?? '');
}
