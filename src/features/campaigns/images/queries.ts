import { recordStatement, statement } from '../../../base/db.ts';
import { columnsOf, rowsOf } from '../../../http/resource/rows.ts';
import type { ImageType } from './inspect.ts';
import { IMAGE, type ImageFacts } from './resource.ts';

const COLUMNS = columnsOf(IMAGE);

/** The images of an account, without their bytes. */
export const images = rowsOf(IMAGE, 'images', { isDeletedForGood: true, search: ['name', 'alt', 'folder'] });

/** Returns an image and prevents its deletion until the transaction ends. Uses the primary key. */
export const imageKept = statement<[accountId: number, id: number], ImageFacts>(
  'images_keep',
  `select ${COLUMNS} from image where account_id = $1 and id = $2 for key share`,
);

/** Locks an image so that no other transaction can start to use it. Uses the primary key. */
export const imageHeld = statement<[accountId: number, id: number], ImageFacts>(
  'images_hold',
  `select ${COLUMNS} from image where account_id = $1 and id = $2 for update`,
);

/** Returns the account's image with the same bytes. Uses the index image_once. */
export const imageByHash = statement<[accountId: number, hash: Buffer], ImageFacts>(
  'images_by_hash',
  `select ${COLUMNS} from image where account_id = $1 and hash = $2`,
);

export const makeStore = statement<[accountId: number], unknown>(
  'images_make_store',
  'insert into image_store (account_id) values ($1) on conflict do nothing',
);

/**
 * Returns the storage that the account's images use, in bytes, and locks the row so that uploads and deletions run one
 * after another. Uses the primary key.
 */
export const holdStore = statement<[accountId: number], { readonly bytes: number }>(
  'images_hold_store',
  'select bytes from image_store where account_id = $1 for no key update',
);

/** Adds a number of bytes to the storage that the account's images use. Uses the primary key. */
export const storeGrew = statement<[accountId: number, bytes: number], unknown>(
  'images_store_grew',
  'update image_store set bytes = bytes + $2 where account_id = $1',
);

/** Columns of a new image. */
interface InsertedImage {
  readonly hash: Buffer;
  readonly name: string;
  readonly alt: string;
  readonly folder: string;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly body: Buffer;
}

export const insertImage = recordStatement<InsertedImage & { readonly account_id: number }, ImageFacts>(
  'images_insert',
  `insert into image (account_id, hash, name, alt, folder, type, width, height, bytes, body)
   values ($account_id, $hash, $name, $alt, $folder, $type, $width, $height, length($body::bytea), $body)
   returning ${COLUMNS}`,
);

/** Changes the name, the description, and the folder of an image. Uses the primary key. */
export const updateImage = statement<
  [accountId: number, id: number, name: string, alt: string, folder: string],
  ImageFacts
>(
  'images_update',
  `update image set name = $3, alt = $4, folder = $5 where account_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** Deletes an image and returns its size. Uses the primary key. */
export const deleteImage = statement<[accountId: number, id: number], { readonly bytes: number }>(
  'images_delete',
  'delete from image where account_id = $1 and id = $2 returning bytes',
);

/**
 * Returns the bytes of an image for a public URL, unless the account is restricted or closed. Uses the index
 * image_by_id and the primary key of account.
 */
export const imageBody = statement<
  [id: number, hash: string, characters: number],
  { readonly type: ImageType; readonly body: Buffer }
>(
  'images_body',
  `select i.type, i.body from image i join account a on a.account_id = i.account_id
   where i.id = $1 and left(encode(i.hash, 'hex'), $3) = $2 and a.restricted_at is null and a.closed_at is null`,
);
