/** Style that hides the preview text in the email body. */
const HIDDEN = 'display:none;max-height:0;overflow:hidden;mso-hide:all';
/**
 * Approximate number of characters that inboxes show after the subject. After a shorter preview text, they show the
 * start of the body.
 */
const SHOWN_CHARACTERS = 140;
const MIN_FILLERS = 10;
/**
 * Invisible filler. Some email clients drop zero-width characters that have no space between them, and others collapse
 * ordinary spaces.
 */
const FILLER = '&#847;&zwnj;&nbsp;';

/** Start of the element that hides the preview text. The escaped preview text follows. */
export const PREHEADER_BEGIN = `<div style="${HIDDEN}">`;

/**
 * Returns the HTML after a preview text of the given length: padding, so that inboxes do not show the first words of
 * the body, and the end tag of the hidden element.
 */
export function preheaderEnd(characters: number): string {
  return `${FILLER.repeat(Math.max(MIN_FILLERS, SHOWN_CHARACTERS - characters))}</div>`;
}
