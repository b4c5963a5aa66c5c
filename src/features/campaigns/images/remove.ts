import type { Database, Tx } from '../../../base/db.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import type { Usage } from '../../../http/resource/routes.ts';
import { MAX_USES } from './limits.ts';
import { deleteImage, holdStore, imageHeld, imageKept, images, storeGrew, updateImage } from './queries.ts';
import type { ChangeOf } from '../../../http/resource/resource.ts';
import type { IMAGE, ImageFacts } from './resource.ts';

/**
 * Returns the objects of a feature that use an image. Called in the transaction that deletes the image, during which no
 * other transaction can start to use it.
 */
export type ImageUsage = (tx: Tx, accountId: number, imageId: number) => Promise<readonly Usage[]>;

/**
 * Deletes an image permanently unless the image is in use. Returns the objects that use the image, or an empty array if
 * the image was deleted. Throws forbidden or not_found.
 */
export async function removeImage(
  { db, usages }: { readonly db: Database; readonly usages: readonly ImageUsage[] },
  accountId: number,
  id: number,
): Promise<readonly Usage[]> {
  return db.transaction(async (tx) => {
    await holdStore(tx, accountId);
    const [held] = await imageHeld(tx, accountId, id);
    await ownObject(held, async () => images.anywhere(tx, id));
    const uses: Usage[] = [];
    for (const usage of usages) uses.push(...(await usage(tx, accountId, id)));
    if (uses.length > 0) return uses.slice(0, MAX_USES);
    const [gone] = await deleteImage(tx, accountId, id);
    if (gone) await storeGrew(tx, accountId, -gone.bytes);
    return [];
  });
}

/** Changes the given properties of an image. Throws forbidden or not_found. */
export async function changeImage(
  db: Database,
  accountId: number,
  id: number,
  change: ChangeOf<typeof IMAGE>,
): Promise<ImageFacts> {
  return db.transaction(async (tx) => {
    const [held] = await imageHeld(tx, accountId, id);
    const image = { ...(await ownObject(held, async () => images.anywhere(tx, id))), ...change };
    return (await updateImage(tx, accountId, id, image.name, image.alt, image.folder))[0] ?? image;
  });
}

/**
 * Returns an image of the account and prevents its deletion until the transaction ends. Returns undefined if the
 * account has no such image.
 */
export async function keepImage(tx: Tx, accountId: number, id: number): Promise<ImageFacts | undefined> {
  return (await imageKept(tx, accountId, id))[0];
}
