import type { TemplateText } from '../../../mail/template.ts';

/** Marks of links while a text is cut; characters that no text means (noncharacters of Unicode). */
const LINK_MARK = /\ufdd0(\d+)\ufdd1/;

/** What stands for link `number` in a text that is to be cut. */
export function linkMark(number: number): string {
  return `\ufdd0${number}\ufdd1`;
}

/** A text without what could be taken for a mark. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[\ufdd0\ufdd1]/g, '');
}

/**
 * A text cut at its variables and marks of links. A variable whose name nobody has a value for stays as it was written.
 * Values are put in as they are, without escaping: clients bring them escaped where they are for HTML.
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

/** The names of variables that stand in texts, of those that somebody has a value for. */
export function namesIn(
  texts: readonly (string | undefined)[],
  pattern: RegExp,
  known: ReadonlySet<string>,
): ReadonlySet<string> {
  const any = new RegExp(pattern.source, 'g');
  const named = texts.flatMap((text) => [...(text ?? '').matchAll(any)].map(([, name = '']) => name));
  return new Set(named.filter((name) => known.has(name)));
}

/** A text with the variables of one recipient; those without a value stay as they were written. */
export function substituted(text: string, pattern: RegExp, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(new RegExp(pattern.source, 'g'), (whole: string, name = '') =>
    Object.hasOwn(variables, name) ? (variables[name] ?? '') : whole,
  );
}

/** What stands in a recipient's slots: the values, or where there is none what was written. */
export function slotValues(
  names: ReadonlySet<string>,
  variables: Readonly<Record<string, string>>,
  asWritten: (name: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    [...names].map((name) => [name, Object.hasOwn(variables, name) ? (variables[name] ?? '') : asWritten(name)]),
  );
}
