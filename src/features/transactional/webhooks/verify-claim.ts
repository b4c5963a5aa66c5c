import type { WebhookFormat } from './types.ts';
import { NATIVE_HEADER, STANDARD_PREFIXES } from './signature.ts';

/** Signatures of a request, and the signed data other than the body. */
export interface Claim {
  readonly scheme: WebhookFormat;
  /** The header with the signatures. */
  readonly header: string;
  /** The timestamp exactly as written, because the signature covers this form. */
  readonly timestamp: string;
  /** ID of the event (`whd_...`). Undefined in the native format, whose signature does not cover the ID. */
  readonly id: string | undefined;
  /** Signatures in the request: hex in the native format, base64 in the format of Standard Webhooks. */
  readonly signatures: readonly string[];
}

/** Error in the headers of a request. */
export interface HeaderFault {
  readonly problem: 'header_missing' | 'header_of_other_format' | 'header_malformed';
  readonly message: string;
  readonly fix: string;
}

const SECONDS = /^\d{1,11}$/;
const NATIVE_SHAPE = /^t=(\d{1,11})((?:,v1=[0-9a-f]{64})+)$/;
const SIGNATURE = /^v1,[A-Za-z0-9+/]{43}=$/;
const MAX_SIGNATURES = 8;
const PASS_ON =
  'Pass the headers to the verifier exactly as received. Proxies and frameworks can drop, rename, or merge headers.';

/**
 * Returns the headers by lowercase name. Also accepts CGI and WSGI names such as `HTTP_X_SERVICE_SIGNATURE` (RFC 3875
 * section 4.1.18).
 */
export function plainHeaders(headers: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(headers).map(([name, value]) => [
      name
        .toLowerCase()
        .replaceAll('_', '-')
        .replace(/^http-/, ''),
      value.trim(),
    ]),
  );
}

/** Returns the signatures that a verifier of `scheme` reads, or the reason why it finds none. */
export function claimOf(headers: ReadonlyMap<string, string>, scheme: WebhookFormat): Claim | HeaderFault {
  const header = NATIVE_HEADER.toLowerCase();
  const prefix = STANDARD_PREFIXES.find((name) => headers.has(`${name}-signature`) || headers.has(`${name}-id`));
  if (scheme === 'native') {
    const value = headers.get(header);
    if (value !== undefined) return nativeClaim(value);
    return prefix === undefined ? missing([NATIVE_HEADER]) : otherFormat('native', `${prefix}-signature`);
  }
  if (prefix !== undefined) return standardClaim(headers, prefix);
  if (headers.has(header)) return otherFormat('compatible', NATIVE_HEADER);
  return missing(['svix-id', 'svix-timestamp', 'svix-signature']);
}

function nativeClaim(value: string): Claim | HeaderFault {
  const [, timestamp, list] = NATIVE_SHAPE.exec(value) ?? [];
  if (timestamp === undefined || list === undefined) {
    return malformed(`The ${NATIVE_HEADER} header must have the format t=<unix seconds>,v1=<64 hex digits>.`);
  }
  const signatures = list
    .slice(1)
    .split(',')
    .map((part) => part.slice('v1='.length));
  if (signatures.length > MAX_SIGNATURES)
    return malformed(`The ${NATIVE_HEADER} header contains more signatures than Postrider sends.`);
  return { scheme: 'native', header: NATIVE_HEADER, timestamp, id: undefined, signatures };
}

function standardClaim(headers: ReadonlyMap<string, string>, prefix: string): Claim | HeaderFault {
  const [id, timestamp, list] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`${prefix}-${name}`));
  if (id === undefined || timestamp === undefined || list === undefined) {
    return missing(
      ['id', 'timestamp', 'signature'].map((name) => `${prefix}-${name}`).filter((name) => !headers.has(name)),
    );
  }
  if (!SECONDS.test(timestamp)) return malformed(`The ${prefix}-timestamp header must be a Unix timestamp in seconds.`);
  const signatures = list.split(' ').filter((part) => SIGNATURE.test(part));
  if (signatures.length === 0 || signatures.length > MAX_SIGNATURES) {
    return malformed(
      `The ${prefix}-signature header must be a list of signatures in the format v1,<base64>, separated by spaces.`,
    );
  }
  return {
    scheme: 'compatible',
    header: `${prefix}-signature`,
    timestamp,
    id,
    signatures: signatures.map((part) => part.slice('v1,'.length)),
  };
}

function missing(names: readonly string[]): HeaderFault {
  const which = names.length === 1 ? `The ${names.join()} header is` : `The ${names.join(', ')} headers are`;
  return { problem: 'header_missing', message: `${which} missing.`, fix: PASS_ON };
}

function malformed(message: string): HeaderFault {
  return { problem: 'header_malformed', message, fix: PASS_ON };
}

function otherFormat(wanted: WebhookFormat, seen: string): HeaderFault {
  return {
    problem: 'header_of_other_format',
    message: `The request contains the ${seen} header, but a verifier for the ${wanted} format does not read this header.`,
    fix: `Set the format of the webhook to ${wanted}, or verify the ${seen} header.`,
  };
}
