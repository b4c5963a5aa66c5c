import { invalid } from '../../../base/refusal.ts';
import type { TlsRequirement } from '../../../mail/tls-requirement.ts';
import type { Metadata, Track } from '../vendors/index.ts';
import { MAX_METADATA_BYTES } from '../vendors/index.ts';
import { flag, one, prefixed, type Fields } from './fields.ts';

const MAX_TAGS = 10;
const MAX_TAG_CHARACTERS = 128;
/**
 * If the requested delivery time is at most this many milliseconds in the future, the message is sent immediately.
 * Later delivery times are rejected.
 */
const SOON_MS = 60_000;

/** Options in a request, in addition to the message. */
export interface Options {
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  readonly track: Track;
  readonly isTest: boolean;
  readonly tls: TlsRequirement | undefined;
}

/** Parses tags, variables, and switches. Throws a validation_error that names the field. */
export function readOptions(fields: Fields, nowMs: number): Options {
  requireNow(one(fields, 'o:deliverytime'), nowMs);
  const all = flag(fields, 'o:tracking');
  return {
    tags: readTags(fields.get('o:tag') ?? []),
    metadata: readMetadata(prefixed(fields, 'v:')),
    // Tracking is off by default, because clients that do their own tracking do not set these fields.
    track: {
      opens: flag(fields, 'o:tracking-opens') ?? all ?? false,
      clicks: flag(fields, 'o:tracking-clicks') ?? all ?? false,
    },
    isTest: flag(fields, 'o:testmode') ?? false,
    tls: readTls(fields),
  };
}

/** Returns the TLS requirement of a request. The `o:skip-verification` option has no effect without `o:require-tls`. */
function readTls(fields: Fields): TlsRequirement | undefined {
  const isUnverified = flag(fields, 'o:skip-verification') ?? false;
  if (flag(fields, 'o:require-tls') !== true) return undefined;
  return isUnverified ? 'encrypted' : 'verified';
}

function requireNow(time: string | undefined, nowMs: number): void {
  if (time === undefined) return;
  const atMs = Date.parse(time);
  if (Number.isNaN(atMs)) throw invalid({ 'o:deliverytime': ['must be an RFC 2822 date.'] });
  if (atMs <= nowMs + SOON_MS) return;
  throw invalid({
    'o:deliverytime': [
      'Scheduling is not supported. Send the request when the email should be sent. In Ghost, leave bulkEmail.targetDeliveryWindow at 0.',
    ],
  });
}

/** Returns the tags of a request. Throws validation_error for more than ten tags, or if a tag is too long. */
function readTags(given: readonly string[]): string[] {
  const tags = [...new Set(given.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
  if (tags.length > MAX_TAGS) throw invalid({ 'o:tag': [`must occur at most ${MAX_TAGS} times, not ${tags.length}.`] });
  if (tags.some((tag) => tag.length > MAX_TAG_CHARACTERS)) {
    throw invalid({ 'o:tag': [`must be at most ${MAX_TAG_CHARACTERS} characters.`] });
  }
  return tags;
}

/**
 * Returns the custom variables that are included in each event. Throws validation_error if the variables are too large.
 */
function readMetadata(pairs: readonly (readonly [name: string, value: string])[]): Metadata {
  const metadata = Object.fromEntries(pairs);
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes > MAX_METADATA_BYTES) {
    throw invalid({ 'v:': [`variables must be at most ${MAX_METADATA_BYTES} bytes in total, not ${bytes}.`] });
  }
  return metadata;
}

/** Tags that describe the origin of an email rather than the kind of email. */
const HOUSEKEEPING = /^(?:ghost-email|transactional-email|blog-.*)$/;

/** Returns the tag in the format of our own API, based on the first tag that describes the kind of email. */
export function nativeTag(tags: readonly string[]): string | undefined {
  const slug = tags
    .find((tag) => !HOUSEKEEPING.test(tag))
    ?.toLowerCase()
    .replaceAll(/[^a-z0-9_.-]+/g, '-')
    .replace(/^[_.-]+/, '');
  return slug || undefined;
}
