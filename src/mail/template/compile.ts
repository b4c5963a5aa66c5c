import { hasRoom } from '../compose.ts';
import { PREHEADER_BEGIN, preheaderEnd } from '../preheader.ts';
import { type LinkTokens, oncePerPurpose, recipientLink } from '../link-purpose.ts';
import { compileSkeleton, type MailTemplate, type Skeleton } from '../skeleton.ts';
import { escapeHtml, hasSlots, isLink, type TemplateField, type TemplateText, valueOfSlot } from '../template.ts';
import { createDateWriter } from './dates.ts';
import { createFaultList } from './faults.ts';
import { createWork } from './language.ts';
import { type CompiledPart, compilePart, type Compute, type PartParts } from './part.ts';
import { MAX_TRACKING_CHARACTERS, type TemplateFault, type TemplatePart, type TemplateSource } from './source.ts';
import { startOfBody, parseTemplateHtml } from './parsed-html.ts';
import { textOfHtml } from './html-as-text.ts';
import { variablesOf, type Variable } from './variable-uses.ts';

/** Recipient data for rendering the subject and bodies of a template. */
interface TextsRecipient {
  readonly values: Readonly<Record<string, string>>;
  /** Returns the recipient's link tokens. Called only if there are links. */
  readonly linkToken: LinkTokens;
}

/** The rendered subject and bodies of an email. */
interface MailTexts {
  readonly subject: string;
  readonly html: string | undefined;
  /** May be undefined if the text is generated from the HTML. */
  readonly text: string | undefined;
}

/** A template that can be rendered. */
export interface CompiledTemplate extends Skeleton {
  /**
   * Whether the template only inserts plain values, without conditions, loops, or other parts that LiquidJS renders.
   */
  readonly isSkeleton: boolean;
  /** Warnings about merge tags that may be empty for some recipients. */
  readonly warnings: readonly TemplateFault[];
  /** Slots for the recipient values that the template uses. */
  readonly slots: readonly string[];
  /** The template's variables. Empty unless the source sets `hasVariables`. */
  readonly variables: readonly Variable[];
  /** Names of merge tags that may be empty for some recipients. */
  readonly gaps: readonly string[];
  /** Renders the subject and bodies for one recipient. Throws TemplateTooCostly like `render`. */
  texts(recipient: TextsRecipient): MailTexts;
}

/** A template that cannot be rendered, with its errors. */
export interface FaultyTemplate {
  readonly faults: readonly TemplateFault[];
}

/**
 * Compiles a bulk email that is written in Liquid or already split at its slots. Rendering throws TemplateTooCostly if
 * an email exceeds a work limit.
 */
export function compileTemplate(template: MailTemplate | TemplateSource): CompiledTemplate | FaultyTemplate {
  if (!('names' in template)) return plainly(template, { warnings: [], variables: [], gaps: [] });
  const work = createWork();
  const parts = compileParts(template, {
    names: template.names,
    ...(template.hasVariables && { hasVariables: true }),
    links: template.linkPrefixes.length,
    added: template.isTracked ? MAX_TRACKING_CHARACTERS : 0,
    work,
    writeDate: createDateWriter(template.timeZone),
  });
  if ('faults' in parts) return parts;
  const { computes, gaps, mail, read, variables, warnings } = parts;
  if (computes.length === 0) return plainly(mail, { warnings, variables, gaps });
  const skeleton = compileSkeleton(mail);
  /** Returns a copy of the recipient that also contains the values computed by LiquidJS. */
  function computed<Recipient extends TextsRecipient>(recipient: Recipient): Recipient {
    const linkToken = oncePerPurpose(recipient.linkToken);
    work.reading = { values: recipient.values, linkPrefixes: mail.linkPrefixes, tokenOf: linkToken };
    work.steps = 0;
    const values = { ...recipient.values };
    let memory: Parameters<Compute>[1];
    for (const compute of computes) memory = compute(values, memory);
    return { ...recipient, values, linkToken };
  }
  return {
    isSkeleton: false,
    warnings,
    variables,
    gaps,
    slots: [...new Set([...slotsIn(mail), ...read])],
    render: (recipient) => skeleton.render(computed(recipient)),
    texts: (recipient) => writtenTexts(mail, computed(recipient)),
  };
}

/** Compiles a template without computed parts. */
function plainly(
  mail: MailTemplate,
  examined: Pick<CompiledTemplate, 'warnings' | 'variables' | 'gaps'>,
): CompiledTemplate {
  return {
    ...compileSkeleton(mail),
    ...examined,
    isSkeleton: true,
    slots: slotsIn(mail),
    texts: (recipient) => writtenTexts(mail, recipient),
  };
}

interface Parts {
  readonly mail: MailTemplate;
  /** Names of the slots whose values LiquidJS reads. */
  readonly read: readonly string[];
  readonly computes: readonly Compute[];
  readonly warnings: readonly TemplateFault[];
  readonly variables: readonly Variable[];
  readonly gaps: readonly string[];
}

/** Compiles all parts and collects the errors in all of them. */
function compileParts(template: TemplateSource, shared: PartParts): Parts | FaultyTemplate {
  const faults: TemplateFault[] = [];
  const compiled: CompiledPart[] = [];
  const compile = (where: TemplatePart, source: string | undefined): CompiledPart | undefined => {
    if (source === undefined) return undefined;
    const part = compilePart(where, source, shared);
    if ('faults' in part) {
      faults.push(...part.faults);
      return undefined;
    }
    compiled.push(part);
    return part;
  };
  const subject = compile('subject', template.subject);
  const headers = template.headers.map(({ name, value }) => fieldOf(name, compile(`header ${name}`, value), faults));
  const preview = compile('preview_text', template.previewText);
  const html = compile('html', template.html);
  const text = compile('text', template.text) ?? madeText(html, template, shared, faults);
  if (text && !compiled.includes(text)) compiled.push(text);
  if (faults.length > 0) return { faults };
  const { from, linkPrefixes, replyTo } = template;
  return {
    mail: {
      from,
      replyTo,
      linkPrefixes,
      subject: inOneLine(subject?.text ?? []),
      headers,
      html: html && withPreview(html, preview, template.html ?? ''),
      text: text?.text,
    },
    read: compiled.flatMap(({ analysis }) =>
      [...analysis.names.values()].flatMap(({ known }) => ('slot' in known ? [known.slot] : [])),
    ),
    computes: compiled.flatMap(({ compute }) => (compute ? [compute] : [])),
    warnings: compiled.flatMap((part) => part.warnings),
    variables: variablesOf(compiled.map(({ analysis }) => analysis)),
    gaps: gapsOf(compiled),
  };
}

function gapsOf(parts: readonly CompiledPart[]): string[] {
  const gaps = new Set<string>();
  for (const { analysis } of parts) for (const name of analysis.gaps) gaps.add(name);
  return [...gaps];
}

/**
 * Generates the missing text part of a template from HTML with computed parts. Returns undefined if the template has a
 * text part. Also returns undefined if the HTML has no computed parts, because the skeleton then generates the text
 * part.
 */
function madeText(
  html: CompiledPart | undefined,
  { text }: TemplateSource,
  shared: PartParts,
  faults: TemplateFault[],
): CompiledPart | undefined {
  if (text !== undefined || !html?.compute) return undefined;
  const made = compilePart('text', textOfHtml(html.tokens, html.analysis.inQuery), shared);
  // Drop the warnings, because the HTML part already has the same ones.
  if (!('faults' in made)) return { ...made, warnings: [] };
  const list = createFaultList('text', '');
  list.add(
    0,
    'Plain text cannot be generated from this HTML, because a condition or loop begins in visible content and ends in hidden content.',
    'Provide a text part for the email.',
  );
  faults.push(...list.faults);
  return undefined;
}

function fieldOf(name: string, part: CompiledPart | undefined, faults: TemplateFault[]): TemplateField {
  const value = inOneLine(part?.text ?? []);
  const written = value.filter((piece) => typeof piece === 'string').join('');
  const isName = /^[!-9;-~]{1,76}$/.test(name);
  if (!isName || (!hasSlots(value) && !hasRoom(name, written))) {
    const list = createFaultList(`header ${name}`, '');
    if (isName) list.add(0, 'The header contains a part that is longer than one line.', 'Shorten this part.');
    else list.add(0, 'This is not a valid header name.', 'Use letters, digits, and hyphens.');
    faults.push(...list.faults);
  }
  return { name, value };
}

/** Replaces line breaks and control characters with spaces. A line break would start a new header field. */
function inOneLine(text: TemplateText): TemplateText {
  return text.map((part) =>
    typeof part === 'string' ? part.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ') : part,
  );
}

/** Inserts the hidden preview text at the start of the body. */
function withPreview(
  { analysis, text }: CompiledPart,
  preview: CompiledPart | undefined,
  source: string,
): TemplateText {
  if (!preview) return text;
  const hidden: TemplateText = [
    PREHEADER_BEGIN,
    ...preview.text.map((part) => {
      if (typeof part === 'string') return escapeHtml(part);
      return 'slot' in part ? { ...part, as: 'html' as const } : part;
    }),
    preheaderEnd(preview.text.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)),
  ];
  const { offset, piece } = analysis.bodyAt ?? placeOf(source, analysis);
  const index = indexInText(analysis.pieces, piece);
  const whole = text[index];
  if (typeof whole !== 'string') return [...text.slice(0, index), ...hidden, ...text.slice(index)];
  return [...text.slice(0, index), whole.slice(0, offset), ...hidden, whole.slice(offset), ...text.slice(index + 1)];
}

/** Returns the position at which the body starts in HTML without a body tag. */
function placeOf(source: string, { starts }: CompiledPart['analysis']): { piece: number; offset: number } {
  const parsed = parseTemplateHtml(source);
  const at = parsed ? startOfBody(parsed) : 0;
  const piece = Math.max(
    0,
    starts.findLastIndex((start) => start <= at),
  );
  return { piece, offset: at - (starts[piece] ?? 0) };
}

/**
 * Converts the index of a segment to an index in the compiled text, in which adjacent computed segments share a slot.
 */
function indexInText(pieces: CompiledPart['analysis']['pieces'], piece: number): number {
  const isComputed = (at: number): boolean => {
    const found = pieces[at];
    return typeof found === 'object' && 'computed' in found;
  };
  let index = 0;
  for (let at = 1; at <= piece; at += 1) if (!isComputed(at) || !isComputed(at - 1)) index += 1;
  return index;
}

/** Renders the subject and bodies from a template. */
function writtenTexts(mail: MailTemplate, { linkToken, values }: TextsRecipient): MailTexts {
  const tokenOf = oncePerPurpose(linkToken);
  const write = (text: TemplateText): string =>
    text
      .map((part) => {
        if (typeof part === 'string') return part;
        if (!isLink(part)) return valueOfSlot(values, part);
        return recipientLink(mail.linkPrefixes[part.link] ?? '', tokenOf);
      })
      .join('');
  return {
    subject: write(mail.subject),
    html: mail.html && write(mail.html),
    text: mail.text && write(mail.text),
  };
}

/** Returns the distinct slots for recipient values in a template. */
function slotsIn({ headers, html = [], subject, text = [] }: MailTemplate): string[] {
  const texts = [subject, html, text, ...headers.map(({ value }) => value)];
  const slots = texts.flatMap((each) =>
    each.flatMap((part) => (typeof part === 'object' && 'slot' in part ? [part.slot] : [])),
  );
  // Omit computed values, whose slot names start with a NUL character. Names of recipient values never do.
  return [...new Set(slots)].filter((slot) => !slot.startsWith('\u0000'));
}
