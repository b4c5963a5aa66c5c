import { attributeValue } from '../html-document.ts';
import { fine, found, type Finding } from './finding.ts';
import type { HtmlFacts } from './html-facts.ts';

/** From this size on Gmail shows the beginning of a mail and a link to the rest. */
export const CLIPPED_FROM_BYTES = 102 * 1024;
/** With fewer letters than that beside pictures, filters have nothing to judge and readers without pictures nothing to read. */
const LEAST_LETTERS = 150;
/** A text part that says less than this share of what the HTML says is a different mail. */
const LEAST_SHARE = 0.1;

/** Whether Gmail shows all of it; `rest` says more of its sizes. */
export function judgeSize(html: string, rest = ''): Finding {
  const bytes = Buffer.byteLength(html);
  const sizes = `HTML ${kilobytes(bytes)}${rest}`;
  if (bytes <= CLIPPED_FROM_BYTES) return fine('size', `${sizes}.`);
  const fix = 'Shorten the HTML; styles that nothing uses are often most of it.';
  return found('size', 'warning', `${sizes}: from 102 KB of HTML on Gmail cuts the mail off.`, { fix });
}

/** Bytes as a reader says them. */
export function kilobytes(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
}

/** Whether who reads text gets the mail, too; `own` is the text that the author gave. */
export function judgeText(facts: HtmlFacts | undefined, own: string | undefined): Finding {
  if (!facts) return fine('text-part', 'The mail is text.');
  if (own === undefined) return fine('text-part', 'The text part was made from the HTML.');
  if (lettersIn(own) >= lettersIn(facts.text) * LEAST_SHARE)
    return fine('text-part', 'The mail has a text part of its own.');
  const fix = 'Say in the text what the HTML says, or leave it out, so that it is made from the HTML.';
  return found('text-part', 'warning', 'The text part says much less than the HTML.', { fix });
}

/** Whether each picture has a text for who does not see it. */
export function judgeAltTexts({ images }: HtmlFacts): Finding {
  const bare = images.filter(({ element }) => attributeValue(element, 'alt') === undefined);
  if (images.length === 0) return fine('alt-texts', 'There are no pictures.');
  if (bare.length === 0) return fine('alt-texts', `All pictures (${images.length}) have a text.`);
  return found('alt-texts', 'warning', `${bare.length} of ${images.length} pictures have no alt text.`, {
    fix: 'Give each picture an alt attribute, an empty one where it only decorates.',
    where: bare.map(({ source }) => source),
  });
}

/** Whether there is something to read where pictures are not shown. */
export function judgeImageOnly({ images, text }: HtmlFacts): Finding {
  const letters = lettersIn(text);
  if (images.length === 0 || letters >= LEAST_LETTERS)
    return fine('image-only', 'There is text to read beside the pictures.');
  const message = `There are ${images.length} pictures and ${letters} letters of text.`;
  return found('image-only', 'warning', message, { fix: 'Say as text what the pictures say: many do not see them.' });
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
