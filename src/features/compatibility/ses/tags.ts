import { faultAt, listOf, objectOf, pathOf, textOf, type Given } from '../fields/index.ts';
import type { Metadata } from '../vendors/index.ts';
import { metadataOf } from './mail.ts';
import { SEND_EMAIL } from './operations.ts';

/** Parses a list of objects with `Name` and `Value`. Throws validation_error if the list is invalid. */
export function tagsOf(given: Given, name: string): [string, string][] {
  return listOf(given, name).map((each, index) => {
    const at = `${pathOf(given, name)}.${index}`;
    const tag = objectOf(each, at, SEND_EMAIL.objects.EmailTags);
    const tagName = textOf(tag, 'Name');
    if (tagName === undefined) throw faultAt(`${at}.Name`, 'is required.');
    return [tagName, textOf(tag, 'Value') ?? ''];
  });
}

/** Merges tags from several parts of a request into the metadata of events. */
export function mergedTags(...all: readonly (readonly (readonly [string, string])[])[]): Metadata {
  return metadataOf(all.flat());
}
