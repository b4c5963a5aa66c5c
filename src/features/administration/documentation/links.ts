import { posix } from 'node:path';
import type { Documents } from './documents.ts';

/** Where a link of a document leads on the site. */
export type Target =
  | {
      readonly kind: 'outside' | 'page' | 'file';
      readonly href: string;
      readonly slug?: string;
      readonly anchor?: string;
    }
  /** To a file of the sources, which the site does not have: its words are shown without a link. */
  | { readonly kind: 'source' };

/**
 * Where `href` of the document at `path` (from the root of the project) leads: to a page of the site, a picture or snippet, an
 * address elsewhere, or the sources. Pure.
 */
export function targetOf(documents: Documents, path: string, href: string): Target {
  if (/^[a-z][a-z\d+.-]*:/i.test(href)) return { kind: 'outside', href };
  const [file = '', anchor] = href.split('#');
  const wanted = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file));
  if (wanted === 'openapi.yaml') return { kind: 'file', href: '/openapi.yaml' };
  const page = [...documents.pages.values()].find((each) => each.path === wanted || each.path === `${wanted}.md`);
  if (page) {
    const { slug } = page;
    const there = `/docs/${slug}`;
    return anchor === undefined
      ? { kind: 'page', href: there, slug }
      : { kind: 'page', href: file === '' ? `#${anchor}` : `${there}#${anchor}`, slug, anchor };
  }
  if (/^docs\/decisions\/?$/.test(wanted)) return { kind: 'page', href: '/docs/decisions', slug: 'decisions' };
  const name = wanted.slice('docs/'.length);
  if (wanted.startsWith('docs/') && documents.files.has(name)) return { kind: 'file', href: `/docs/${name}` };
  return { kind: 'source' };
}
