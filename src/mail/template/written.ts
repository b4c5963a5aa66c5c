import { oncePerPurpose, recipientLink, type LinkTokens } from '../link-purpose.ts';
import type { MailTemplate } from '../skeleton.ts';
import { isLink, valueOfSlot, type TemplateText } from '../template.ts';

/** What a template's texts are written with for one recipient. */
export interface TextsRecipient {
  readonly values: Readonly<Record<string, string>>;
  /** Tokens of the recipient's links; asked for only when there are links. */
  readonly linkToken: LinkTokens;
}

/** The texts of a mail as its recipient reads them. */
export interface MailTexts {
  readonly subject: string;
  readonly html: string | undefined;
  /** Undefined where it is to be made from the html. */
  readonly text: string | undefined;
}

/** The texts of a template with everything in its slots. */
export function writtenTexts(mail: MailTemplate, { linkToken, values }: TextsRecipient): MailTexts {
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

/** The recipients' values that stand in a template, each once. */
export function slotsIn({ headers, html = [], subject, text = [] }: MailTemplate): string[] {
  const texts = [subject, html, text, ...headers.map(({ value }) => value)];
  const slots = texts.flatMap((each) =>
    each.flatMap((part) => (typeof part === 'object' && 'slot' in part ? [part.slot] : [])),
  );
  // What is computed has names with a NUL, which no value of a recipient has.
  return [...new Set(slots)].filter((slot) => !slot.startsWith('\u0000'));
}
