import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A documentation page, in Markdown. */
export interface Page {
  /** Path of the page below /docs. */
  readonly slug: string;
  /**
   * Path of the source file from the root of the repository, used to resolve relative links. Generated pages have a
   * made-up path.
   */
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
}

/**
 * Topics of the navigation with the slugs of their pages, in the best reading order for new users. A test ensures that
 * every page is listed.
 */
export const TOPICS: Readonly<Record<string, string>> = {
  'Get started': 'quick-start concepts dashboard sign-in',
  API: 'api account-api errors webhooks webhook-log sdk sdk-methods oauth mcp',
  Newsletters:
    'contacts campaigns campaign-content email-templates templates message-checks automations events forms double-opt-in landing-pages images brand archive languages',
  Delivery: 'deliverability dns domains delivery delivery-routes',
  Migration:
    'compatibility migration migration-sendfox migration-listmonk migration-mailchimp mailgun postmark ses sendgrid ghost',
  Operations: 'operations configuration deploy capacity backup metrics queue operator',
  'Security and reliability': 'security reliability benchmarks',
  Internals: 'architecture how-to citus specifications decisions changelog',
};

/**
 * Reads the documentation pages of the repository at `root`, and adds a page that lists the documents in
 * docs/decisions/.
 */
export function readPages(root: string): Page[] {
  const read = (slug: string, path: string): Page => {
    const markdown = readFileSync(join(root, path), 'utf8');
    return { slug, path, title: plainText(/^# (.+)$/m.exec(markdown)?.[1] ?? slug), markdown };
  };
  const documents = globSync('docs/**/*.md', { cwd: root }).toSorted();
  const pages = documents.map((path) => read(path.slice('docs/'.length, -'.md'.length), path));
  const decisions = pages.filter(({ slug }) => slug.startsWith('decisions/'));
  const list = decisions.map(({ slug, title }) => `- [${title}](${slug}.md)`).join('\n');
  return [
    ...pages,
    read('benchmarks', 'bench/README.md'),
    read('changelog', 'CHANGELOG.md'),
    {
      slug: 'decisions',
      path: 'docs/decisions/',
      title: 'Decisions',
      markdown: `# Decisions\n\nDesign decisions with their reasons and measurements.\n\n${list}\n`,
    },
  ];
}

/** Returns the page at /docs, which lists all topics with their pages and the first sentence of each page. Pure. */
export function homePage(pages: readonly Page[]): Page {
  const topics = Object.entries(TOPICS).map(([topic, slugs]) => {
    const rows = slugs.split(' ').map((slug) => {
      const { markdown = '', path = '', title = '' } = pages.find((page) => page.slug === slug) ?? {};
      return `- [${title}](../${path})${leadOf(markdown)}`;
    });
    return `## ${topic}\n\n${rows.join('\n')}`;
  });
  const introduction =
    'Postrider sends transactional email and newsletters from your own server. Start with the [quick start](quick-start.md), ' +
    'look up an operation in the [API reference](api.md), or search.';
  const markdown = ['# Documentation', introduction, ...topics].join('\n\n');
  return { slug: '', path: 'docs/README.md', title: 'Documentation', markdown };
}

/** Returns '. ' and the first sentence of a page, or '' if the page does not start with text. */
function leadOf(markdown: string): string {
  const paragraph = /^# .+\n\n([A-Z][^\n]*(?:\n[^\n]+)*)/m.exec(markdown)?.[1] ?? '';
  const [sentence = ''] = /^.*?[.:](?=\s|$)/s.exec(paragraph) ?? [];
  return sentence === '' ? '' : `. ${plainText(sentence).replace(/:$/, '.')}`;
}

/**
 * Removes the emphasis, code, and link syntax from Markdown, and replaces each sequence of white space with a space.
 * Pure.
 */
export function plainText(markdown: string): string {
  return markdown.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '').replaceAll(/\s+/g, ' ');
}
