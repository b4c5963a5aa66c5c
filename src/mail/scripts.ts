import { decodeHTMLAttribute } from 'entities';
import { htmlTags, type HtmlTag } from './html-tags.ts';

/** A script in HTML. `at` is the offset of its tag. */
export interface FoundScript {
  readonly at: number;
  readonly message: string;
  readonly fix: string;
}

/**
 * Returns the first script in HTML: an element that runs or embeds code, an event handler, or a link that runs code.
 */
export function scriptIn(html: string): FoundScript | undefined {
  for (const tag of htmlTags(html)) {
    const found = tag.isClose ? undefined : scriptOf(tag);
    if (found !== undefined) return { at: tag.start, message: `${found} is a script.`, fix: 'Remove the script.' };
  }
  return undefined;
}

const ELEMENTS = new Set(['script', 'iframe', 'object', 'embed', 'applet']);
/**
 * Matches URLs that run code. Remove white space and control characters before matching, because browsers ignore them
 * in the name of a scheme.
 */
const RUNS = /^(?:javascript|vbscript):/i;

function scriptOf({ attributes, name }: HtmlTag): string | undefined {
  if (ELEMENTS.has(name)) return `<${name}>`;
  for (const { name: attribute, value } of attributes) {
    if (/^on[a-z]/i.test(attribute)) return attribute.slice(0, 60);
    const isAddress = /^(?:href|src|action|formaction|xlink:href)$/i.test(attribute);
    if (isAddress && RUNS.test(decodeHTMLAttribute(value).replaceAll(/[\u0000-\u0020]/g, ''))) return attribute;
  }
  return undefined;
}
