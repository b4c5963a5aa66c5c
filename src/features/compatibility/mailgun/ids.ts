import { hexOfUuid } from '../../../base/ids.ts';

const MESSAGE_ID = /^<?([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})@/i;

/** A message's id as Mailgun's clients know it, without its angle brackets. */
export function messageIdOf(uuid: string, domain: string): string {
  return `${hexOfUuid(uuid)}@${domain}`;
}

/** The UUID behind such an id, with or without brackets; undefined for any other text. */
export function uuidOfMessageId(text: string): string | undefined {
  const found = MESSAGE_ID.exec(text);
  return found ? found.slice(1).join('-').toLowerCase() : undefined;
}
