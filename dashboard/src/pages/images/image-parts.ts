/** The ends of names of pictures that are taken. */
export const KINDS: readonly string[] = ['.png', '.jpg', '.jpeg', '.gif', '.webp'];
/** The server may take less, and says so. */
export const MAX_BYTES = 50 * 1024 * 1024;

/** Of the body: what it is, the server sees by its bytes. */
export const BINARY = 'application/octet-stream';

/** Where this server has a picture, whatever other names it goes by. Pure. */
export function pathOf({ url }: { readonly url: string }): string {
  return new URL(url).pathname;
}
