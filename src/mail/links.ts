import { decodeHTMLAttribute } from 'entities';
import { htmlTags } from './html-tags.ts';

const MAX_LINKS = 1_000;

/**
 * Returns up to 1,000 distinct web addresses in a message: first those in `href` attributes, then those in the text.
 */
export function extractLinks(html: string | undefined, text: string | undefined): string[] {
  const found = new Set<string>();
  for (const { attributes, isClose } of htmlTags(html ?? '')) {
    const href = isClose ? undefined : attributes.find(({ name }) => name === 'href')?.value;
    const url = href === undefined ? '' : decodeHTMLAttribute(href).trim();
    if (/^https?:\/\//i.test(url)) found.add(url);
  }
  for (const [url] of (text ?? '').matchAll(/https?:\/\/[^\s<>"']+/gi)) found.add(url.replace(/[.,;:!?)\]]{1,8}$/, ''));
  return [...found].slice(0, MAX_LINKS);
}
