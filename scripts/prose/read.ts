import { globSync, readFileSync } from 'node:fs';

/** Where a sentence is read. */
export const KINDS = ['dashboard', 'docs', 'messages'] as const;

/** A sentence or a label that a person reads. */
export interface Sentence {
  readonly kind: (typeof KINDS)[number];
  readonly path: string;
  readonly line: number;
  /** Interpolated values are shown as `…`. */
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
const PROGRAM = ['src/**/*.ts', 'bin/*.cjs'];
/** Quoted text of TypeScript, comments to pass over, and text between tags. */
const TOKENS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[>}])\s*[^<>{}=;`'"()]*[A-Za-z]{2,}[^<>{}=;`"()]*(?=[<{])/g;
const SENTENCE_END = /(?<=[.!?])\s+(?=[A-Z`"'*[])/;

/** Everything that people read, in the order of the files. */
export function readProse(): readonly Sentence[] {
  return [
    ...filesOf(DASHBOARD).flatMap((path) => ofCode('dashboard', path)),
    ...filesOf(DOCUMENTS).flatMap(ofDocument),
    ...filesOf(PROGRAM).flatMap((path) => ofCode('messages', path)),
  ];
}

function filesOf(patterns: readonly string[]): string[] {
  return globSync(patterns as string[])
    .filter((path) => !/\.test\.tsx?$|node_modules|api-types/.test(path))
    .toSorted();
}

function ofCode(kind: Sentence['kind'], path: string): Sentence[] {
  const source = readFileSync(path, 'utf8');
  return [...source.matchAll(TOKENS)].flatMap((token) => {
    const line = source.slice(0, token.index).split('\n').length;
    return proseOf(token[0]).map((text) => ({ kind, path, line, text }));
  });
}

/** The sentences of a literal or a text between tags; none when it is a comment, a class name, a statement of SQL or a single word. */
function proseOf(token: string): string[] {
  if (token.startsWith('//') || token.startsWith('/*')) return [];
  const isQuoted = /^['"`]/.test(token);
  const text = (isQuoted ? token.slice(1, -1) : token)
    .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
    .replaceAll(/\\(['"`])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isProse =
    /[A-Za-z]{2,}\S* \S*[A-Za-z…]{2,}/.test(text) &&
    /^[A-Z“‘"…<`]|[.!?]$|^[a-z]+ (?:must|is|are|may|has|cannot|can|was)\b/.test(text);
  const isCode =
    /^(?:select|insert|update|delete|with|create|alter|drop|grant|begin|set|from|where|order by)\b|\bfrom \w+ where\b|=>|\bfunction\b|;$|^[\w./:-]+$/i.test(
      text,
    );
  const isClasses =
    /(?:^|\s)(?:[a-z]+:)?(?:flex|grid|text|bg|border|p[xytrbl]?|m[xytrbl]?|w|h|gap|rounded|font)-[\w/[\]]+/.test(text);
  return isProse && !isCode && !isClasses ? text.split(SENTENCE_END) : [];
}

function ofDocument(path: string): Sentence[] {
  const sentences: Sentence[] = [];
  let isCode = false;
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || /^\s*(?:```|~~~|<)|^\s*\|[\s|:-]+\|?\s*$/.test(line)) continue;
    const cells = line.trimStart().startsWith('|') ? line.split('|') : [line.replace(/^[\s#>*-]+|^\s*\d+\.\s/, '')];
    for (const cell of cells) {
      for (const text of cell.trim().split(SENTENCE_END)) {
        if (/[a-z]{2,}\S* \S*[A-Za-z]{2,}/.test(text)) sentences.push({ kind: 'docs', path, line: index + 1, text });
      }
    }
  }
  return sentences;
}
