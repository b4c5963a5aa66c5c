/** What hides the preview text in the mail itself. */
const HIDDEN = 'display:none;max-height:0;overflow:hidden;mso-hide:all';
/** What mailboxes show behind a subject, about; they fill it from the mail when the preview text is shorter. */
const SHOWN_CHARACTERS = 140;
const LEAST_FILLERS = 10;
/** Two that are not seen and a space: such joiners alone are dropped by some programs, such spaces alone are joined by others. */
const FILLER = '&#847;&zwnj;&nbsp;';

/** Begins what mailboxes show behind the subject; the escaped preview text follows. */
export const PREHEADER_BEGIN = `<div style="${HIDDEN}">`;

/** Ends a preview text of so many characters, behind a filler that keeps the first words of the mail out of it. */
export function preheaderEnd(characters: number): string {
  return `${FILLER.repeat(Math.max(LEAST_FILLERS, SHOWN_CHARACTERS - characters))}</div>`;
}
