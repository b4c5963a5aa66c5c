import { readFileSync } from 'node:fs';

/** A block of code in a document, between two lines of three backticks. */
export interface DocBlock {
  /** What stands behind the first backticks; empty where nothing does. */
  readonly language: string;
  /** Without the indentation of a list that it stands in. */
  readonly code: string;
}

/** The blocks of code of a document, in its order; its path begins at the root of the clone. */
export function docBlocks(page: string): DocBlock[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm);
  return [...blocks].map(([, indent = '', language = '', code = '']) => ({
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/** The one block of a document that has this. Throws where none has it, or several have. */
export function docBlock(page: string, has: RegExp): string {
  const [found, ...others] = docBlocks(page).filter(({ code }) => has.test(code));
  if (!found || others.length > 0) throw new Error(`${page} has not one block of code with ${has}`);
  return found.code;
}

/** The same of a block that is JSON, parsed. */
// Tests look into values of every shape; the expectation is the check.
// oxlint-disable-next-line typescript/no-explicit-any
export function docJson(page: string, has: RegExp): any {
  return JSON.parse(docBlock(page, has));
}
