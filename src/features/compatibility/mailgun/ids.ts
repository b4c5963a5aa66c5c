import { hexOfUuid } from '../../../base/ids.ts';

const MESSAGE_ID = /^<?([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})@/i;

/** Returns a message ID in Mailgun's format, without angle brackets. */
export function messageIdOf(uuid: string, domain: string): string {
  return `${hexOfUuid(uuid)}@${domain}`;
}

/**
 * Returns the UUID in a message ID in Mailgun's format, with or without angle brackets. Returns undefined for other
 * text.
 */
export function uuidOfMessageId(text: string): string | undefined {
  const found = MESSAGE_ID.exec(text);
  return found ? found.slice(1).join('-').toLowerCase() : undefined;
}
