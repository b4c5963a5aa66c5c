import { OWN_IMAGES } from '../../../http/mail-frame.ts';

/** Characters of the hash that the address of a picture has: enough that nobody guesses the address of another. */
export const HASH_CHARACTERS = 32;

/** Where everybody gets a picture, without the base address. It never means another one. */
export function imagePath({ hash, id }: { readonly id: number; readonly hash: string }): string {
  return `${OWN_IMAGES}${id}-${hash.slice(0, HASH_CHARACTERS)}`;
}
