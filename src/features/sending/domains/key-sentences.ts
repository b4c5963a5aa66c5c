import { emptyableFrom } from './key-rotation.ts';
import type { Domain, DomainKey } from './present.ts';

/** What is to be known and done about a domain's keys, a sentence each; none when one key of a kind signs. Pure. */
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
      ? [`The key ${key.selector} no longer signs. Keep its record at ${host} until ${shownTime(until)}.`]
      : [`The record at ${host} is no longer needed. Empty its key (v=DKIM1; p=) or remove it.`];
  });
}

function waitingSentence({ selector, activeFrom, publishedAt }: DomainKey, host: string): string {
  if (activeFrom && !publishedAt) return `The key ${selector} signs as soon as its record is found at ${host}.`;
  return activeFrom
    ? `The key ${selector} was found and starts to sign on ${shownTime(activeFrom)}. The current key signs until then.`
    : `The key ${selector} needs its record at ${host}. The current key signs until it is found.`;
}

function shownTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
