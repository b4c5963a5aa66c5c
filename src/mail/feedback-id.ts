import type { HeaderField } from './header.ts';

/** Google requires the last field to be stable, with 5 to 15 characters. */
const SENDER_ID = 'postrider';
const MAX_FIELD_CHARACTERS = 40;
/** Stream name for email without a campaign or tag. */
const NOTHING = 't';

/**
 * Returns the Feedback-ID field of a message (Google, answer 6254652). `stream` is a campaign's ID or a message's tag.
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
