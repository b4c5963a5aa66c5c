import type { HeaderField } from './header.ts';

/** Stable, 5 to 15 characters, as Google asks of the last field. */
const SENDER_ID = 'postrider';
const MAX_FIELD_CHARACTERS = 40;
/** What mail that belongs to nothing is counted under. */
const NOTHING = 't';

/**
 * The Feedback-ID of a mail (Google, answer 6254652): four fields under which Postmaster Tools count complaints, from the
 * narrowest to the sender. `stream` is a campaign's id or a message's tag; letters beyond a-z and 0-9 become hyphens.
 */
export function feedbackId(mail: {
  readonly stream: string | undefined;
  readonly mailClass: string;
  readonly accountId: number;
}): HeaderField {
  const fields = [field(mail.stream ?? '') || NOTHING, field(mail.mailClass), String(mail.accountId), SENDER_ID];
  return { name: 'Feedback-ID', value: fields.join(':') };
}

function field(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_FIELD_CHARACTERS)
    .replaceAll(/^-|-$/g, '');
}
