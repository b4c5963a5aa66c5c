import type { OwnTexts } from '../../../mail/languages/texts.ts';
import { statement } from '../../../base/db.ts';
import type { PageBrand } from '../../../http/pages/theme.ts';
import { columnsOf, insertOf, rowsOf, updateOf } from '../../../http/resource/rows.ts';
import { publicNameSql } from '../../tenants/accounts/index.ts';
import { pageBrandSql } from '../campaign-settings/index.ts';
import { LANDING_PAGE, type PageRow } from './resource.ts';

export const pages = rowsOf(LANDING_PAGE, 'landing_pages', {
  search: 'title',
  joins: `join landing_page_address on landing_page_address.account_id = landing_page.account_id
     and landing_page_address.page_id = landing_page.id
   left join image on image.account_id = landing_page.account_id and image.id = landing_page.image_id`,
});
export const insertPage = insertOf(LANDING_PAGE, 'landing_pages_insert');
export const updatePage = updateOf(LANDING_PAGE, 'landing_pages_update');

/** Locks the account so that transactions that change its landing pages run one after another. Uses the primary key. */
export const lockAccount = statement<[accountId: number], unknown>(
  'landing_pages_hold_account',
  'select from account where account_id = $1 for no key update',
);

/** Returns the landing page that contains a form. Uses the index landing_page_form. */
export const pageOfForm = statement<[accountId: number, formId: number], { readonly id: number }>(
  'landing_pages_of_form',
  'select id from landing_page where account_id = $1 and form_id = $2 and deleted_at is null',
);

/** Soft-deletes a landing page and removes its reference to the image. Uses the primary key. */
export const deletePage = statement<[accountId: number, id: number], { readonly form_id: number }>(
  'landing_pages_delete',
  `update landing_page set deleted_at = now(), is_published = false, image_id = null
   where account_id = $1 and id = $2 and deleted_at is null returning form_id`,
);

/** Reserves a slug for a landing page. Returns no row if another page has this slug. */
export const reserveSlug = statement<[accountId: number, pageId: number, slug: string], { readonly slug: string }>(
  'landing_pages_take_slug',
  'insert into landing_page_address (slug, account_id, page_id) values ($3, $1, $2) on conflict (slug) do nothing returning slug',
);

/** Releases the slug of a landing page. Uses the index landing_page_address_page. */
export const dropSlug = statement<[accountId: number, pageId: number], unknown>(
  'landing_pages_drop_slug',
  'delete from landing_page_address where account_id = $1 and page_id = $2',
);

/** Returns the landing pages that show an image. Uses the index landing_page_image. */
export const pagesOfImage = statement<
  [accountId: number, imageId: number, limit: number],
  { readonly id: number; readonly title: string }
>(
  'landing_pages_of_image',
  'select id, title from landing_page where account_id = $1 and image_id = $2 and deleted_at is null order by id limit $3',
);

/** Returns the published landing pages whose form adds contacts to a list. Uses the primary keys. */
export const pagesOfList = statement<
  [accountId: number, listId: number, limit: number],
  { readonly id: number; readonly title: string }
>(
  'landing_pages_of_list',
  `select p.id, p.title from landing_page p
   join form f on f.account_id = $1 and f.id = p.form_id and f.deleted_at is null and $2 = any(f.list_ids)
   where p.account_id = $1 and p.is_published and p.deleted_at is null order by p.id limit $3`,
);

/** A landing page as visitors see it. */
export interface ArchivedRow extends PageRow {
  readonly account_id: number;
  /** Public name of the account. Null if the account has none. */
  readonly sender: string | null;
  /** Language of the account as a BCP 47 tag. Null if the account has never changed its settings. */
  readonly language: string | null;
  readonly brand: PageBrand;
  /**
   * Strings that the account has set to replace the default strings of public pages. Null if the account has never
   * changed its settings.
   */
  readonly own_texts: OwnTexts | null;
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * Returns the landing page with the given slug, published or not, if its account is neither restricted nor closed. Uses
 * the primary keys.
 */
export const pageAt = statement<[slug: string], ArchivedRow>(
  'landing_pages_at',
  `select landing_page.account_id, ${columnsOf(LANDING_PAGE)}, image.width, image.height,
     ${publicNameSql('a', 's')} as sender, s.language, ${pageBrandSql('s')}, s.texts as own_texts
   from landing_page_address
   join landing_page on landing_page.account_id = landing_page_address.account_id
     and landing_page.id = landing_page_address.page_id and landing_page.deleted_at is null
   join account a on a.account_id = landing_page.account_id and a.restricted_at is null and a.closed_at is null
   left join campaign_settings s on s.account_id = landing_page.account_id
   left join image on image.account_id = landing_page.account_id and image.id = landing_page.image_id
   where landing_page_address.slug = $1`,
);
