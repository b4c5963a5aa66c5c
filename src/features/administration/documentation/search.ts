const MAX_WORDS = 8;
const MAX_FOUND = 20;
const SHOWN_BEFORE = 60;
const SHOWN_CHARACTERS = 200;
/** Score of a word in the heading of a section. Much higher than the score of a word in the text. */
const HEADING_WEIGHT = 20;
/** Score for a search word in the title of a section's page. */
const TITLE_WEIGHT = 10;
/** Maximum number of occurrences of a word that count towards the score of a section. */
const MAX_COUNTED = 5;

/** A section of a page, from one heading to the next. */
export interface Section {
  readonly href: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** Whether this is the first section of its page. */
  readonly isTop: boolean;
}

/** A search result. */
export interface Found {
  readonly section: Section;
  /** Excerpt of the section around the first word of the query. */
  readonly extract: string;
}

/** Sections with lowercase copies of their text, which are created once for all searches. */
export type Index = readonly {
  readonly section: Section;
  readonly lower: Pick<Section, 'heading' | 'page' | 'text'>;
}[];

/** Creates the search index. Pure. */
export function indexOf(sections: readonly Section[]): Index {
  return sections.map((section) => {
    const { heading, page, text } = section;
    const lower = { heading: heading.toLowerCase(), page: page.toLowerCase(), text: text.toLowerCase() };
    return { section, lower };
  });
}

/**
 * Returns the sections with all words of a query, or with at least one of them if `wanted` is 'any', highest score
 * first. Pure.
 */
export function find(index: Index, query: string, wanted: 'all' | 'any' = 'all'): Found[] {
  const words = wordsOf(query);
  const scored = index.map(({ lower, section }) => {
    const scores = words.map((word) => scoreOf(lower, word));
    const isIn = wanted === 'all' ? words.length > 0 && !scores.includes(0) : scores.some((score) => score > 0);
    const isFirst = section.isTop && words.some((word) => lower.heading.includes(word));
    return { section, score: isIn ? scores.reduce((sum, score) => sum + score, isFirst ? HEADING_WEIGHT : 0) : 0 };
  });
  const best = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score);
  return best.slice(0, MAX_FOUND).map(({ section }) => ({ section, extract: extractOf(section.text, words) }));
}

function wordsOf(query: string): string[] {
  const words = query.toLowerCase().split(/[^\p{L}\p{N}_.@-]+/u);
  return [...new Set(words.filter((word) => word.length > 1))].slice(0, MAX_WORDS);
}

function scoreOf({ heading, page, text }: Index[number]['lower'], word: string): number {
  const count = Math.min(text.split(word).length - 1, MAX_COUNTED);
  // The larger the word's share of the heading, the higher the score.
  const share = heading.includes(word) ? HEADING_WEIGHT * (1 + word.length / heading.length) : 0;
  return share + (page.includes(word) ? TITLE_WEIGHT : 0) + count;
}

function extractOf(text: string, words: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0] ?? '') - SHOWN_BEFORE);
  const piece = text.slice(at, at + SHOWN_CHARACTERS).trim();
  return `${at > 0 ? '… ' : ''}${piece}${at + SHOWN_CHARACTERS < text.length ? ' …' : ''}`;
}
