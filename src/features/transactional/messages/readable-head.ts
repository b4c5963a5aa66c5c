import type { MessageSummary } from './queries.ts';

/**
 * Returns a message with a valid `head`. Replaces corrupt parts of the column with empty values, because the rest of
 * the record is still useful, and one corrupt row must not make a whole page of messages unreadable.
 */
export function withReadableHead<Row extends { readonly head: MessageSummary }>(row: Row): Row {
  // The column can contain JSON of any shape if the row is corrupt.
  const head: unknown = row.head;
  const given = isObject(head) ? head : {};
  return isWhole(given) ? row : { ...row, head: readable(given) };
}

function readable(given: Readonly<Record<string, unknown>>): MessageSummary {
  const { by, sign, trace, track } = given;
  return {
    to: textsIn(given['to']),
    cc: textsIn(given['cc']),
    bcc: textsIn(given['bcc']),
    reply_to: textsIn(given['reply_to']),
    headers: Object.fromEntries(
      Object.entries(isObject(given['headers']) ? given['headers'] : {}).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    ),
    // Safe casts: these values have another type only if the row is corrupt. They are then left out.
    ...(isObject(track) && { track: track as unknown as NonNullable<MessageSummary['track']> }),
    ...(isObject(by) && { by: by as unknown as NonNullable<MessageSummary['by']> }),
    ...(typeof sign === 'string' && { sign }),
    ...(typeof trace === 'string' && { trace }),
  };
}

function isWhole(given: Readonly<Record<string, unknown>>): boolean {
  const lists = [given['to'], given['cc'], given['bcc'], given['reply_to']];
  const { headers, tags = [] } = given;
  return (
    lists.every((list) => Array.isArray(list) && list.every((text) => typeof text === 'string')) &&
    isObject(headers) &&
    Object.values(headers).every((value) => typeof value === 'string') &&
    Array.isArray(tags) &&
    tags.every(isObject)
  );
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
