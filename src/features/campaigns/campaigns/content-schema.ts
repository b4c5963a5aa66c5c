import type { Fail } from '../../../http/resource/input.ts';
import { designOf, long, nullable, oneLine, subjectOf } from '../../transactional/mail-content/index.ts';
import { isFault, parseAddress } from '../../../mail/address.ts';
import { parseLanguage } from '../../../mail/languages/tags.ts';
import { MAX_LANGUAGES, MAX_VARIANTS } from './limits.ts';

/** Content of a variant of a campaign. Null fields are taken from the campaign. */
export interface VariantContent {
  /** The language whose readers get the variant, as a canonical tag. Null if the variant is part of an A/B test. */
  readonly language: string | null;
  readonly subject: string | null;
  readonly preview_text: string | null;
  readonly html: string | null;
  readonly design: object | null;
  readonly plain_text: string | null;
}

/** Parses the variants of an A/B test, or the variants of a campaign in several languages. */
export function variantsOf(given: unknown, fail: Fail): readonly VariantContent[] {
  if (given === null || given === '') return [];
  if (!Array.isArray(given) || given.length > MAX_LANGUAGES) {
    fail(
      'variants',
      `must be an array of at most ${MAX_VARIANTS} variants, or of at most ${MAX_LANGUAGES} variants with a \`language\`.`,
    );
    return [];
  }
  const variants = given.map((variant: unknown, index) => variantOf(variant, `variants.${index}`, fail));
  refuseMixedLanguages(variants, fail);
  return variants;
}

/**
 * Reports an error if only some of the variants have a language, if a language occurs twice, or if there are more than
 * `MAX_VARIANTS` variants without a language.
 */
function refuseMixedLanguages(variants: readonly VariantContent[], fail: Fail): void {
  const languages = variants.map(({ language }) => language);
  if (languages.every((language) => language === null)) {
    if (variants.length > MAX_VARIANTS) fail('variants', `must be an array of at most ${MAX_VARIANTS} variants.`);
    return;
  }
  for (const [index, language] of languages.entries()) {
    const field = `variants.${index}.language`;
    if (language === null) fail(field, 'is required, because another variant has a language.');
    else if (languages.indexOf(language) < index)
      fail(field, `must be unique. Another variant has the language ${language}.`);
  }
}

function variantOf(given: unknown, field: string, fail: Fail): VariantContent {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  // The cast is safe because every field is validated when it is read.
  const parts = isObject ? (given as Readonly<Record<string, unknown>>) : {};
  const part = <T>(name: string, read: (field: string, value: unknown, fail: Fail) => T | undefined) =>
    nullable(parts[name], (value) => read(`${field}.${name}`, value, fail)) ?? null;
  const [html, design] = [part('html', long), part('design', designOf)];
  const own = {
    subject: part('subject', subjectOf),
    preview_text: part('preview_text', oneLine),
    // If both are given, the design takes precedence, because the HTML was generated from the design.
    html: design ? null : html,
    design,
    plain_text: part('text', long),
  };
  if (Object.values(own).every((value) => value === null)) {
    fail(field, 'must have its own `subject`, `preview_text`, `html`, `design`, or `text`.');
  }
  return { language: part('language', languageOf), ...own };
}

function languageOf(field: string, given: unknown, fail: Fail): string | undefined {
  const parsed = typeof given === 'string' ? parseLanguage(given) : { fault: 'must be a string.' };
  if ('tag' in parsed) return parsed.tag;
  fail(field, parsed.fault);
  return undefined;
}

/** Parses and normalizes a sender address. Returns undefined for an empty string. */
export function senderAddress(field: string, given: unknown, fail: Fail): string | undefined {
  const text = oneLine(field, given, fail);
  if (text === undefined || text === '') return undefined;
  const parsed = parseAddress(text);
  if (!isFault(parsed)) return parsed;
  fail(field, parsed.fault);
  return undefined;
}
