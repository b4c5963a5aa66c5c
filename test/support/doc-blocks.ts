import { readFileSync } from 'node:fs';

/** A code block in a document, between two lines with three backticks. */
export interface DocBlock {
  /** Text after the opening backticks; empty if there is none. */
  readonly language: string;
  /** Code without the indentation of a surrounding list. */
  readonly code: string;
}

/** Returns the code blocks of a document in order; its path is relative to the root of the clone. */
export function docBlocks(page: string): DocBlock[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm);
  return [...blocks].map(([, indent = '', language = '', code = '']) => ({
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/** Returns the only block of a document that matches. Throws if none or several match. */
export function docBlock(page: string, has: RegExp): string {
  const [found, ...others] = docBlocks(page).filter(({ code }) => has.test(code));
  if (!found || others.length > 0) throw new Error(`${page} has not one block of code with ${has}`);
  return found.code;
}

/** Returns the parsed content of such a block in JSON. */
// Tests read values of any shape; their expectations are the check.
// oxlint-disable-next-line typescript/no-explicit-any
export function docJson(page: string, has: RegExp): any {
  return JSON.parse(docBlock(page, has));
}
