import { statement } from '../../../base/db.ts';
import { holds } from '../../../base/holds.ts';
import { publicNameSql } from '../../tenants/accounts/index.ts';

/** What of a page is written by its owner. */
export interface PageContent {
  readonly title: string;
  readonly body: string;
  readonly description: string;
  readonly image_id: number | null;
  readonly image_alt: string;
  readonly form_id: number;
  readonly is_published: boolean;
}

export interface PageRow extends PageContent {
  readonly id: number;
  readonly slug: string;
  /** Of the picture, hexadecimal. */
  readonly image_hash: string | null;
  readonly published_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const SELECT = `select p.id, p.title, p.body, p.description, p.image_id, p.image_alt, p.form_id, p.is_published, p.published_at,
     p.created_at, p.updated_at, a.slug, encode(i.hash, 'hex') as image_hash
   from landing_page p
   join landing_page_address a on a.account_id = p.account_id and a.page_id = p.id
   left join image i on i.account_id = p.account_id and i.id = p.image_id`;

/** A page of an account's landing pages, newest first, all of them or those whose title holds a text; primary key, from its end. */
export const pagesPage = statement<[accountId: number, text: string, limit: number, offset: number], PageRow>(
  'landing_pages_page',
  `${SELECT} where p.account_id = $1 and p.deleted_at is null and ${holds('p.title')} order by p.id desc limit $3 offset $4`,
);

/** Primary key. */
export const countPages = statement<[accountId: number, text: string], { readonly pages: number }>(
  'landing_pages_count',
  `select count(*) as pages from landing_page where account_id = $1 and deleted_at is null and ${holds('title')}`,
);

/** Primary key. */
export const pageById = statement<[accountId: number, id: number], PageRow>(
  'landing_pages_by_id',
  `${SELECT} where p.account_id = $1 and p.id = $2 and p.deleted_at is null`,
);

/** Whether any account has a page of that number, deleted ones left out; index landing_page_by_id. */
export const pageAnywhere = statement<[id: number], { readonly id: number }>(
  'landing_pages_anywhere',
  'select id from landing_page where id = $1 and deleted_at is null limit 1',
);

/** Lets one transaction of an account after the other change its pages; primary key. */
export const holdAccount = statement<[accountId: number], unknown>(
  'landing_pages_hold_account',
  'select from account where account_id = $1 for no key update',
);

/** The page that shows a form; index landing_page_form. */
export const pageOfForm = statement<[accountId: number, formId: number], { readonly id: number }>(
  'landing_pages_of_form',
  'select id from landing_page where account_id = $1 and form_id = $2 and deleted_at is null',
);

type Columns = [
  title: string,
  body: string,
  description: string,
  imageId: number | null,
  imageAlt: string,
  formId: number,
  isPublished: boolean,
];

export const insertPage = statement<[accountId: number, ...Columns], { readonly id: number }>(
  'landing_pages_insert',
  `insert into landing_page (account_id, title, body, description, image_id, image_alt, form_id, is_published, published_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, case when $8 then now() end) returning id`,
);

/** Writes all that can be changed of a page; when it was published first stays. Primary key. */
export const updatePage = statement<[accountId: number, id: number, ...Columns], { readonly id: number }>(
  'landing_pages_update',
  `update landing_page set title = $3, body = $4, description = $5, image_id = $6, image_alt = $7, form_id = $8,
     is_published = $9, published_at = coalesce(published_at, case when $9 then clock.at end), updated_at = clock.at
   from (select now()) as clock (at)
   where account_id = $1 and id = $2 and deleted_at is null returning id`,
);

/** Deletes a page softly, which gives its picture free. Primary key. */
export const deletePage = statement<[accountId: number, id: number], { readonly form_id: number }>(
  'landing_pages_delete',
  `update landing_page set deleted_at = now(), is_published = false, image_id = null
   where account_id = $1 and id = $2 and deleted_at is null returning form_id`,
);

/** Takes an address for a page, in place of the one that it has; no row when it is another's. */
export const takeSlug = statement<[accountId: number, pageId: number, slug: string], { readonly slug: string }>(
  'landing_pages_take_slug',
  'insert into landing_page_address (slug, account_id, page_id) values ($3, $1, $2) on conflict (slug) do nothing returning slug',
);

/** Index landing_page_address_page. */
export const dropSlug = statement<[accountId: number, pageId: number], unknown>(
  'landing_pages_drop_slug',
  'delete from landing_page_address where account_id = $1 and page_id = $2',
);

/** Pages that show a picture; index landing_page_image. */
export const pagesOfImage = statement<
  [accountId: number, imageId: number, limit: number],
  { readonly id: number; readonly title: string }
>(
  'landing_pages_of_image',
  'select id, title from landing_page where account_id = $1 and image_id = $2 and deleted_at is null order by id limit $3',
);

/** Published pages whose form adds to a list; primary keys. */
export const pagesOfList = statement<
  [accountId: number, listId: number, limit: number],
  { readonly id: number; readonly title: string }
>(
  'landing_pages_of_list',
  `select p.id, p.title from landing_page p
   join form f on f.account_id = $1 and f.id = p.form_id and f.deleted_at is null and $2 = any(f.list_ids)
   where p.account_id = $1 and p.is_published and p.deleted_at is null order by p.id limit $3`,
);

/** A page as everybody sees it. */
export interface ShownRow extends PageContent {
  readonly account_id: number;
  readonly id: number;
  /** The account's public name; null while it has none. */
  readonly sender: string | null;
  readonly image_hash: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** The page at an address, published or not, of an account that is neither restricted nor closed; primary keys. */
export const pageAt = statement<[slug: string], ShownRow>(
  'landing_pages_at',
  `select p.account_id, p.id, p.title, p.body, p.description, p.image_id, p.image_alt, p.form_id, p.is_published,
     encode(i.hash, 'hex') as image_hash, i.width, i.height,
     ${publicNameSql('a', 's')} as sender
   from landing_page_address d
   join landing_page p on p.account_id = d.account_id and p.id = d.page_id and p.deleted_at is null
   join account a on a.account_id = d.account_id and a.restricted_at is null and a.closed_at is null
   left join campaign_settings s on s.account_id = p.account_id
   left join image i on i.account_id = p.account_id and i.id = p.image_id
   where d.slug = $1`,
);
