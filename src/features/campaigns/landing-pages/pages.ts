import { randomText } from '../../../base/crypto.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { offsetOf, type PageQuery } from '../../../http/account/page.ts';
import type { ListUsage } from '../../audience/lists/index.ts';
import { showFormOn } from '../forms/index.ts';
import { keepImage, type ImageUsage } from '../images/index.ts';
import { MAX_NAMED, MAX_PAGES } from './limits.ts';
import {
  countPages,
  deletePage,
  dropSlug,
  holdAccount,
  insertPage,
  pageAnywhere,
  pageById,
  pageOfForm,
  pagesOfImage,
  pagesOfList,
  pagesPage,
  takeSlug,
  updatePage,
  type PageContent,
  type PageRow,
} from './queries.ts';
import type { NewPage, PageChange } from './schema.ts';

const RANDOM_CHARACTERS = 6;
const MAX_WORDS_CHARACTERS = 40;
/** Letters of the west that are not an ASCII letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', þ: 'th' };

/** How often an address that is made of a title is made anew; it has two thousand million ends. */
const ATTEMPTS = 3;

/** A page of the account's landing pages, newest first; those whose title holds `text`. */
export async function findPages(
  db: Db,
  accountId: number,
  request: PageQuery & { readonly text: string },
): Promise<{ readonly total: number; readonly pages: readonly PageRow[] }> {
  const total = (await countPages(db, accountId, request.text))[0]?.pages ?? 0;
  const offset = offsetOf(request);
  // Past the end nothing is looked for.
  if (offset >= total) return { total, pages: [] };
  return { total, pages: await pagesPage(db, accountId, request.text, request.perPage, offset) };
}

/** A landing page of the account. Throws forbidden or not_found. */
export async function ownPage(db: Db, accountId: number, id: number): Promise<PageRow> {
  const [found] = await pageById(db, accountId, id);
  return ownObject(found, async () => pageAnywhere(db, id));
}

/**
 * Makes a page. Throws validation_error for a form or an image that is not the account's, a form that another page shows and
 * an address that is taken; conflict at the most pages that there may be.
 */
export async function createPage(db: Database, accountId: number, given: NewPage): Promise<PageRow> {
  return db.transaction(async (tx) => {
    await holdAccount(tx, accountId);
    if (((await countPages(tx, accountId, ''))[0]?.pages ?? 0) >= MAX_PAGES) throw tooMany();
    const content = { ...contentOf(given, NOTHING), form_id: given.formId };
    await requireParts(tx, accountId, undefined, content);
    const [made] = await insertPage(tx, accountId, ...columnsOf(content));
    if (!made) throw new Error('Landing page missing after insert');
    if (!(await showFormOn(tx, accountId, content.form_id, made.id))) throw noForm();
    await giveSlug(tx, accountId, made.id, given);
    return ownPage(tx, accountId, made.id);
  });
}

/** Changes what is given of a page. Throws forbidden or not_found, and validation_error as above. */
export async function changePage(db: Database, accountId: number, id: number, given: PageChange): Promise<PageRow> {
  return db.transaction(async (tx) => {
    await holdAccount(tx, accountId);
    const before = await ownPage(tx, accountId, id);
    const content = contentOf(given, before);
    await requireParts(tx, accountId, before, content);
    if (content.form_id !== before.form_id) {
      await showFormOn(tx, accountId, before.form_id, null);
      if (!(await showFormOn(tx, accountId, content.form_id, id))) throw noForm();
    }
    await updatePage(tx, accountId, id, ...columnsOf(content));
    if (given.slug !== undefined && given.slug !== before.slug) {
      await dropSlug(tx, accountId, id);
      if ((await takeSlug(tx, accountId, id, given.slug)).length === 0) throw taken(given.slug);
    }
    return ownPage(tx, accountId, id);
  });
}

/** Deletes a page softly; its address is free from then on. Throws forbidden or not_found. */
export async function removePage(db: Database, accountId: number, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await holdAccount(tx, accountId);
    const [gone] = await deletePage(tx, accountId, id);
    const { form_id: formId } = await ownObject(gone, async () => pageAnywhere(tx, id));
    await showFormOn(tx, accountId, formId, null);
    await dropSlug(tx, accountId, id);
  });
}

const NOTHING: PageContent = {
  title: '',
  body: '',
  description: '',
  image_id: null,
  image_alt: '',
  form_id: 0,
  is_published: false,
};

/** Published pages stand in the way of deleting a list that their form adds to. */
export const pagesUsingList: ListUsage = async (tx, accountId, listId) =>
  (await pagesOfList(tx, accountId, listId, MAX_NAMED)).map(named);

/** Pages stand in the way of deleting the image that they show. */
export const pagesUsingImage: ImageUsage = async (tx, accountId, imageId) =>
  (await pagesOfImage(tx, accountId, imageId, MAX_NAMED)).map(named);

function contentOf(given: PageChange, before: PageContent): PageContent {
  return {
    title: given.title ?? before.title,
    body: given.text ?? before.body,
    description: given.description ?? before.description,
    image_id: given.imageId === undefined ? before.image_id : given.imageId,
    image_alt: given.imageAlt ?? before.image_alt,
    form_id: given.formId ?? before.form_id,
    is_published: given.isPublished ?? before.is_published,
  };
}

type Columns = Parameters<typeof insertPage> extends [unknown, unknown, ...infer Rest] ? Rest : never;

function columnsOf(content: PageContent): Columns {
  const { body, description, form_id, image_alt, image_id, is_published, title } = content;
  return [title, body, description, image_id, image_alt, form_id, is_published];
}

/** What a page shows is the account's, and stays while it is written; only whoever holds the account. */
async function requireParts(
  tx: Tx,
  accountId: number,
  before: PageRow | undefined,
  content: PageContent,
): Promise<void> {
  if (content.image_id !== null && !(await keepImage(tx, accountId, content.image_id))) {
    throw invalid({ image_id: ['must be the ID of one of your images.'] });
  }
  if (content.form_id === before?.form_id) return;
  const [other] = await pageOfForm(tx, accountId, content.form_id);
  if (other) throw invalid({ form_id: [`is already used by landing page ${other.id}. Use another form.`] });
}

async function giveSlug(tx: Tx, accountId: number, id: number, { slug, title }: NewPage): Promise<void> {
  if (slug !== undefined) {
    if ((await takeSlug(tx, accountId, id, slug)).length === 0) throw taken(slug);
    return;
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if ((await takeSlug(tx, accountId, id, slugOf(title))).length > 0) return;
  }
  throw new Error('No free slug found for a landing page');
}

function noForm(): Refusal {
  return invalid({ form_id: ['must be the ID of one of your forms.'] });
}

function taken(slug: string): Refusal {
  return invalid({ slug: [`is already used by another page: ${slug}. Choose another slug.`] });
}

function tooMany(): Refusal {
  return new Refusal('conflict', {
    message: `The account already has ${MAX_PAGES} landing pages, which is the maximum.`,
    fix: 'Delete pages that are no longer used.',
  });
}

/** The words of a title as they stand in an address, with an end that no other page has. */
function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[ßæœøđłþ]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_WORDS_CHARACTERS)
    .replaceAll(/^-+|-+$/g, '');
  return [words, randomText(RANDOM_CHARACTERS).toLowerCase()].filter((part) => part !== '').join('-');
}

function named({ id, title }: { readonly id: number; readonly title: string }) {
  return { type: 'landing_page', id, title };
}
