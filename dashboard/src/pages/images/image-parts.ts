/** Extensions of accepted images. */
export const KINDS: readonly string[] = ['.png', '.jpg', '.jpeg', '.gif', '.webp'];
/** The server may have a lower limit, which it reports. */
export const MAX_BYTES = 50 * 1024 * 1024;

/** Content type of the body. The server detects the type of the image by its bytes. */
export const BINARY = 'application/octet-stream';

/** Returns the path of an image on this server, which is the same for all host names. Pure. */
export function pathOf({ url }: { readonly url: string }): string {
  return new URL(url).pathname;
}
