import { randomText } from '../../../base/crypto.ts';
import type { Database, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { ownRow } from '../../../http/resource/rows.ts';
import type { ListUsage } from '../../audience/lists/index.ts';
import { showFormOn } from '../forms/index.ts';
import { keepImage, type ImageUsage } from '../images/index.ts';
import { MAX_NAMED, MAX_PAGES } from './limits.ts';
import {
  deletePage,
  dropSlug,
  lockAccount,
  insertPage,
  pageOfForm,
  pages,
  pagesOfImage,
  pagesOfList,
  reserveSlug,
  updatePage,
} from './queries.ts';
import { LANDING_PAGE, type PageChange, type PageContent, type PageRow } from './resource.ts';

const RANDOM_CHARACTERS = 6;
const MAX_WORDS_CHARACTERS = 40;
/** Western letters that Unicode normalization does not decompose into an ASCII letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', þ: 'th' };

/** Maximum number of attempts to generate an unused slug for a title. */
const ATTEMPTS = 3;

/**
 * Creates a landing page. Throws validation_error if the form or image does not belong to the account, if another page
 * uses the form, or if the slug is taken. Throws conflict if the account has the maximum number of pages.
 */
export async function createPage(db: Database, account_id: number, given: PageChange): Promise<PageRow> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, account_id);
    if (((await pages.count(tx, account_id))[0]?.total ?? 0) >= MAX_PAGES) throw tooMany();
    const content = { ...LANDING_PAGE.blank, ...given, account_id };
    await requireParts(tx, account_id, undefined, content);
    const [made] = await insertPage(tx, content);
    if (!made) throw new Error('Landing page missing after insert');
    if (!(await showFormOn(tx, account_id, content.form_id, made.id))) throw noForm();
    await assignSlug(tx, account_id, made.id, content);
    return ownRow(pages, tx, account_id, made.id);
  });
}

/**
 * Changes the given fields of a landing page. Throws forbidden or not_found, and validation_error for the same reasons
 * as `createPage`.
 */
export async function changePage(db: Database, account_id: number, id: number, given: PageChange): Promise<PageRow> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, account_id);
    const before = await ownRow(pages, tx, account_id, id);
    const content = { ...before, ...given, account_id };
    await requireParts(tx, account_id, before, content);
    if (content.form_id !== before.form_id) {
      await showFormOn(tx, account_id, before.form_id, null);
      if (!(await showFormOn(tx, account_id, content.form_id, id))) throw noForm();
    }
    await updatePage(tx, content);
    if (given.slug !== undefined && given.slug !== before.slug) {
      await dropSlug(tx, account_id, id);
      if ((await reserveSlug(tx, account_id, id, given.slug)).length === 0) throw taken(given.slug);
    }
    return ownRow(pages, tx, account_id, id);
  });
}

/** Soft-deletes a landing page and releases its slug. Throws forbidden or not_found. */
export async function removePage(db: Database, accountId: number, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const [gone] = await deletePage(tx, accountId, id);
    const { form_id: formId } = await ownObject(gone, async () => pages.anywhere(tx, id));
    await showFormOn(tx, accountId, formId, null);
    await dropSlug(tx, accountId, id);
  });
}

/** Returns the published pages that prevent the deletion of a list because their form adds contacts to the list. */
export const pagesUsingList: ListUsage = async (tx, accountId, listId) =>
  (await pagesOfList(tx, accountId, listId, MAX_NAMED)).map(named);

/** Returns the pages that prevent the deletion of an image because they show the image. */
export const pagesUsingImage: ImageUsage = async (tx, accountId, imageId) =>
  (await pagesOfImage(tx, accountId, imageId, MAX_NAMED)).map(named);

/**
 * Throws validation_error if the image does not belong to the account or another page uses the form. Prevents the
 * deletion of the image until the transaction ends. The caller must hold the account lock.
 */
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

async function assignSlug(
  tx: Tx,
  accountId: number,
  id: number,
  { slug, title }: PageChange & Pick<PageContent, 'title'>,
): Promise<void> {
  if (slug !== undefined) {
    if ((await reserveSlug(tx, accountId, id, slug)).length === 0) throw taken(slug);
    return;
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if ((await reserveSlug(tx, accountId, id, slugOf(title))).length > 0) return;
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

/** Returns a slug that consists of the words of a title and a random suffix. */
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
