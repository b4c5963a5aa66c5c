import type { Answer } from '../api.ts';
import { toast } from '../components/toast.tsx';
import { refresh } from '../reading.ts';
import type { Transfer } from '../transfer.ts';
import { size } from '../words.ts';
import { BINARY } from './image-parts.ts';
import { LARGE_BYTES } from './resize.ts';

type Image = Answer<'POST /images'>;

/** Uploads an image and shows its name, with a warning if the file is large. Rejects with ApiProblem. */
export async function addImage(
  file: File,
  labels: Partial<Pick<Image, 'name' | 'alt' | 'folder'>>,
  { upload }: Pick<Transfer, 'upload'>,
): Promise<Image> {
  const image = await upload('POST /images', file, { query: labels, contentType: BINARY });
  refresh(['GET /images']);
  toast(addedWords(image));
  return image;
}

function addedWords({ bytes, name }: Image): string {
  const added = `“${name}” added.`;
  return bytes > LARGE_BYTES
    ? `${added} The image is larger than recommended (${size(bytes)}), so it loads slowly on phones.`
    : added;
}
