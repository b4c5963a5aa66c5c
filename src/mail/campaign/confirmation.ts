import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../languages/tags.ts';
import { textsIn, type OwnTexts, type Texts } from '../languages/texts.ts';
import { escapeHtml } from '../template.ts';
import { inReaderLanguage, readerLanguage, type Wording } from './reader-language.ts';

const FONT = 'font-family:Helvetica,Arial,sans-serif;color:#1f2937;font-size:16px;line-height:24px';
const SMALL = 'color:#4b5563;font-size:14px;line-height:20px';
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:6px;background-color:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:bold';

/** Fields of an email that are compared with the default content. */
interface Content {
  readonly subject: string;
  readonly previewText?: string | undefined;
  readonly html?: string | undefined;
  readonly design?: unknown;
  readonly text?: string | undefined;
}

/** Values of the default content that differ between languages. */
interface Written {
  readonly language: string;
  readonly write: (key: WordingKey) => string;
}

type WordingKey = `confirmation.${'subject' | 'text' | 'button' | 'link' | 'stranger'}`;

/**
 * Returns the default content of the confirmation email in a language. The text part is derived from the HTML. The link
 * is in a paragraph that every recipient sees. Custom strings of the account replace the default strings.
 */
export function confirmationContent(
  language: Language,
  own?: OwnTexts,
): { readonly subject: string; readonly html: string } {
  const texts = textsIn(language, own);
  return {
    subject: subjectIn(texts),
    html: htmlOf({ language, write: (key) => wordsIn(texts, key) }),
  };
}

const DEFAULTS = new Map<string, string>(
  LANGUAGES.map((language) => {
    const { html, subject } = confirmationContent(language);
    return [html, subject];
  }),
);

/** Returns whether an email has the default content in any language, even if the content was entered by hand. */
export function isDefaultConfirmation({ design, html, previewText, subject, text }: Content): boolean {
  const isBare = !design && !text && !previewText;
  return isBare && html !== undefined && DEFAULTS.get(html) === subject;
}

/**
 * Returns the default content in the language of each recipient, or in the default language. Custom strings of the
 * account replace the default strings.
 */
export function confirmationForReaders({
  language = DEFAULT_LANGUAGE,
  texts,
}: Partial<Record<'language', Language | undefined>> & Pick<Wording, 'texts'> = {}): Content {
  const wording = { language, texts };
  return {
    subject: inReaderLanguage(wording, subjectIn),
    html: htmlOf({
      language: readerLanguage(language),
      write: (key) => inReaderLanguage(wording, (own) => wordsIn(own, key)),
    }),
  };
}

function subjectIn(texts: Texts): string {
  return texts.text('confirmation.subject');
}

function wordsIn(texts: Texts, key: WordingKey): string {
  return escapeHtml(texts.text(key, { sender: '{{ account.name }}' }));
}

function htmlOf({ language, write }: Written): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${write('confirmation.subject')}</title></head>
<body style="margin:0;padding:0;background-color:#ffffff">
<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0" style="max-width:560px"><tr><td dir="auto" style="${FONT}">
<p dir="auto" style="margin:0 0 16px">${write('confirmation.text')}</p>
<p style="margin:0 0 24px"><a href="{{ confirm_url }}" style="${BUTTON}">${write('confirmation.button')}</a></p>
<p dir="auto" style="margin:0 0 16px;${SMALL}">${write('confirmation.link')}<br><a href="{{ confirm_url }}" style="color:#4b5563">{{ confirm_url }}</a></p>
<p dir="auto" style="margin:0;${SMALL}">${write('confirmation.stranger')}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
