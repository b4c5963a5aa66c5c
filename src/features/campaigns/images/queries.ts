import { statement } from '../../../base/db.ts';
import type { ImageType } from './inspect.ts';

/** What is known of a picture beside its bytes. */
export interface ImageFacts {
  readonly id: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly name: string;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly created_at: Date;
}

const COLUMNS = `id, encode(hash, 'hex') as hash, name, type, width, height, bytes, created_at`;

/** A page of an account's pictures, newest first; primary key, from its end. */
export const imagesPage = statement<[accountId: number, limit: number, offset: number], ImageFacts>(
  'images_page',
  `select ${COLUMNS} from image where account_id = $1 order by id desc limit $2 offset $3`,
);

/** Primary key. */
export const countImages = statement<[accountId: number], { readonly images: number }>(
  'images_count',
  'select count(*) as images from image where account_id = $1',
);

/** Primary key. */
export const imageById = statement<[accountId: number, id: number], ImageFacts>(
  'images_by_id',
  `select ${COLUMNS} from image where account_id = $1 and id = $2`,
);

/** Whether any account has a picture of that number; index image_by_id. */
export const imageAnywhere = statement<[id: number], { readonly id: number }>(
  'images_anywhere',
  'select id from image where id = $1 limit 1',
);

/** A picture that nobody deletes until the transaction ends; primary key. */
export const imageKept = statement<[accountId: number, id: number], ImageFacts>(
  'images_keep',
  `select ${COLUMNS} from image where account_id = $1 and id = $2 for key share`,
);

/** A picture that nobody keeps meanwhile; primary key. */
export const imageHeld = statement<[accountId: number, id: number], ImageFacts>(
  'images_hold',
  `select ${COLUMNS} from image where account_id = $1 and id = $2 for update`,
);

/** The account's picture with these bytes; index image_once. */
export const imageByHash = statement<[accountId: number, hash: Buffer], ImageFacts>(
  'images_by_hash',
  `select ${COLUMNS} from image where account_id = $1 and hash = $2`,
);

export const makeStore = statement<[accountId: number], unknown>(
  'images_make_store',
  'insert into image_store (account_id) values ($1) on conflict do nothing',
);

/** What the pictures take; of those who add or delete, one after the other. Primary key. */
export const holdStore = statement<[accountId: number], { readonly bytes: number }>(
  'images_hold_store',
  'select bytes from image_store where account_id = $1 for no key update',
);

/** Primary key. */
export const storeGrew = statement<[accountId: number, bytes: number], unknown>(
  'images_store_grew',
  'update image_store set bytes = bytes + $2 where account_id = $1',
);

export const insertImage = statement<
  [accountId: number, hash: Buffer, name: string, type: ImageType, width: number, height: number, body: Buffer],
  ImageFacts
>(
  'images_insert',
  `insert into image (account_id, hash, name, type, width, height, bytes, body)
   values ($1, $2, $3, $4, $5, $6, length($7::bytea), $7) returning ${COLUMNS}`,
);

/** Primary key. */
export const deleteImage = statement<[accountId: number, id: number], { readonly bytes: number }>(
  'images_delete',
  'delete from image where account_id = $1 and id = $2 returning bytes',
);

/**
 * The bytes of a picture, for everybody who has its address; not of an account that is restricted or closed. Index
 * image_by_id, primary key of account.
 */
export const imageBody = statement<
  [id: number, hash: string, characters: number],
  { readonly type: ImageType; readonly body: Buffer }
>(
  'images_body',
  `select i.type, i.body from image i join account a on a.account_id = i.account_id
   where i.id = $1 and left(encode(i.hash, 'hex'), $3) = $2 and a.restricted_at is null and a.closed_at is null`,
);
