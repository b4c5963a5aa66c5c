import { OWN_IMAGES } from '../../../http/mail-frame.ts';

/**
 * Length in characters of the hash prefix in an image URL. Long enough to prevent guessing the URL of another image.
 */
export const HASH_CHARACTERS = 32;

/** Returns the public path of an image, without the base URL. A path always refers to the same image. */
export function imagePath({ hash, id }: { readonly id: number; readonly hash: string }): string {
  return `${OWN_IMAGES}${id}-${hash.slice(0, HASH_CHARACTERS)}`;
}

/** Returns SQL for the public path of an image. `alias` names the table. */
export function imagePathSql(alias: string): string {
  return `'${OWN_IMAGES}' || ${alias}.id || '-' || left(encode(${alias}.hash, 'hex'), ${HASH_CHARACTERS})`;
}
