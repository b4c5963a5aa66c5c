import { shown } from '../../../http/shown.ts';
import type { NamedTag } from '../../transactional/messages/index.ts';
import { isAbsent, scalarText } from './absent.ts';
import { type Pair, pairsOf } from './pairs.ts';

/** Limits for tags in requests to the compatible endpoint. */
const MAX_TAGS = 75;
const MAX_TAG_PART_CHARACTERS = 256;

const NOT_ALLOWED = /[^A-Za-z0-9_-]/u;
/** Names of the tags that are preferred as the native tag, in order of precedence. */
const KIND_NAMES = ['tag', 'category'];

type Fail = (field: string, sentence: string) => void;

/** Returns the tags of a request, which may be in any form that clients send. Tags without a value are ignored. */
export function readTags(given: unknown, fail: Fail): NamedTag[] {
  if (isAbsent(given)) return [];
  const pairs = pairsOf('tags', given);
  if (!pairs) {
    fail('tags', 'must be an array of objects with name and value.');
    return [];
  }
  if (pairs.length > MAX_TAGS) {
    fail('tags', `must contain at most ${MAX_TAGS} tags, not ${pairs.length}.`);
    return [];
  }
  return pairs.flatMap((pair) => readTag(pair, fail) ?? []);
}

function readTag({ name, path, value }: Pair, fail: Fail): NamedTag | undefined {
  if (isAbsent(value) && !isAbsent(name)) return undefined;
  const tag = { name: scalarText(name) ?? '', value: scalarText(value) ?? '' };
  const fault =
    faultOfPart('name', tag.name, tag.name) ?? faultOfPart(`value of the tag ${shown(tag.name)}`, tag.value, tag.value);
  if (fault === undefined) return tag;
  fail(path, fault);
  return undefined;
}

function faultOfPart(what: string, text: string, given: string): string | undefined {
  if (text === '') return `has a ${what} that is not a string.`;
  if (text.length > MAX_TAG_PART_CHARACTERS) {
    return `has a ${what} with ${text.length} characters. The maximum is ${MAX_TAG_PART_CHARACTERS}.`;
  }
  const character = NOT_ALLOWED.exec(text)?.[0];
  if (character === undefined) return undefined;
  return `has a ${what} ${JSON.stringify(shown(given))} with the character ${JSON.stringify(character)}. Only ASCII letters, digits, "_", and "-" are allowed.`;
}

/**
 * Returns the tag in the format of our own API. Uses the value of the tag named `tag` or `category`, or otherwise the
 * value of the first tag.
 */
export function nativeTag(tags: readonly NamedTag[]): string | undefined {
  const kind = KIND_NAMES.map((name) => tags.find((tag) => tag.name === name)).find((tag) => tag !== undefined);
  const value = (kind ?? tags[0])?.value.toLowerCase().replace(/^[_-]+/, '');
  return value || undefined;
}
