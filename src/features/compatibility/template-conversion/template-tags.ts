import { faultAt } from '../fields/index.ts';

/** Matches the tags of Handlebars and Mustache: unescaped values, and all others. */
const TAGS = /\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}|\{\{!--/g;
const COMMENT = '{{!--';
const COMMENT_END = '--}}';
/** Matches the start of a tag that is removed with the rest of its line if the line contains nothing else. */
const BLOCK = /^\{\{~?\s*(?:[#/^!]|else\b)/;
/** Maximum number of tags in a text. */
const MAX_TAGS = 5_000;
/** Maximum length of a tag, in characters. */
const MAX_CHARACTERS = 1_000;
/** Maximum number of characters of a tag that an error shows. */
const MAX_SHOWN = 100;
const LINE_END = /[ \t]*(?:\r?\n|$)/y;

/** Maximum depth of nested blocks, the same as in Liquid. */
export const MAX_DEPTH = 10;

/** A tag in a template. */
export interface Tag {
  /** The tag as written. */
  readonly whole: string;
  /** Its content without braces and white space. */
  readonly inner: string;
  readonly isComment: boolean;
  /** Whether the value is not escaped. */
  readonly isRaw: boolean;
  /** Writes a Liquid tag or output that removes the same white space. */
  liquid(kind: '%' | '{', content: string): string;
  /** Creates an error that names the tag and its position. */
  refuse(sentence: string): Error;
}

/**
 * Replaces each tag of a template. If a block tag or a comment is alone on a line, removes the white space around it
 * and the line break. `field` is the field of the request that contains the template.
 */
export function replaceTags(source: string, field: string, replace: (tag: Tag) => string): string {
  const pieces: string[] = [];
  let last = 0;
  for (const { at, whole } of tagsIn(source, field)) {
    const line = BLOCK.test(whole) ? lineOf(source, last, at, at + whole.length) : undefined;
    const { begin, end } = line ?? { begin: at, end: at + whole.length };
    pieces.push(source.slice(last, begin), replace(tagOf(whole, source, at, field)));
    last = end;
  }
  return [...pieces, source.slice(last)].join('');
}

/** Finds all tags. A comment with hyphens ends at the next hyphens with braces, and can contain other tags. */
function tagsIn(source: string, field: string): { readonly at: number; readonly whole: string }[] {
  const found: { readonly at: number; readonly whole: string }[] = [];
  const tags = new RegExp(TAGS);
  let isOpen = false;
  for (let match = tags.exec(source); match; match = tags.exec(source)) {
    const at = match.index;
    let [whole] = match;
    if (!isOpen && source.startsWith(COMMENT, at)) {
      const end = source.indexOf(COMMENT_END, at + COMMENT.length);
      // Search for the end of a comment only once if there is none, because the template may be large.
      isOpen = end === -1;
      if (!isOpen) whole = source.slice(at, end + COMMENT_END.length);
      tags.lastIndex = at + whole.length;
    }
    found.push({ at, whole });
    if (found.length > MAX_TAGS) throw faultAt(field, `contains more than ${MAX_TAGS} tags.`);
  }
  return found;
}

/** Returns the range of the line that consists of a tag, or undefined if the line contains anything else. */
function lineOf(source: string, last: number, from: number, to: number) {
  let begin = from;
  while (begin > last && ' \t'.includes(source.charAt(begin - 1))) begin -= 1;
  if (begin > 0 && source[begin - 1] !== '\n') return undefined;
  LINE_END.lastIndex = to;
  const [rest] = LINE_END.exec(source) ?? [];
  return rest === undefined ? undefined : { begin, end: to + rest.length };
}

function tagOf(whole: string, source: string, at: number, field: string): Tag {
  const refuse = (sentence: string): Error =>
    faultAt(field, `contains ${whole.slice(0, MAX_SHOWN)} ${positionIn(source, at)}, which ${sentence}`);
  const isComment = whole.startsWith('{{!');
  if (!isComment && whole.length > MAX_CHARACTERS) throw refuse(`is longer than ${MAX_CHARACTERS} characters.`);
  const isTriple = whole.startsWith('{{{');
  const trimmed = whole.replaceAll(/^\{+|\}+$/g, '');
  const [before, after] = [trimmed.startsWith('~') ? '-' : '', trimmed.endsWith('~') ? '-' : ''];
  const written = trimmed.replaceAll(/^~|~$/g, '').trim();
  const isRaw = isTriple || written.startsWith('&');
  return {
    whole,
    inner: written.replace(/^&/, '').trim(),
    isComment,
    isRaw,
    liquid: (kind, content) => `{${kind}${before} ${content} ${after}${kind === '{' ? '}' : kind}}`,
    refuse,
  };
}

function positionIn(source: string, at: number): string {
  const before = source.slice(0, at);
  return `on line ${before.split('\n').length}, column ${at - before.lastIndexOf('\n')}`;
}
