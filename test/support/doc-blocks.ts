import { readFileSync } from 'node:fs';

/** A code block of a document, between two lines with three backticks. */
export interface DocBlock {
  /** Language after the opening backticks. Empty if there is none. */
  readonly language: string;
  /** Code without the indentation of the list that contains the block. */
  readonly code: string;
}

/** Returns the code blocks of a document in order. The path of the document is relative to the root of the clone. */
export function docBlocks(page: string): DocBlock[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm);
  return [...blocks].map(([, indent = '', language = '', code = '']) => ({
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/** Returns the matching code block of a document. Throws unless exactly one block matches. */
export function docBlock(page: string, has: RegExp): string {
  const [found, ...others] = docBlocks(page).filter(({ code }) => has.test(code));
  if (!found || others.length > 0) throw new Error(`${page} has not one block of code with ${has}`);
  return found.code;
}

/** Returns the parsed JSON of the only matching code block in a document. */
// The type is `any`, because tests read values of any shape and check them with expectations.
// oxlint-disable-next-line typescript/no-explicit-any
export function docJson(page: string, has: RegExp): any {
  return JSON.parse(docBlock(page, has));
}
