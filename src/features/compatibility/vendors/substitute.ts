import type { TemplateText } from '../../../mail/template.ts';

/**
 * Matches the placeholders for links in text that will be split. The delimiters are Unicode noncharacters, which no
 * text uses.
 */
const LINK_MARK = /\ufdd0(\d+)\ufdd1/;

/** Returns the placeholder for link `number` in a text. `cutText` splits the text at these placeholders. */
export function linkMark(number: number): string {
  return `\ufdd0${number}\ufdd1`;
}

/** Removes characters that would be mistaken for the delimiters of link placeholders. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[\ufdd0\ufdd1]/g, '');
}

/**
 * Splits text at its variables and link placeholders. A variable without a value for any recipient stays as written.
 * Values are inserted without escaping, because clients already escape values for HTML.
 */
export function cutText(text: string, pattern: RegExp, known: ReadonlySet<string>): TemplateText {
  const cut: TemplateText[number][] = [];
  const add = (part: TemplateText[number]): void => {
    const last = cut.at(-1);
    if (typeof part === 'string' && typeof last === 'string') cut[cut.length - 1] = last + part;
    else if (part !== '') cut.push(part);
  };
  const any = new RegExp(`${LINK_MARK.source}|${pattern.source}`, 'g');
  let at = 0;
  for (const found of text.matchAll(any)) {
    const [whole, link, name = ''] = found;
    add(text.slice(at, found.index));
    at = found.index + whole.length;
    if (link !== undefined) add({ link: Number(link) });
    else add(known.has(name) ? { slot: name, as: 'text' } : whole);
  }
  add(text.slice(at));
  return cut;
}

/** Returns the names of the variables in `texts` for which any recipient has a value. */
export function namesIn(
  texts: readonly (string | undefined)[],
  pattern: RegExp,
  known: ReadonlySet<string>,
): ReadonlySet<string> {
  const any = new RegExp(pattern.source, 'g');
  const named = texts.flatMap((text) => [...(text ?? '').matchAll(any)].map(([, name = '']) => name));
  return new Set(named.filter((name) => known.has(name)));
}

/** Replaces the variables in text with one recipient's values. Variables without a value stay as written. */
export function substituted(text: string, pattern: RegExp, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(new RegExp(pattern.source, 'g'), (whole: string, name = '') =>
    Object.hasOwn(variables, name) ? (variables[name] ?? '') : whole,
  );
}

/**
 * Returns the values of a recipient's slots. If the recipient has no value for a slot, the value is the variable as
 * written.
 */
export function slotValues(
  names: ReadonlySet<string>,
  variables: Readonly<Record<string, string>>,
  asWritten: (name: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    [...names].map((name) => [name, Object.hasOwn(variables, name) ? (variables[name] ?? '') : asWritten(name)]),
  );
}
