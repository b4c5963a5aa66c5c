import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SEARCH_FILE, type BuiltSearch, type Section } from '../../src/features/administration/documentation/index.ts';
import { readApiDocument } from '../openapi-page.ts';
import { framed, SEARCH_PAGE } from './layout.ts';
import { renderMarkdown, type Heading } from './markdown.ts';
import { homePage, plainText, readPages, type Page } from './pages.ts';
import { referencePages } from './reference.ts';

/**
 * Writes the documentation into a folder: each page as HTML and as Markdown, the other files in docs/, and the search
 * data. Throws if a page links to a file that does not exist.
 */
export function writeDocs(root: string, folder: string): void {
  const listed = [...readPages(root), ...referencePages(readApiDocument())];
  const pages = [homePage(listed), ...listed];
  cpSync(join(root, 'docs'), folder, { recursive: true, filter: (path) => !path.endsWith('.md') });
  const sections = pages.flatMap((page) => {
    const rendered = renderMarkdown(page, pages, root);
    write(join(folder, `${page.slug || 'index'}.html`), framed(page, rendered, pages).body);
    write(join(folder, `${page.slug || 'index'}.md`), page.markdown);
    return page.slug === '' ? [] : sectionsOf(page, rendered.headings);
  });
  const search: BuiltSearch = { sections, page: framed(SEARCH_PAGE, renderMarkdown(SEARCH_PAGE, pages, root), pages) };
  write(join(folder, SEARCH_FILE), JSON.stringify(search));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * Returns the searchable sections of a page, with the text below each heading. For API operations, includes only the
 * text above the first subheading.
 */
function sectionsOf({ markdown, slug, title }: Page, headings: readonly Heading[]): Section[] {
  const isReference = slug.startsWith('api/');
  const shown = isReference ? headings.filter(({ level }) => level < 3) : headings;
  const withoutCode = markdown.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, (code) => code.replaceAll(/^#/gm, ' #'));
  const texts = withoutCode.split(isReference ? /^#{1,2} .*$/m : /^#{1,6} .*$/m).slice(1);
  return shown.map(({ id, level, text: heading }, at) => ({
    href: `/docs/${slug}${level === 1 ? '' : `#${id}`}`,
    page: isReference ? `API: ${title}` : title,
    heading,
    text: plainText((texts[at] ?? '').split('\n### ')[0]?.replaceAll('|', ' ') ?? '').trim(),
    isTop: level === 1 && !isReference,
  }));
}
