import { IntlMessageFormat } from 'intl-messageformat';
import type { TextKey } from './catalog.ts';
import { en } from './en.ts';
import { DEFAULT_LANGUAGE, type Language } from './tags.ts';
import { CATALOGS, textsIn, type OwnTexts } from './texts.ts';

/** Maximum number of characters in a text of an account. */
export const MAX_TEXT_CHARACTERS = 500;

/** Keys of texts on pages that belong to no account, or that only members of the account see. */
const FIXED = /^(?:problem|sender|link|page\.missing|view|landing)\b/;
/** Keys of labels in the footer, which are written into merge tags. */
const IN_MERGE_TAG = /^footer\./;
const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Keys of the texts that accounts can replace. */
// Safe cast: these are the object's own keys.
export const OWN_KEYS: readonly TextKey[] = (Object.keys(en) as TextKey[]).filter((key) => !FIXED.test(key));

/** Types of the elements of a parsed text that are not placeholders. `POUND` is the `#` in a plural form. */
const [LITERAL, POUND, TAG] = [0, 7, 8];

/** An element of a parsed text. */
interface Element {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>;
  readonly children?: readonly Element[];
}

/** Returns why a text cannot replace the text with this key, as a sentence without a subject. Undefined if it can. */
export function faultOfText(key: TextKey, language: Language, text: string): string | undefined {
  if (Array.from(text).length > MAX_TEXT_CHARACTERS) return `must have at most ${MAX_TEXT_CHARACTERS} characters.`;
  if (CONTROLS.test(text) || !text.isWellFormed()) return 'must not contain line breaks or control characters.';
  if (IN_MERGE_TAG.test(key) && text.includes('"')) return 'must not contain straight quotation marks (").';
  const allowed = namesIn(elementsOf(en[key], DEFAULT_LANGUAGE));
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

/** Returns the placeholders and tags of a text as they are written, such as `{sender}` and `<link>`. */
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

/** A text that accounts can replace, in one language. */
export interface EditableText {
  readonly key: TextKey;
  /** The text of the product. */
  readonly standard: string;
  /** The text of the account. Null if the account uses the text of the product. */
  readonly own: string | null;
}

/** Returns the texts that an account can replace in a language. Pure. */
export function editableTexts(language: Language, own: OwnTexts): EditableText[] {
  return OWN_KEYS.map((key) => ({ key, standard: CATALOGS[language][key], own: own[language]?.[key] ?? null }));
}

/** Returns whether a text is the key of a text that accounts can replace. */
export function isOwnKey(text: string): text is TextKey {
  return OWN_KEYS.some((key) => key === text);
}

/** Returns a text with sample values, as readers see it. Pure. */
export function sampleOf(key: TextKey, language: Language, own: OwnTexts): string {
  const values = { sender: 'Acme', email: 'a…@example.com', url: 'https://example.com', label: '…', max: 100 };
  const textOf = (parts: readonly (string | { readonly text: string })[]): string =>
    parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
  const texts = textsIn(language, own);
  return textOf(texts.parts<{ text: string }>(key, { ...values, link: (inner) => ({ text: textOf(inner) }) }));
}
