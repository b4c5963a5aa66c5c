import { PostriderError } from './errors.ts';
import { systemSeconds } from './runtime.ts';
import type { WebhookEvent } from './webhook-events.ts';

export type * from './webhook-events.ts';

/** Greatest difference between the sender's clock and yours. */
const TOLERANCE_SECONDS = 300;
const NATIVE_HEADER = 'x-service-signature';
/** The two names of the headers of Standard Webhooks. */
const STANDARD_PREFIXES = ['svix', 'webhook'] as const;
const SECRET_PREFIX = 'whsec_';
/** A delivery has two secrets and two signatures each at most; what lies beyond is nobody's. */
const MAX_SIGNATURES = 16;
const MAX_HEADER_CHARACTERS = 4_096;

/** Why a request is not a delivery of yours. */
export type WebhookFault =
  | 'no_signature'
  | 'malformed_signature'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'malformed_body';

/** The request is not, or not any more, a delivery that one of the secrets signed: answer it 400 and do nothing. */
export class WebhookVerificationError extends PostriderError {
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string) {
    super('webhook_verification_failed', message);
    this.reason = reason;
  }
}

/** Headers as frameworks give them; names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request that says it is a delivery. */
export interface WebhookRequest {
  readonly headers: WebhookHeaders;
  /** The body as it came, before anything parsed it. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** The webhook's secret, or several: during a rotation the new and the old one. */
  readonly secrets: string | readonly string[];
  /** Default 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Your clock in seconds since 1970; for tests. */
  readonly nowSeconds?: number | undefined;
}

/** A delivery that is what it says. */
export interface VerifiedWebhook<Event = WebhookEvent> {
  /** `whd_...`: the same in each attempt and replay, to know those that came twice. */
  readonly id: string | undefined;
  readonly sentAt: Date;
  readonly event: Event;
}

/**
 * Verifies a delivery and gives its event. Takes both schemes: `X-Service-Signature`, and `svix-*` or `webhook-*`
 * (Standard Webhooks); one right signature by one of the secrets is enough. Compares in constant time. Rejects with
 * WebhookVerificationError when the request cannot be trusted, with TypeError when it is called wrongly.
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
    // Who signs a payload is the server, whose payloads are of this type.
    return { id: claim.id ?? idOf(event), sentAt: new Date(Number(claim.timestamp) * 1000), event: event as Event };
  }
  throw fault('signature_mismatch', 'No signature matches: the secret is wrong, or the body was changed.');
}

/** What a request claims under one scheme. */
interface Claim {
  readonly timestamp: string;
  /** What is signed before the body. */
  readonly signedPrefix: string;
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
  readonly keyOf: (secret: string) => Uint8Array<ArrayBuffer>;
  readonly id: string | undefined;
}

function claimsOf(headers: WebhookHeaders): Claim[] {
  // Those first that sign an id: native payloads have theirs in the body, compatible ones have none there.
  const standard = STANDARD_PREFIXES.map((prefix) => standardClaimOf(headers, prefix));
  return [...standard, nativeClaimOf(headers)].filter((claim) => claim !== undefined);
}

/** `t=<seconds>,v1=<hex>,v1=<hex>`; signed is `<t>.<body>` with the whole secret. */
function nativeClaimOf(headers: WebhookHeaders): Claim | undefined {
  const header = headerOf(headers, NATIVE_HEADER);
  if (header === undefined) return undefined;
  const parts = header.split(',', MAX_SIGNATURES).map((part) => part.trim());
  const timestamp = timestampOf(parts.find((part) => part.startsWith('t='))?.slice(2));
  const signatures = parts.filter((part) => part.startsWith('v1=')).map((part) => fromHex(part.slice(3)));
  return { timestamp, signedPrefix: `${timestamp}.`, signatures, keyOf: wholeKey, id: undefined };
}

/** `v1,<base64> v1,<base64>`; signed is `<id>.<timestamp>.<body>` with the decoded secret (Standard Webhooks). */
function standardClaimOf(headers: WebhookHeaders, prefix: string): Claim | undefined {
  const header = headerOf(headers, `${prefix}-signature`);
  if (header === undefined) return undefined;
  const id = headerOf(headers, `${prefix}-id`);
  if (id === undefined) throw fault('malformed_signature', `The header ${prefix}-id is missing.`);
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
      // Compares in constant time, in every engine.
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
  if (text.length > MAX_HEADER_CHARACTERS) throw fault('malformed_signature', `The header ${name} is too long.`);
  return text;
}

// Frameworks bring Headers of their own, which are no instances of the engine's.
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

/** Empty, and so the signature of nothing, for what is no hex. */
function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return new Uint8Array(0);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Empty, and so the signature of nothing, for what is no base64. */
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

/** Native payloads name themselves. */
function idOf(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null || !('id' in event)) return undefined;
  return typeof event.id === 'string' ? event.id : undefined;
}

function fault(reason: WebhookFault, message: string): WebhookVerificationError {
  return new WebhookVerificationError(reason, message);
}
