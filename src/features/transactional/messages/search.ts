import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import { parseId } from '../../../base/ids.ts';
import { PROVIDERS } from '../../sending/delivery/index.ts';
import type { ListFilters } from './list-filters.ts';

/** Maximum number of words in each search field. */
export const MAX_WORDS = 10;
export const MAX_SEARCH_CHARACTERS = 200;

const OURS = 'Postrider extension. ';

function text(description: string) {
  return Type.Optional(Type.String({ description: OURS + description }));
}

/** Parameters that search the message list. */
export const searchFields = {
  search: text(
    'Only messages that contain each of these words in a recipient, the subject, or the tag. Each word also matches within ' +
      `longer words. At most ${MAX_WORDS} words. You can also search for a message ID.`,
  ),
  recipient: text('Only messages that have a recipient whose address contains all of these words.'),
  subject: text('Only messages whose subject contains all of these words. Each word also matches within longer words.'),
  smtp_code: text(
    'Only messages that a server rejected or deferred with this SMTP code (`550`) or enhanced status code (`5.1.1`).',
  ),
  provider: text(`Only messages handled by the mail servers of this provider: ${PROVIDERS.join(', ')}.`),
};

type Fields = {
  readonly [Name in keyof typeof searchFields]?: string | undefined;
};
type Fail = (field: string, sentence: string) => void;

/** A parsed search: filters, words to look up in the index, and the message ID if `search` contains one. */
export interface Search {
  readonly id: string | undefined;
  readonly words: readonly string[];
  readonly filters: ListFilters;
}

/** Parses a search. Calls `fail` for each invalid field. */
export function parseSearch(fields: Fields, clock: Clock, fail: Fail): Search {
  const id = fields.search ? parseId('tm', fields.search.trim(), clock.now()) : undefined;
  const found = [
    ...(id === undefined ? wordsOf('search', fields, fail) : []),
    ...wordsOf('recipient', fields, fail),
    ...wordsOf('subject', fields, fail),
  ];
  const provider = PROVIDERS.find((name) => name === fields.provider);
  if (fields.provider && !provider) fail('provider', `must be one of ${PROVIDERS.join(', ')}.`);
  return {
    id,
    words: found.map(({ word }) => word),
    filters: {
      ...(found.length > 0 && {
        words: found.map(({ pattern }) => pattern),
      }),
      ...(fields.smtp_code && codeFilter(fields.smtp_code.trim(), fail)),
      ...(provider && { provider }),
    },
  };
}

/**
 * LIKE patterns for the searched text of a message. The text consists of U+0001, the subject, U+0002, the tag, U+0003,
 * and the recipients.
 */
const PATTERNS = {
  search: (word: string) => `%${word}%`,
  recipient: (word: string) => `%\u0003%${word}%`,
  subject: (word: string) => `%${word}%\u0002%`,
};

function wordsOf(field: keyof typeof PATTERNS, fields: Fields, fail: Fail) {
  // Strings are compared in composed form (NFC).
  const given = (fields[field] ?? '').normalize('NFC');
  const words = given.split(/\s+/).filter((word) => word !== '');
  if (given.length > MAX_SEARCH_CHARACTERS) fail(field, `must be at most ${MAX_SEARCH_CHARACTERS} characters.`);
  else if (words.length > MAX_WORDS) fail(field, `must be at most ${MAX_WORDS} words.`);
  return words.map((word) => ({ word, pattern: PATTERNS[field](escaped(word)) }));
}

/** Escapes the characters that are special in LIKE patterns. */
function escaped(word: string): string {
  return word.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

function codeFilter(given: string, fail: Fail): ListFilters {
  if (/^[45]\d\d$/.test(given)) return { replyCode: given };
  if (/^[45]\.\d{1,3}\.\d{1,3}$/.test(given)) return { smtpStatus: given };
  fail('smtp_code', 'must be a 4xx or 5xx SMTP code or an enhanced status code, for example 550 or 4.2.2.');
  return {};
}
