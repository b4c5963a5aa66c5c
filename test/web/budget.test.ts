// Place in a run: slow.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { AREAS } from '../../dashboard/src/areas.ts';
import { buildPages } from '../support/built-pages.ts';

const BUILT = fileURLToPath(new URL('../../dist/dashboard', import.meta.url));
const SOURCES = fileURLToPath(new URL('../../dashboard/src', import.meta.url));
const GENERATED: ReadonlySet<string> = new Set([
  'api-types.ts',
  'page-languages.ts',
  'design-options.ts',
  'vendor-fields.ts',
  'webhook-events.ts',
]);
const KB = 1_000;
const FIRST_LOAD_BYTES = 180 * KB;
const CHUNK_BYTES = 200 * KB;
/**
 * Maximum size in bytes of CodeMirror, and of ProseMirror with our extensions. Their loading time is less important,
 * because users stay in an editor for a while.
 */
const EDITOR_BYTES = 160 * KB;
/** Maximum size in bytes of everything that an email editor needs in addition to the first load. */
const COMPOSER_BYTES = 250 * KB;
const FONTS_BYTES = 120 * KB;

beforeAll(() => buildPages('dashboard'), 120_000);

/** Returns the number of bytes that a browser transfers for a built file, which is compressed. */
function weight(name: string): number {
  const file = join(BUILT, name);
  try {
    return statSync(`${file}.br`).size;
  } catch {
    return statSync(file).size;
  }
}

/** Returns the path of the script file whose name starts with `area`. Expects exactly one such file. */
function chunkOf(area: string): string {
  const found = readdirSync(join(BUILT, 'assets')).filter((name) => new RegExp(`^${area}-[\\w-]{8}\\.js$`).test(name));
  expect(found).toHaveLength(1);
  return `assets/${found[0]}`;
}

/** Returns the given script files and all scripts that they import, directly or indirectly. */
function withWhatTheyImport(names: readonly string[]): readonly string[] {
  const all = new Set(names);
  for (const name of all) {
    if (!name.startsWith('assets/') || !name.endsWith('.js')) continue;
    const text = readFileSync(join(BUILT, name), 'utf8');
    for (const [, other = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) all.add(`assets/${other}`);
  }
  return [...all];
}

/** Returns the script file that the browser loads first. */
function entry(): string {
  return /src="\/app\/(assets\/[^"]+\.js)"/.exec(readFileSync(join(BUILT, 'index.html'), 'utf8'))?.[1] ?? '';
}

/** Returns the files that the first page needs: its HTML, styles, and scripts. */
function firstLoad(): readonly string[] {
  const page = readFileSync(join(BUILT, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/app\/([^"]+)"/g)].map((match) => match[1] ?? '');
  return [...withWhatTheyImport([...named, chunkOf('start')]), 'index.html'];
}

/** Returns the styles and scripts that the browser loads when the script `by` imports the area `name` on demand. */
function importedBy(by: string, name: string): readonly string[] {
  const text = readFileSync(join(BUILT, by), 'utf8');
  const chunk = chunkOf(name);
  const [, files = '[]'] = /m\.f=(\[[^\]]*\])/.exec(text) ?? [];
  // Safe cast: the build writes an array of paths.
  const known = JSON.parse(files) as readonly string[];
  const [, indexes = ''] =
    new RegExp(`${chunk.slice('assets/'.length)}["\x60]\\)[^[]*?\\[([\\d,]*)\\]`).exec(text) ?? [];
  expect(indexes).not.toBe('');
  return [chunk, ...indexes.split(',').map((index) => known[Number(index)] ?? '')];
}

describe('the build', () => {
  it('needs at most 180 kB of styles and scripts for the first page', () => {
    const files = firstLoad();
    expect(files.some((name) => name.endsWith('.css'))).toBe(true);
    expect(files.reduce((sum, name) => sum + weight(name), 0)).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
  });

  it('has one script file per area and loads only requested areas', () => {
    const first = withWhatTheyImport([entry(), chunkOf('start')]);
    for (const { name } of AREAS.filter((area) => area.name !== 'start')) expect(first).not.toContain(chunkOf(name));
    const transactional = withWhatTheyImport([chunkOf('transactional')]);
    expect(transactional).not.toContain(chunkOf('settings'));
    expect(transactional).not.toContain(chunkOf('installation'));
  });

  it('has no other file over 200 kB, and fonts of at most 120 kB in total', () => {
    const assets = readdirSync(join(BUILT, 'assets')).filter((name) => !/\.(?:br|gz)$/.test(name));
    const heavy = assets.filter((name) => weight(`assets/${name}`) > CHUNK_BYTES);
    expect(heavy).toEqual([]);
    const fonts = assets.filter((name) => name.endsWith('.woff2'));
    expect(fonts.reduce((sum, name) => sum + weight(`assets/${name}`), 0)).toBeLessThanOrEqual(FONTS_BYTES);
  });

  it('loads the email editors, which are the largest files, only on pages that need them', () => {
    const campaigns = withWhatTheyImport([chunkOf('campaigns')]);
    for (const name of ['block-editor', 'html-editor']) {
      const editor = chunkOf(name);
      expect(campaigns).not.toContain(editor);
      expect(weight(editor)).toBeLessThanOrEqual(EDITOR_BYTES);
    }
  });

  it.each(['block-editor', 'html-editor'])('needs at most 250 kB more until users can write in the %s', (editor) => {
    const first = new Set(firstLoad());
    const loaded = new Set([...importedBy(entry(), 'composer'), ...importedBy(chunkOf('composer'), editor)]);
    for (const area of ['campaigns', 'audience']) expect([...loaded]).not.toContain(chunkOf(area));
    const added = [...loaded].filter((name) => !first.has(name));
    expect(added.filter((name) => name.endsWith('.css'))).toHaveLength(2);
    expect(added.reduce((sum, name) => sum + weight(name), 0)).toBeLessThanOrEqual(COMPOSER_BYTES);
  });

  it('has no inline scripts and no resources of other sites', () => {
    const page = readFileSync(join(BUILT, 'index.html'), 'utf8');
    expect([...page.matchAll(/<script(?![^>]*\bsrc=)/g)]).toEqual([]);
    expect([...page.matchAll(/(?:src|href)="(?!\/app\/)/g)]).toEqual([]);
  });
});

/** Operations that no page uses, and the reason for each. */
const WITHOUT_PAGE: Readonly<Record<string, string>> = {
  'POST /transactional/emails/batch': 'for programs',
  'POST /transactional/email-templates/{id}/send': 'for programs',
  'POST /events': 'for programs',
  'POST /events/batch': 'for programs',
  'GET /transactional/usage': 'the page of usage shows the same, with what a person may change',
  'POST /domains/{id}/validate': 'the page of a domain looks by itself',
  'GET /transactional/suppressions/{address}': 'the list shows all of it',
  'GET /transactional/alerts/{id}': 'the list shows all of it',
  'GET /domains/{id}': 'the page of a domain has more of it',
  'GET /me': 'the session says who is signed in',
  'GET /inbox/wait': 'for tests of programs; the page is notified',
  'GET /dashboard/live': 'followed by src/live.ts as a stream',
  'POST /contacts/batch': 'for programs; people import files',
  'GET /contacts/{id}/consents': 'the timeline of the contact shows all of it',
  'GET /contacts/unsubscribed': 'contacts are filtered by their status',
  'PATCH /unsubscribe': 'the same as POST /contacts/unsubscribe',
  'GET /contact-tags/{id}': 'the list shows all of it',
  'GET /topics/{id}': 'the list shows all of it',
  'GET /contact-fields/{id}': 'the list shows all of it',
  'GET /user/contact-fields': 'the same as GET /contact-fields',
  'GET /campaign-settings': 'the page asks the same of the dashboard',
  'PATCH /campaign-settings': 'the page asks the same of the dashboard',
};

it('uses every operation of the API on a page', () => {
  const types = readFileSync(join(SOURCES, 'api-types.ts'), 'utf8');
  const operations = [...types.matchAll(/^ {2}'((?:GET|POST|PATCH|DELETE) [^']+)': \{/gm)].map(
    (match) => match[1] ?? '',
  );
  const text = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !GENERATED.has(name))
    .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
    .join('\n');
  const isCalled = (operation: string): boolean => {
    const [method, path = ''] = operation.split(' ');
    return (
      text.includes(`'${operation}'`) ||
      text.includes(`"${operation}"`) ||
      (method === 'GET' && text.includes(`'${path}'`))
    );
  };
  expect(operations.length).toBeGreaterThan(50);
  const isWithout = (operation: string): boolean => Object.hasOwn(WITHOUT_PAGE, operation);
  expect(operations.filter((each) => !isCalled(each) && !isWithout(each))).toEqual([]);
});

describe('the sources', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !GENERATED.has(name))
    .map((name) => ({ name, text: readFileSync(join(SOURCES, name), 'utf8') }));
  const withText = (pattern: RegExp): string[] =>
    files.flatMap(({ name, text }) =>
      pattern.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')) ? [name] : [],
    );

  it('call the API in one module, upload files in another, and listen to events in a third', () => {
    // `snippets.ts` is expected here, because its Node.js example contains the string `fetch(`.
    expect(withText(/\bfetch\(/)).toEqual(['api.ts', 'pages/welcome/snippets.ts']);
    expect(withText(/XMLHttpRequest/)).toEqual(['transfer.ts']);
    expect(withText(/new EventSource/)).toEqual(['live.ts']);
  });

  it('insert text into the page only as text', () => {
    expect(
      withText(/dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/),
    ).toEqual([]);
  });

  it('use only colors of the theme, and no text under 12 pixels', () => {
    expect(withText(/#[0-9a-f]{3,8}\b(?=['"\s\]])|\brgba?\(|\bhsla?\(/)).toEqual([]);
    expect(withText(/text-\[(?:\d|1[01])px\]|text-\[0\.[0-6]\d*rem\]/)).toEqual([]);
  });

  it('are files of at most 300 lines', () => {
    expect(files.filter(({ text }) => text.trimEnd().split('\n').length > 300).map(({ name }) => name)).toEqual([]);
  });
});
