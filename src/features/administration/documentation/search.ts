import type { Documents } from './documents.ts';
import { renderMarkdown } from './markdown.ts';
import type { Group } from './operations.ts';
import { MAX_QUERY_CHARACTERS } from './layout.ts';
import { REFERENCE } from './topics.ts';

const MAX_WORDS = 8;
const MAX_FOUND = 20;
const SHOWN_BEFORE = 60;
const SHOWN_CHARACTERS = 200;
/** A word in a heading says more than one in the text. */
const HEADING_WEIGHT = 20;

/** A part of a page, from a heading to the next. */
export interface Section {
  readonly href: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** What a question found. */
export interface Found extends Section {
  /** Some of its text around the first word. */
  readonly extract: string;
}

/** All sections of the documents and the operations of the API. Pure. */
export function sectionsOf(documents: Documents, groups: readonly Group[]): Section[] {
  const written = [...documents.pages.values()].flatMap((document) => {
    const { headings } = renderMarkdown(documents, document);
    return partsOf(document.text).map((text, at) => {
      const heading = headings[at];
      const isTop = heading === undefined || heading.level === 1;
      return {
        href: `/docs/${document.slug}${isTop ? '' : `#${heading.id}`}`,
        page: document.title,
        heading: heading?.text ?? document.title,
        text,
      };
    });
  });
  const operations = groups.flatMap(({ name, operations: all, slug }) =>
    all.map(({ method, operation, path }) => ({
      href: `/docs/${REFERENCE}/${slug}#${operation.operationId}`,
      page: `API: ${name}`,
      heading: operation.summary,
      text: `${method} ${path}. ${operation.description ?? ''}`,
    })),
  );
  return [...written, ...operations];
}

/** The text below each heading, in the order of the headings; lines in blocks of code begin none. */
function partsOf(text: string): string[] {
  const parts: string[][] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (!isCode && /^#{1,6} /.test(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) =>
    lines
      .join(' ')
      .replaceAll(/[`*|]|\]\([^)]*\)|\[|\s+/g, (found) => (found === '`' ? '' : ' '))
      .trim(),
  );
}

/** The sections in which every word of a question stands, those that say most of it first. Pure. */
export function find(sections: readonly Section[], query: string): Found[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_FOUND)
    .map(({ section }) => ({ ...section, extract: extractOf(section.text, words) }));
}

function wordsOf(query: string): string[] {
  const words = query
    .slice(0, MAX_QUERY_CHARACTERS)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_.@-]+/u);
  return [...new Set(words.filter((word) => word.length > 1))].slice(0, MAX_WORDS);
}

function scoreOf({ heading, page, text }: Section, words: readonly string[]): number {
  const [head, body] = [`${heading} ${page}`.toLowerCase(), text.toLowerCase()];
  const scores = words.map(
    (word) => (head.includes(word) ? HEADING_WEIGHT : 0) + Math.min(body.split(word).length - 1, 5),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function extractOf(text: string, words: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0] ?? '') - SHOWN_BEFORE);
  const piece = text.slice(at, at + SHOWN_CHARACTERS).trim();
  return `${at > 0 ? '… ' : ''}${piece}${at + SHOWN_CHARACTERS < text.length ? ' …' : ''}`;
}
