/** File extensions of the images that can be uploaded. */
export const KINDS: readonly string[] = ['.png', '.jpg', '.jpeg', '.gif', '.webp'];
/** Maximum file size in bytes. If the server has a lower limit, the server reports an error. */
export const MAX_BYTES = 50 * 1024 * 1024;

/** Content type of the request. The server detects the type of the image from its content. */
export const BINARY = 'application/octet-stream';

/** Returns the name of an image for users. Pure. */
export function nameOf({ id, name }: { readonly id: number; readonly name: string }): string {
  return name || `Image ${id}`;
}

/** Returns the name for a part of an image: for example `garden (cropped).jpg`. Pure. */
export function croppedName(image: { readonly id: number; readonly name: string }): string {
  const [, stem = '', extension = ''] = /^(.*?)(?: \(cropped\))?(\.\w{1,5})?$/su.exec(nameOf(image)) ?? [];
  return `${stem} (cropped)${extension}`;
}

/** Returns the path of an image on this server. The path is the same for all host names. Pure. */
export function pathOf({ url }: { readonly url: string }): string {
  return new URL(url).pathname;
}
