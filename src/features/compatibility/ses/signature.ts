import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { SignedHead } from '../../../http/signed.ts';

/** The only signature algorithm that clients of this API use: Signature Version 4. */
const ALGORITHM = 'AWS4-HMAC-SHA256';
const TERMINATOR = 'aws4_request';
const CREDENTIAL =
  /^(?<accessKeyId>[\w-]{16,128})\/(?<day>\d{8})\/(?<region>[\w-]{1,64})\/(?<service>[\w-]{1,64})\/aws4_request$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
const TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
/** Matches the name of a signed header. These names are in lowercase. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const NEEDED = ['host', 'x-amz-date'];

/** Parsed signature of a request, from its Authorization header. */
export interface Claim {
  readonly accessKeyId: string;
  /** Formatted as `YYYYMMDD`. */
  readonly day: string;
  readonly region: string;
  readonly service: string;
  /** Header names in lowercase, in the order in which they were signed. */
  readonly signedHeaders: readonly string[];
  /** Signature as 64 hex digits. */
  readonly signature: string;
  /** The signing time, as `YYYYMMDDThhmmssZ` and in milliseconds since the Unix epoch. */
  readonly time: string;
  readonly atMs: number;
}

/**
 * Parses the signature headers of a request. Returns an error message if the signature is malformed, and undefined if
 * the request has no signature.
 */
export function readClaim(headers: IncomingHttpHeaders): Claim | string | undefined {
  const { authorization } = headers;
  if (authorization === undefined || !authorization.startsWith(ALGORITHM)) return undefined;
  const parts = partsOf(authorization.slice(ALGORITHM.length));
  const credential = CREDENTIAL.exec(parts.get('Credential') ?? '')?.groups;
  if (!credential) return 'The Credential in the Authorization header is incomplete.';
  // Safe cast: all groups exist in a match.
  const named = credential as Pick<Claim, 'accessKeyId' | 'day' | 'region' | 'service'>;
  const signature = parts.get('Signature') ?? '';
  if (!SIGNATURE.test(signature)) return 'The Signature in the Authorization header must have 64 hex digits.';
  const signedHeaders = (parts.get('SignedHeaders') ?? '').split(';');
  if (!areWhole(signedHeaders)) {
    return `The SignedHeaders in the Authorization header must include ${NEEDED.join(' and ')}.`;
  }
  const time = String(headers['x-amz-date']);
  const atMs = msOf(time);
  if (atMs === undefined) return 'The X-Amz-Date header is missing or is not a valid time.';
  if (!time.startsWith(named.day)) return 'The date in Credential does not match X-Amz-Date.';
  const { accessKeyId, day, region, service } = named;
  return { accessKeyId, day, region, service, signedHeaders, signature, time, atMs };
}

function areWhole(names: readonly string[]): boolean {
  return NEEDED.every((name) => names.includes(name)) && names.every((name) => HEADER_NAME.test(name));
}

function partsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(',').map((part): [string, string] => {
      const equals = part.indexOf('=');
      return [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
    }),
  );
}

function msOf(time: string): number | undefined {
  const [, year, month, day, hours, minutes, seconds] = TIME.exec(time) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Computes the signature of a request with a secret, in hex. `payloadHash` is the SHA-256 hash of the body, in hex. */
export function signatureOf(secret: string, head: SignedHead, claim: Claim, payloadHash: string): string {
  const { day, region, service, time } = claim;
  const canonical = canonicalRequest(head, claim.signedHeaders, payloadHash);
  const scope = [day, region, service, TERMINATOR].join('/');
  const toSign = [ALGORITHM, time, scope, sha256Hex(canonical)].join('\n');
  const key = [day, region, service, TERMINATOR].reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`));
  return hmac(key, toSign).toString('hex');
}

/** Returns the SHA-256 in hex. */
export function sha256Hex(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Returns the canonical form of a request. The hash of this form is signed. */
export function canonicalRequest(
  { headers, method, target }: SignedHead,
  signedHeaders: readonly string[],
  payloadHash: string,
): string {
  const [path, query] = split(target, '?');
  const fields = signedHeaders.map((name) => `${name}:${canonicalValue(headers[name])}\n`);
  return [
    method,
    canonicalPath(path),
    canonicalQuery(query),
    fields.join(''),
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
}

/** Removes empty and dot segments and percent-encodes each segment again. */
function canonicalPath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(encoded(segment));
  }
  const end = segments.length > 0 && path.endsWith('/') ? '/' : '';
  return `/${segments.join('/')}${end}`;
}

function canonicalQuery(query: string): string {
  if (query === '') return '';
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name, value] = split(pair, '=');
      return [encoded(decoded(name)), encoded(decoded(value))] as const;
    })
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/**
 * Trims and collapses white space, and joins the values of an array with commas. Returns an empty string for an absent
 * field.
 */
function canonicalValue(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? value.join(',') : (value ?? '');
  return text.trim().replaceAll(/[ \t]+/g, ' ');
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Percent-encodes all characters except unreserved characters, as UTF-8 with uppercase hex digits (RFC 3986). */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
