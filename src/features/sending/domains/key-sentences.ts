import { emptyableFrom } from './key-rotation.ts';
import type { Domain, DomainKey } from './present.ts';

/**
 * Returns messages about the state of a domain's keys and the owner's next steps. Returns an empty list if no key is
 * being rotated or is retired. Pure.
 */
export function keySentences({ name, keys }: Pick<Domain, 'name' | 'keys'>, now: Date): string[] {
  const isRotating = (key: DomainKey): boolean =>
    keys.some(({ algorithm, state }) => algorithm === key.algorithm && state === 'active');
  return keys.flatMap((key) => {
    const host = `${key.selector}._domainkey.${name}`;
    if (key.state === 'active') return [];
    if (key.state === 'waiting') return isRotating(key) ? [waitingSentence(key, host)] : [];
    const until = emptyableFrom(key);
    if (until === undefined) return [];
    return until > now
      ? [
          `Emails are no longer signed with the key ${key.selector}. Keep its record at ${host} until ${shownTime(until)}.`,
        ]
      : [`The record at ${host} is no longer needed. Revoke the key (v=DKIM1; p=) or remove the record.`];
  });
}

function waitingSentence({ selector, activeFrom, publishedAt }: DomainKey, host: string): string {
  if (activeFrom && !publishedAt)
    return `Emails are signed with the key ${selector} as soon as its record is found at ${host}.`;
  return activeFrom
    ? `The record of the key ${selector} was found. Emails are signed with this key from ${shownTime(activeFrom)}, and with the current key until then.`
    : `Publish the record of the key ${selector} at ${host}. Until the record is found, emails are signed with the current key.`;
}

function shownTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
