import { MAX_LOGO_WIDTH, type Brand } from '../design/brand.ts';
import { fontStack, inkOn } from '../design/theme.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../languages/catalog.ts';
import { textsIn, type OwnTexts, type Texts } from '../languages/texts.ts';
import { escapeHtml } from '../template.ts';
import { inReaderLanguage, readerLanguage, type Wording } from './reader-language.ts';

const DEFAULT_LOOK = {
  font: 'Helvetica,Arial,sans-serif',
  text: '#1f2937',
  soft: '#4b5563',
  surface: '#ffffff',
  accent: '#1d4ed8',
  onAccent: '#ffffff',
  logo: '',
};

function lookOf(brand: Brand | undefined): typeof DEFAULT_LOOK {
  if (!brand) return DEFAULT_LOOK;
  const surface = brand.surface || DEFAULT_LOOK.surface;
  const text = brand.text || inkOn(surface, DEFAULT_LOOK.text);
  const accent = brand.accent || DEFAULT_LOOK.accent;
  return {
    font: brand.font === '' ? DEFAULT_LOOK.font : fontStack(brand.font),
    text,
    soft: brand.text === '' ? inkOn(surface, DEFAULT_LOOK.soft) : text,
    surface,
    accent,
    onAccent: inkOn(accent),
    logo: brand.logo ? logoHtml(brand.logo) : '',
  };
}

function logoHtml({ src, width }: NonNullable<Brand['logo']>): string {
  const shown = Math.min(width, MAX_LOGO_WIDTH);
  return `<p style="margin:0 0 24px"><img src="${escapeHtml(src)}" alt="{{ account.name }}" width="${shown}" style="display:block;width:100%;max-width:${shown}px;height:auto;border:0"></p>\n`;
}

interface Content {
  readonly subject: string;
  readonly previewText?: string | undefined;
  readonly html?: string | undefined;
  readonly design?: unknown;
  readonly text?: string | undefined;
}

/** Inputs for the HTML of the default content. */
interface Written {
  readonly look: typeof DEFAULT_LOOK;
  readonly language: string;
  readonly write: (key: WordingKey) => string;
}

type WordingKey = `confirmation.${'subject' | 'text' | 'button' | 'link' | 'stranger'}`;

/** Returns the default content of the confirmation email in a language, with the account's custom strings and brand. */
export function confirmationContent(
  language: Language,
  own?: OwnTexts,
  brand?: Brand,
): { readonly subject: string; readonly html: string } {
  const texts = textsIn(language, own);
  return {
    subject: subjectIn(texts),
    html: htmlOf({ look: lookOf(brand), language, write: (key) => wordsIn(texts, key) }),
  };
}

const DEFAULTS = new Map<string, string>(
  LANGUAGES.map((language) => {
    const { html, subject } = confirmationContent(language);
    return [html, subject];
  }),
);

/** Returns whether an email has the default content of any language, with neither custom strings nor branding. */
export function isDefaultConfirmation({ design, html, previewText, subject, text }: Content): boolean {
  const isBare = !design && !text && !previewText;
  return isBare && html !== undefined && DEFAULTS.get(html) === subject;
}

/**
 * Returns the default content as Liquid that renders in each recipient's language, with the account's custom strings
 * and brand. Recipients whose language is unknown or has no catalog get `language`.
 */
export function confirmationForReaders({
  brand,
  language = DEFAULT_LANGUAGE,
  texts,
}: Partial<Record<'language', Language | undefined>> &
  Pick<Wording, 'texts'> & { readonly brand?: Brand | undefined } = {}): Content {
  const wording = { language, texts };
  return {
    subject: inReaderLanguage(wording, subjectIn),
    html: htmlOf({
      look: lookOf(brand),
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

function htmlOf({ language, look, write }: Written): string {
  const font = `font-family:${look.font};color:${look.text};font-size:16px;line-height:24px`;
  const small = `color:${look.soft};font-size:14px;line-height:20px`;
  const button = `display:inline-block;padding:12px 24px;border-radius:6px;background-color:${look.accent};color:${look.onAccent};text-decoration:none;font-weight:bold`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${write('confirmation.subject')}</title></head>
<body style="margin:0;padding:0;background-color:${look.surface}">
<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0" style="max-width:560px"><tr><td dir="auto" style="${font}">
${look.logo}<p dir="auto" style="margin:0 0 16px">${write('confirmation.text')}</p>
<p style="margin:0 0 24px"><a href="{{ confirm_url }}" style="${button}">${write('confirmation.button')}</a></p>
<p dir="auto" style="margin:0 0 16px;${small}">${write('confirmation.link')}<br><a href="{{ confirm_url }}" style="color:${look.soft}">{{ confirm_url }}</a></p>
<p dir="auto" style="margin:0;${small}">${write('confirmation.stranger')}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
