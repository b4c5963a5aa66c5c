import { htmlTokens } from './html-tokens.ts';

const MAX_LINKS = 1_000;

/** Web addresses of a mail, each once: those of links in the HTML, then those that stand in the text. */
export function extractLinks(html: string | undefined, text: string | undefined): string[] {
  const found = new Set<string>();
  for (const token of htmlTokens(html ?? '')) {
    if (token.kind === 'open' && token.href !== undefined && /^https?:\/\//i.test(token.href)) found.add(token.href);
  }
  for (const [url] of (text ?? '').matchAll(/https?:\/\/[^\s<>"']+/gi)) found.add(url.replace(/[.,;:!?)\]]{1,8}$/, ''));
  return [...found].slice(0, MAX_LINKS);
}
