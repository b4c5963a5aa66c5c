import { globSync, readFileSync } from 'node:fs';

/** Where text appears: in the dashboard, in the documentation, or in messages such as API errors. */
export const KINDS = ['dashboard', 'docs', 'messages'] as const;

/** A sentence or label that people read, and its location. */
export interface Sentence {
  readonly kind: (typeof KINDS)[number];
  readonly path: string;
  readonly line: number;
  /** Text in which interpolated values are replaced with `…`. */
  readonly text: string;
}

const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'docs/**/*.md',
  'src/**/README.md',
  'dashboard/README.md',
  'bench/README.md',
  'sdk/README.md',
  'deploy/**/*.md',
];
const DASHBOARD = ['dashboard/src/**/*.{ts,tsx}'];
const PROGRAM = ['src/**/*.ts', 'src/mail/languages/catalogs/en.json', 'bin/*.cjs'];
const CODE = ['{src,dashboard/src,sdk/src,scripts,bench,test}/**/*.{ts,tsx}', '*.ts', 'bin/*.cjs', 'sql/**/*.sql'];
const GENERATED = /node_modules|api-types|dashboard\/src\/(?:webhook-events|vendor-fields)|sql\/schema/;
const GENERATED_OR_TEST = new RegExp(`${GENERATED.source}|\\.test\\.tsx?$`);
/** Matches string literals in TypeScript, comments (which are skipped), and text between tags. */
const TOKENS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[>}])\s*[^<>{}=;`'"()]*[A-Za-z]{2,}[^<>{}=;`"()]*(?=[<{])/g;
/** Matches block comments, and consecutive line comments of TypeScript or SQL as one comment. */
const COMMENTS = /(?<![^\s{(,;])\/\*[\s\S]*?\*\/|^[ \t]*(?:\/\/|--)[^\n]*(?:\n[ \t]*(?:\/\/|--)[^\n]*)*/gm;
const SENTENCE_END = /(?<=[.!?])\s+(?=[A-Z`"'*[])/;

/** Returns all text that people read, in the order of the files. */
export function readProse(): readonly Sentence[] {
  return [
    ...filesOf(DASHBOARD, GENERATED_OR_TEST).flatMap((path) => ofCode('dashboard', path)),
    ...filesOf(DOCUMENTS).flatMap(ofDocument),
    ...filesOf(PROGRAM, GENERATED_OR_TEST).flatMap((path) => ofCode('messages', path)),
  ];
}

/**
 * Returns the comments and docstrings in the code, in the order of the files. Omits directives for tools, and comments
 * of a single word.
 */
export function readComments(): readonly Sentence[] {
  return filesOf(CODE).flatMap((path) => {
    const source = readFileSync(path, 'utf8');
    return [...source.matchAll(COMMENTS)].flatMap((comment) => {
      const line = source.slice(0, comment.index).split('\n').length;
      const text = comment[0]
        .replaceAll(/^\s*(?:\/\*\*?|\*\/?|\/\/|--)|\*\/$/gm, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim();
      const isWords = /[a-z]{2,} \S*[a-z]{2,}/.test(text) && !/^(?:@ts-|oxlint-|eslint-|Place in a run)/.test(text);
      return isWords ? [{ kind: 'messages' as const, path, line, text }] : [];
    });
  });
}

function filesOf(patterns: readonly string[], without = GENERATED): string[] {
  return globSync(patterns as string[])
    .filter((path) => !without.test(path))
    .toSorted();
}

function ofCode(kind: Sentence['kind'], path: string): Sentence[] {
  // Treat literals joined with `+` as one string, in which form feeds represent the line breaks.
  const source = readFileSync(path, 'utf8').replaceAll(/(['`])\s*\+\s*\1/g, (join) =>
    '\f'.repeat(join.split('\n').length - 1),
  );
  const tokens = [...source.matchAll(TOKENS)].filter(([token]) => path.endsWith('.tsx') || /^['"`/]/.test(token));
  return tokens.flatMap((token) => {
    const line = source.slice(0, token.index).split(/[\n\f]/).length;
    return proseOf(token[0]).map((text) => ({ kind, path, line, text }));
  });
}

/**
 * Returns the sentences in a literal or in text between tags. Returns no sentences for comments, class names, SQL
 * statements, and single words.
 */
function proseOf(token: string): string[] {
  if (token.startsWith('//') || token.startsWith('/*')) return [];
  const isQuoted = /^['"`]/.test(token);
  const text = (isQuoted ? token.slice(1, -1) : token)
    .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
    .replaceAll(/\\(['"`])/g, '$1')
    .replaceAll('\\n', ' ')
    .replaceAll('\f', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isProse =
    /[A-Za-z]{2,}\S* \S*[A-Za-z…]{2,}/.test(text) &&
    /^[A-Z“‘"…<`]|[.!?]$|^[a-z]+ (?:must|is|are|may|has|cannot|can|was)\b/.test(text);
  const isCode =
    /^(?:select|insert|update|delete|with|create|alter|drop|grant|begin|set|from|where|order by)\b|^(?:GET|POST|PUT|PATCH|DELETE) \/|\bfrom \w+ where\b|=>|\bfunction\b|;$|^[\w./:-]+$/i.test(
      text,
    );
  const isClasses =
    /(?:^|\s)(?:[a-z]+:)?(?:flex|grid|text|bg|border|p[xytrbl]?|m[xytrbl]?|w|h|gap|rounded|font)-[\w/[\]]+/.test(text);
  return isProse && !isCode && !isClasses ? text.split(SENTENCE_END) : [];
}

function ofDocument(path: string): Sentence[] {
  return paragraphsOf(readFileSync(path, 'utf8')).flatMap(({ line, text }) =>
    text
      .split(SENTENCE_END)
      .filter((sentence) => /[a-z]{2,}\S* \S*[A-Za-z]{2,}/.test(sentence))
      .map((sentence) => ({ kind: 'docs' as const, path, line, text: sentence })),
  );
}

/**
 * Returns the paragraphs, list items, and table cells of a document, each with the number of its first line. Skips code
 * blocks.
 */
function paragraphsOf(document: string): { readonly line: number; text: string }[] {
  const found: { readonly line: number; text: string }[] = [];
  let isCode = false;
  let isOpen = false;
  for (const [index, line] of document.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const isText = !isCode && !/^\s*(?:```|~~~|<|$)|^\s*\|[\s|:-]+\|?\s*$/.test(line);
    const isTable = line.trimStart().startsWith('|');
    const last = found.at(-1);
    if (isText && isOpen && last && !isTable && !/^\s*(?:[#>*-]|\d+\.)\s/.test(line)) last.text += ` ${line.trim()}`;
    else if (isText) {
      const cells = isTable ? line.split('|') : [line.replace(/^\s*(?:[#>*-]+|\d+\.)\s+/, '')];
      found.push(...cells.map((cell) => ({ line: index + 1, text: cell.trim() })));
    }
    isOpen = isText && !isTable && !line.startsWith('#');
  }
  return found;
}
