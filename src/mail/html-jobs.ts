import { decodeHTMLAttribute } from 'entities';
import type { LinkTokens, TokenTable } from './link-purpose.ts';
import { compileTemplate, type FaultyTemplate } from './template/compile.ts';
import { TemplateTooCostly, type TemplateSource } from './template/source.ts';
import { previewOfHtml, type PreviewMode } from './preview.ts';

/**
 * Operations on email HTML that may take long and can run in worker processes. All are pure, and their arguments and
 * results are plain data. `HtmlWork` runs them by name.
 */
export { inlineCss } from './campaign/inline-css.ts';
export { prepareContent } from './campaign/prepare.ts';
export { planCampaign } from './campaign/track.ts';
export { findBlocked } from './checks/blocked.ts';
export { checkCampaign } from './checks/campaign.ts';
export { checkMessage } from './checks/message.ts';
export { htmlToText } from './html-to-text.ts';
export { publicPage } from './public-page.ts';
export { examineVariables } from './template/variables.ts';
export { fillVariables } from './template/variables.ts';

/** Result of checking a valid template. */
export interface TemplateFacts {
  /** Slots for the recipient values that the template uses. */
  readonly slots: readonly string[];
}

/** The content of an email as the recipient sees it. */
export interface MailPreview {
  readonly subject: string;
  readonly previewText: string | null;
  readonly html: string | null;
  readonly text: string;
}

/** Data of a recipient for rendering a template: the slot values, and the tokens for links. */
export interface TemplateReader {
  readonly values: Readonly<Record<string, string>>;
  readonly tokens: TokenTable;
}

/**
 * Returns the approximate size of the unsigned email for each recipient, in bytes. The size is undefined if rendering
 * the email is too costly (TemplateTooCostly).
 */
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

/** Checks that a template can be rendered and returns its slots. */
export function readTemplate(template: TemplateSource): TemplateFacts | FaultyTemplate {
  const compiled = compileTemplate(template);
  return 'faults' in compiled ? compiled : { slots: compiled.slots };
}

/**
 * Renders the content that each recipient sees. The result for a recipient is undefined if rendering the email is too
 * costly (TemplateTooCostly).
 */
export function showTemplate(
  template: TemplateSource,
  readers: readonly TemplateReader[],
): readonly (MailPreview | undefined)[] | FaultyTemplate {
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

/**
 * Renders the preview text separately, as if it were a subject, because the rendered HTML contains it only as hidden
 * text.
 */
function previewOf(
  template: TemplateSource,
  recipient: { readonly values: TemplateReader['values']; readonly linkToken: LinkTokens },
): string | null {
  if (template.previewText === undefined) return null;
  const alone = { ...template, subject: template.previewText, previewText: undefined, html: undefined, text: '' };
  const compiled = compileTemplate(alone);
  return 'faults' in compiled ? null : compiled.texts(recipient).subject;
}

/**
 * Returns the HTML of an email for a preview frame. `marks` contains trusted HTML to insert at the start of links, by
 * link address.
 */
export function frameHtml(html: string, mode: PreviewMode, marks: ReadonlyMap<string, string> = new Map()): string {
  return previewOfHtml(html, mode, (href) => marks.get(decodeHTMLAttribute(href).trim()) ?? '');
}
