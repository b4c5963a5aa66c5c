import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the package or clone, seen from the sources and from the built program alike. */
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** Documents that stand elsewhere, by their slug. */
const ELSEWHERE: Readonly<Record<string, string>> = { benchmarks: 'bench/README.md', changelog: 'CHANGELOG.md' };

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  go: 'text/plain; charset=utf-8',
  mjs: 'text/plain; charset=utf-8',
  php: 'text/plain; charset=utf-8',
  py: 'text/plain; charset=utf-8',
  rb: 'text/plain; charset=utf-8',
};

/** A page as somebody wrote it. */
export interface Document {
  /** Its path below /docs. */
  readonly slug: string;
  /** Its path from the root of the project. */
  readonly path: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** What the site is made from. */
export interface Documents {
  readonly pages: ReadonlyMap<string, Document>;
  /** Pictures and snippets, by their path below docs/. */
  readonly files: ReadonlyMap<string, { readonly type: string; readonly bytes: Buffer }>;
}

/** Reads every document of a clone or a package; what is not there is left out, so that no lack of one stops a start. */
export function readDocuments(root: string = ROOT): Documents {
  const pages = new Map<string, Document>();
  const files = new Map<string, { type: string; bytes: Buffer }>();
  for (const name of namesIn(join(root, 'docs'))) {
    const path = `docs/${name}`;
    const type = TYPES[name.split('.').at(-1) ?? ''];
    if (name.endsWith('.md')) keep(pages, root, name.slice(0, -'.md'.length), path);
    else if (type !== undefined) files.set(name, { type, bytes: readFileSync(join(root, path)) });
  }
  for (const [slug, path] of Object.entries(ELSEWHERE)) keep(pages, root, slug, path);
  const decisions = listOfDecisions([...pages.values()]);
  if (decisions) pages.set(decisions.slug, decisions);
  return { pages, files };
}

function namesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.map((name) => name.replaceAll('\\', '/')).toSorted();
  } catch {
    // A copy without documents: the site says that there are none.
    return [];
  }
}

function keep(pages: Map<string, Document>, root: string, slug: string, path: string): void {
  try {
    const text = readFileSync(join(root, path), 'utf8');
    pages.set(slug, { slug, path, title: titleOf(text) ?? slug, text });
  } catch {
    // Only a clone has all of them.
  }
}

function titleOf(text: string): string | undefined {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '');
}

/** The page over docs/decisions/, which has none of its own; undefined without decisions. Pure. */
function listOfDecisions(pages: readonly Document[]): Document | undefined {
  const decisions = pages.filter(({ slug }) => slug.startsWith('decisions/'));
  if (decisions.length === 0) return undefined;
  const rows = decisions.map(({ path, title }) => `- [${title}](${path.slice('docs/'.length)})`);
  const text = `# Decisions\n\nDesign decisions with their reasons and measurements.\n\n${rows.join('\n')}\n`;
  return { slug: 'decisions', path: 'docs/decisions.md', title: 'Decisions', text };
}
