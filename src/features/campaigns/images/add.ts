import { sha256 } from '../../../base/crypto.ts';
import type { Database, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { storable } from '../../../base/stored-text.ts';
import { inspectImage } from './inspect.ts';
import { MAX_NAME_CHARACTERS } from './limits.ts';
import { holdStore, imageByHash, insertImage, makeStore, storeGrew, updateImage } from './queries.ts';
import type { ImageFacts, ImageLabels } from './resource.ts';

/** Name of the form field that contains the image. */
export const FILE_FIELD = 'image';
const MEGABYTE = 1024 * 1024;

export interface SentFile {
  /** Empty if the file name is unknown. */
  readonly name: string;
  readonly labels: ImageLabels;
  /** Name of the field in validation errors about the file. Default: `image`. */
  readonly field?: string;
  readonly body: Buffer;
}

/**
 * Stores an image. If the account already has the same image, returns that image, with `isNew` set to false. Throws
 * validation_error if the file is not a valid image, and conflict if the storage quota would be exceeded.
 */
export async function addImage(
  { db, quotaBytes }: { readonly db: Database; readonly quotaBytes: number },
  accountId: number,
  { body, field = FILE_FIELD, labels, name }: SentFile,
): Promise<{ readonly image: ImageFacts; readonly isNew: boolean }> {
  const inspected = inspectImage(body);
  if (typeof inspected === 'string') throw invalid({ [field]: [inspected] });
  const { height, type, width } = inspected;
  const hash = sha256(body);
  return db.transaction(async (tx) => {
    await makeStore(tx, accountId);
    const [store] = await holdStore(tx, accountId);
    const [known] = await imageByHash(tx, accountId, hash);
    if (known) return { image: await labeled(tx, accountId, known, labels), isNew: false };
    if ((store?.bytes ?? 0) + body.length > quotaBytes) throw noRoom(store?.bytes ?? 0, quotaBytes);
    const facts = { hash, name: shortened(name), alt: '', folder: '', ...labels, type, width, height, body };
    const [image] = await insertImage(tx, { account_id: accountId, ...facts });
    await storeGrew(tx, accountId, body.length);
    if (!image) throw new Error('Image missing after insert');
    return { image, isNew: true };
  });
}

/** Gives an existing image the description and the folder in the request, if there are any. */
async function labeled(tx: Tx, accountId: number, image: ImageFacts, labels: ImageLabels): Promise<ImageFacts> {
  const { alt, folder, name } = { ...image, ...labels };
  if (alt === image.alt && folder === image.folder) return image;
  return (await updateImage(tx, accountId, image.id, name, alt, folder))[0] ?? image;
}

function shortened(name: string): string {
  return Array.from(
    storable(name)
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim(),
  )
    .slice(0, MAX_NAME_CHARACTERS)
    .join('');
}

function noRoom(taken: number, quotaBytes: number): Refusal {
  const shown = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);
  return new Refusal('conflict', {
    message: `The account’s images use ${shown(taken)} MB of ${shown(quotaBytes)} MB. There is not enough space left for this image.`,
    fix: 'Delete images that are no longer used, or make this image smaller.',
  });
}
