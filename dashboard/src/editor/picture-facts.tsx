import type { ReactNode } from 'react';
import { LARGE_BYTES } from '../images/resize.ts';
import { useRead } from '../reading.ts';
import { count, plural, size } from '../words.ts';

/** Matches the URL of an image that was uploaded to this server. The group is the ID of the image. */
const OWN = /^https?:\/\/[^/]+\/i\/(\d+)-[\da-f]{32}$/;

/** Renders the size of an image on this server, with a warning if the file is large. Renders nothing for other images. */
export function PictureFacts({ src }: { readonly src: string }): ReactNode {
  const id = OWN.exec(src)?.[1];
  const { data } = useRead('GET /images/{id}', { params: { id: id ?? '' } }, { enabled: id !== undefined });
  if (!data) return null;
  const isLarge = data.bytes > LARGE_BYTES;
  return (
    <p role="status" className={`text-sm ${isLarge ? 'text-warn' : 'text-ink-3'}`}>
      {`${count(data.width)} × ${plural(data.height, 'pixel')}, ${size(data.bytes)}.`}
      {isLarge && ` Images over ${size(LARGE_BYTES)} load slowly on phones.`}
    </p>
  );
}
