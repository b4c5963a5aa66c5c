import { IntlMessageFormat } from 'intl-messageformat';
import { CATALOGS, DEFAULT_LANGUAGE, ENGLISH, type Language, type TextKey } from './catalog.ts';
import { textsIn, type OwnTexts } from './texts.ts';

/** Maximum length of a custom string, in characters. */
export const MAX_TEXT_CHARACTERS = 500;

/** Matches keys of strings that cannot be customized. */
const FIXED = /^(?:problem|sender|link|page\.missing|view|landing|consent|route)\b/;
/** Matches keys of footer labels, which are inserted into merge tags. */
const IN_MERGE_TAG = /^footer\./;
const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Keys of the strings that accounts can customize. */
// Safe cast: these are the object's own keys.
export const OWN_KEYS: readonly TextKey[] = (Object.keys(ENGLISH.pages) as TextKey[]).filter((key) => !FIXED.test(key));

/** Types of the elements of a parsed string that are not placeholders. `POUND` is the `#` in a plural form. */
const [LITERAL, POUND, TAG] = [0, 7, 8];

interface Element {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>;
  readonly children?: readonly Element[];
}

/**
 * Returns the error in a custom string, without a subject (`must not contain ...`). Returns undefined if the string can
 * replace the default string with this key.
 */
export function faultOfText(key: TextKey, language: Language, text: string): string | undefined {
  if (Array.from(text).length > MAX_TEXT_CHARACTERS) return `must have at most ${MAX_TEXT_CHARACTERS} characters.`;
  if (CONTROLS.test(text) || !text.isWellFormed()) return 'must not contain line breaks or control characters.';
  if (IN_MERGE_TAG.test(key) && text.includes('"')) return 'must not contain straight quotation marks (").';
  const allowed = namesIn(elementsOf(ENGLISH.pages[key], DEFAULT_LANGUAGE));
  const offer = allowed.size === 0 ? 'This text has no placeholders.' : `Use only ${[...allowed].join(', ')}.`;
  let elements: readonly Element[];
  try {
    elements = elementsOf(text, language);
  } catch {
    return `has an incomplete placeholder or tag. ${offer}`;
  }
  const unknown = [...namesIn(elements)].find((name) => !allowed.has(name));
  if (unknown !== undefined) return `contains ${unknown}, which is unknown. ${offer}`;
  return literalsIn(elements).some((literal) => /[{}]/.test(literal)) ? `must not contain braces. ${offer}` : undefined;
}

function elementsOf(text: string, language: Language): readonly Element[] {
  return new IntlMessageFormat(text, language).getAst();
}

function inside({ children = [], options = {} }: Element): readonly Element[] {
  return [...children, ...Object.values(options).flatMap(({ value }) => value)];
}

/** Returns the placeholders and tags of a string as they are written, such as `{sender}` and `<link>`. */
function namesIn(elements: readonly Element[], names = new Set<string>()): Set<string> {
  for (const element of elements) {
    if (element.type === TAG) names.add(`<${element.value}>`);
    else if (element.type !== LITERAL && element.type !== POUND) names.add(`{${element.value}}`);
    namesIn(inside(element), names);
  }
  return names;
}

function literalsIn(elements: readonly Element[]): string[] {
  return elements.flatMap((element) => [
    ...(element.type === LITERAL ? [element.value ?? ''] : []),
    ...literalsIn(inside(element)),
  ]);
}

/** A customizable string in one language. */
export interface EditableText {
  readonly key: TextKey;
  /** The default string. */
  readonly standard: string;
  /** The custom string of the account. Null if the account uses the default string. */
  readonly own: string | null;
}

/** Returns the strings that an account can customize in a language. Pure. */
export function editableTexts(language: Language, own: OwnTexts): EditableText[] {
  return OWN_KEYS.map((key) => ({
    key,
    standard: CATALOGS.get(language)?.pages[key] ?? ENGLISH.pages[key],
    own: own[language]?.[key] ?? null,
  }));
}

/** Returns whether a string is the key of a customizable string. */
export function isOwnKey(text: string): text is TextKey {
  return OWN_KEYS.some((key) => key === text);
}

/** Returns a string as recipients and visitors see it, with sample values. Pure. */
export function sampleOf(key: TextKey, language: Language, own: OwnTexts): string {
  const values = { sender: 'Acme', email: 'a…@example.com', url: 'https://example.com', label: '…', max: 100 };
  const textOf = (parts: readonly (string | { readonly text: string })[]): string =>
    parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
  const texts = textsIn(language, own);
  return textOf(texts.parts<{ text: string }>(key, { ...values, link: (inner) => ({ text: textOf(inner) }) }));
}
