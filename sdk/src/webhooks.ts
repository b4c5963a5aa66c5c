import { PostriderError } from './errors.ts';
import { systemSeconds } from './runtime.ts';
import type { WebhookEvent } from './webhook-events.ts';

export type * from './webhook-events.ts';

/** Default maximum difference between the clock of the sender and yours, in seconds. */
const TOLERANCE_SECONDS = 300;
const NATIVE_HEADER = 'x-service-signature';
/** The two header prefixes of Standard Webhooks. */
const STANDARD_PREFIXES = ['svix', 'webhook'] as const;
const SECRET_PREFIX = 'whsec_';
/** Maximum number of parts of a signature header that are read. */
const MAX_SIGNATURES = 16;
const MAX_HEADER_CHARACTERS = 4_096;

/** Reasons why a request is rejected. */
export type WebhookFault =
  | 'no_signature'
  | 'malformed_signature'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'malformed_body';

/**
 * Thrown if the signature of a request is missing, malformed, or wrong, if its time is out of tolerance, or if its body
 * is not JSON. Respond with status 400 and ignore the request.
 */
export class WebhookVerificationError extends PostriderError {
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string) {
    super('webhook_verification_failed', message);
    this.reason = reason;
  }
}

/** Headers as frameworks represent them, with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A webhook request to verify. */
export interface WebhookRequest {
  readonly headers: WebhookHeaders;
  /** The raw body, before any parsing. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** The webhook's secret, or both the new and the old secret during a rotation. */
  readonly secrets: string | readonly string[];
  /** Maximum difference between the clocks in seconds. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Current time in seconds since the Unix epoch, for tests. */
  readonly nowSeconds?: number | undefined;
}

/** A verified webhook request. */
export interface VerifiedWebhook<Event = WebhookEvent> {
  /**
   * ID of the form `whd_...`. The ID is the same for all attempts and replays, so you can use it to detect duplicates.
   * Undefined if a compatible payload is signed only with `X-Service-Signature`.
   */
  readonly id: string | undefined;
  readonly sentAt: Date;
  readonly event: Event;
}

/**
 * Verifies a webhook request and returns its event. Supports both schemes: `X-Service-Signature`, and `svix-*` or
 * `webhook-*` (Standard Webhooks). One valid signature with one of the secrets is sufficient. Signatures are compared
 * in constant time. Rejects with WebhookVerificationError if the request cannot be trusted or its body is not JSON, and
 * with TypeError for invalid arguments.
 */
export async function verifyWebhook<Event = WebhookEvent>(request: WebhookRequest): Promise<VerifiedWebhook<Event>> {
  const secrets = secretsOf(request.secrets);
  const body = bytesOf(request.body);
  const claims = claimsOf(request.headers);
  if (claims.length === 0) throw fault('no_signature', 'The request has no signature header.');
  const nowSeconds = request.nowSeconds ?? systemSeconds();
  const toleranceSeconds = request.toleranceSeconds ?? TOLERANCE_SECONDS;
  const timely = claims.filter(({ timestamp }) => Math.abs(nowSeconds - Number(timestamp)) <= toleranceSeconds);
  if (timely.length === 0) {
    throw fault(
      'timestamp_out_of_tolerance',
      `The signature time differs from this clock by more than ${toleranceSeconds} seconds.`,
    );
  }
  for (const claim of timely) {
    if (!(await isSigned(claim, body, secrets))) continue;
    const event = eventOf(body);
    // Safe cast: the server signed the payload, and its payloads have this type.
    return { id: claim.id ?? idOf(event), sentAt: new Date(Number(claim.timestamp) * 1000), event: event as Event };
  }
  throw fault('signature_mismatch', 'No signature matches: the secret is wrong, or the body was changed.');
}

/** The signatures of a request under one scheme. */
interface Claim {
  readonly timestamp: string;
  /** Text that precedes the body in the signed text. */
  readonly signedPrefix: string;
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
  readonly keyOf: (secret: string) => Uint8Array<ArrayBuffer>;
  readonly id: string | undefined;
}

function claimsOf(headers: WebhookHeaders): Claim[] {
  // Standard Webhooks comes first, because its headers contain the signed event ID. With the other scheme, only native
  // payloads have an ID, in the body.
  const standard = STANDARD_PREFIXES.map((prefix) => standardClaimOf(headers, prefix));
  return [...standard, nativeClaimOf(headers)].filter((claim) => claim !== undefined);
}

/** Parses `t=<seconds>,v1=<hex>,v1=<hex>`. The signed text is `<t>.<body>`, and the key is the whole secret. */
function nativeClaimOf(headers: WebhookHeaders): Claim | undefined {
  const header = headerOf(headers, NATIVE_HEADER);
  if (header === undefined) return undefined;
  const parts = header.split(',', MAX_SIGNATURES).map((part) => part.trim());
  const timestamp = timestampOf(parts.find((part) => part.startsWith('t='))?.slice(2));
  const signatures = parts.filter((part) => part.startsWith('v1=')).map((part) => fromHex(part.slice(3)));
  return { timestamp, signedPrefix: `${timestamp}.`, signatures, keyOf: wholeKey, id: undefined };
}

/**
 * Parses `v1,<base64> v1,<base64>`. The signed text is `<id>.<timestamp>.<body>`, and the key is the decoded secret
 * (Standard Webhooks).
 */
function standardClaimOf(headers: WebhookHeaders, prefix: string): Claim | undefined {
  const header = headerOf(headers, `${prefix}-signature`);
  if (header === undefined) return undefined;
  const id = headerOf(headers, `${prefix}-id`);
  if (id === undefined) throw fault('malformed_signature', `The ${prefix}-id header is missing.`);
  const timestamp = timestampOf(headerOf(headers, `${prefix}-timestamp`));
  const parts = header.split(' ', MAX_SIGNATURES);
  const signatures = parts.filter((part) => part.startsWith('v1,')).map((part) => fromBase64(part.slice(3)));
  return { timestamp, signedPrefix: `${id}.${timestamp}.`, signatures, keyOf: decodedKey, id };
}

async function isSigned(claim: Claim, body: Uint8Array, secrets: readonly string[]): Promise<boolean> {
  const prefix = new TextEncoder().encode(claim.signedPrefix);
  const signed = new Uint8Array(prefix.byteLength + body.byteLength);
  signed.set(prefix);
  signed.set(body, prefix.byteLength);
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', claim.keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of claim.signatures) {
      // This function compares the signatures in constant time in every runtime.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
    }
  }
  return false;
}

function timestampOf(text: string | undefined): string {
  if (text !== undefined && /^\d{1,12}$/.test(text)) return text;
  throw fault('malformed_signature', 'The signature has no valid timestamp in whole seconds.');
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const value = isHeaders(headers) ? headers.get(name) : fieldOf(headers, name);
  const text = typeof value === 'string' ? value : value?.[0];
  if (text === undefined || text === '') return undefined;
  if (text.length > MAX_HEADER_CHARACTERS) throw fault('malformed_signature', `The ${name} header is too long.`);
  return text;
}

// Not checked with instanceof, because some frameworks have their own Headers class.
function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof (headers as { get?: unknown }).get === 'function';
}

function fieldOf(headers: Exclude<WebhookHeaders, Headers>, name: string): string | readonly string[] | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function secretsOf(given: string | readonly string[]): readonly string[] {
  const secrets = (typeof given === 'string' ? [given] : given).filter((secret) => secret !== '');
  if (secrets.length === 0) throw new TypeError('secrets must be one or more webhook secrets, like whsec_....');
  for (const secret of secrets) decodedKey(secret);
  return secrets;
}

function bytesOf(body: WebhookRequest['body']): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError('body must be the raw request body as a string or bytes, not a parsed value.');
}

function wholeKey(secret: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(secret);
}

function decodedKey(secret: string): Uint8Array<ArrayBuffer> {
  const key = fromBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (key.byteLength === 0) throw new TypeError('A secret must be whsec_ followed by base64.');
  return key;
}

/** Decodes hex. Returns an empty array for invalid input. An empty array never matches a signature. */
function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return new Uint8Array(0);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Decodes base64. Returns an empty array for invalid input. An empty array never matches a signature. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}

function eventOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw fault('malformed_body', 'The body has a valid signature but is not JSON.');
  }
}

/** Returns the ID of a native payload. */
function idOf(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null || !('id' in event)) return undefined;
  return typeof event.id === 'string' ? event.id : undefined;
}

function fault(reason: WebhookFault, message: string): WebhookVerificationError {
  return new WebhookVerificationError(reason, message);
}
