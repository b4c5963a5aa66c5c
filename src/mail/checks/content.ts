import { attributeValue } from '../html-document.ts';
import { fine, found, type Finding } from './finding.ts';
import type { HtmlFacts } from './html-facts.ts';

/** HTML size, in bytes, above which Gmail clips an email and links to the full version. */
export const CLIPPED_FROM_BYTES = 102 * 1024;
/**
 * Minimum number of letters and digits in an email with images. With less text, recipients without images see almost
 * nothing.
 */
const MIN_LETTERS = 150;
/** Minimum number of letters and digits in the plain text, as a share of the number in the HTML. */
const MIN_SHARE = 0.1;

/**
 * Checks that Gmail does not clip the HTML. The text of the finding states the size of the HTML, followed by `rest`,
 * which can contain other sizes.
 */
export function judgeSize(html: string, rest = ''): Finding {
  const bytes = Buffer.byteLength(html);
  const sizes = `The HTML is ${kilobytes(bytes)}${rest}`;
  if (bytes <= CLIPPED_FROM_BYTES) return fine('size', `${sizes}.`);
  const fix = 'Shorten the HTML. Unused styles are often the largest part of the HTML.';
  return found('size', 'warning', `${sizes}. Gmail clips emails with more than 102 KB of HTML.`, { fix });
}

/** Formats a number of bytes, such as `512 bytes` or `1.5 KB`. */
export function kilobytes(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
}

/** Checks that the plain text that the author wrote (`own`) is not much shorter than the text of the HTML. */
export function judgeText(facts: HtmlFacts | undefined, own: string | undefined): Finding {
  if (!facts) return fine('text-part', 'The email is plain text.');
  if (own === undefined) return fine('text-part', 'The plain-text part is generated from the HTML.');
  if (lettersIn(own) >= lettersIn(facts.text) * MIN_SHARE)
    return fine('text-part', 'The email has its own plain-text part.');
  const fix =
    'Include the content of the HTML in the plain text, or remove the plain text so that Postrider generates it from the HTML.';
  return found('text-part', 'warning', 'The plain-text part is much shorter than the HTML.', { fix });
}

/** Checks that every image has an alt attribute, which may be empty. */
export function judgeAltTexts({ images }: HtmlFacts): Finding {
  const bare = images.filter(({ element }) => attributeValue(element, 'alt') === undefined);
  if (images.length === 0) return fine('alt-texts', 'The email has no images.');
  if (bare.length === 0) return fine('alt-texts', `All images (${images.length}) have alt text.`);
  return found('alt-texts', 'warning', `${bare.length} of ${images.length} images have no alt text.`, {
    fix: 'Add an alt attribute to each image. Leave the attribute empty for decorative images.',
    where: bare.map(({ source }) => source),
  });
}

/** Checks that an email with images has enough text to be readable without them. */
export function judgeImageOnly({ images, text }: HtmlFacts): Finding {
  const letters = lettersIn(text);
  if (images.length === 0 || letters >= MIN_LETTERS)
    return fine('image-only', 'The email has enough text besides its images.');
  const message = `The email has little text besides its images (images: ${images.length}, letters: ${letters}).`;
  return found('image-only', 'warning', message, {
    fix: 'Repeat the content of the images as text, because many recipients do not see images.',
  });
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
