/** A file of the project: its path from the root, with slashes, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

const STRING_OR_COMMENT =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|(?<![\\/*])\/\/[^\n]*/g;

const IMPORT = /\b(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

/** Returns the text with each comment replaced by a space, so that rules about code ignore prose. */
export function withoutComments(text: string): string {
  return text.replaceAll(STRING_OR_COMMENT, (found) => (found.startsWith('/') ? ' ' : found));
}

/** Returns the specifiers of all modules that a TypeScript file imports or re-exports. */
export function importsOf(source: Source): string[] {
  return [...withoutComments(source.text).matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
}

/** Returns the target of a relative import, as a path from the root of the project. */
export function resolveImport(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** Returns whether a file is a test or is only used by tests. */
export function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.startsWith('test/');
}
