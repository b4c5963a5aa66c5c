import { PostriderError } from './errors.ts';

/** Functions that iterate over the pages of a list. */
export interface PageWalk<Item, Page> {
  /** Reads the page after a cursor, or the first page if the cursor is undefined. */
  readonly read: (after: string | undefined) => PromiseLike<Page>;
  readonly itemsOf: (page: Page) => readonly Item[];
  /** Returns the cursor of the next page, or undefined after the last page. */
  readonly nextOf: (page: Page) => string | number | null | undefined;
}

/**
 * The items of all pages, which are read on demand: `for await (const item of items)`. Each loop starts from the
 * beginning. `pages()` returns whole pages.
 */
export class Items<Item, Page> implements AsyncIterable<Item> {
  readonly #walk: PageWalk<Item, Page>;

  constructor(walk: PageWalk<Item, Page>) {
    this.#walk = walk;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#walk.itemsOf(page);
  }

  /**
   * Yields the pages, sending one request for each. An empty page is not necessarily the last page. Throws
   * PostriderError if a page refers to itself as the next page.
   */
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

  /** Returns an array of up to `most` items from the start of the list. */
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
