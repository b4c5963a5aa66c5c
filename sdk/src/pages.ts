import { PostriderError } from './errors.ts';

/** How a list of pages is walked. */
export interface PageWalk<Item, Page> {
  /** Reads the page that follows a cursor, the first one without. */
  readonly read: (after: string | undefined) => PromiseLike<Page>;
  readonly itemsOf: (page: Page) => readonly Item[];
  /** The cursor of the next page; undefined behind the last one. */
  readonly nextOf: (page: Page) => string | number | null | undefined;
}

/**
 * The items of all pages, read page by page as they are asked for: `for await (const item of items)`. Each loop begins
 * anew. `pages()` gives whole pages.
 */
export class Items<Item, Page> implements AsyncIterable<Item> {
  readonly #walk: PageWalk<Item, Page>;

  constructor(walk: PageWalk<Item, Page>) {
    this.#walk = walk;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#walk.itemsOf(page);
  }

  /** The pages, one request each; a page may be empty without being the last. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let after: string | undefined;
    for (;;) {
      const page = await this.#walk.read(after);
      yield page;
      const next = this.#walk.nextOf(page);
      if (next === undefined || next === null) return;
      if (String(next) === after) throw endless(after);
      after = String(next);
    }
  }

  /** The first items, at most so many, as a list. */
  async take(most: number): Promise<Item[]> {
    const taken: Item[] = [];
    if (most < 1) return taken;
    for await (const item of this) {
      taken.push(item);
      if (taken.length >= most) break;
    }
    return taken;
  }
}

function endless(after: string): PostriderError {
  return new PostriderError('unexpected_answer', `The page after "${after}" refers to itself as the next page.`);
}
