import { hash, sign as signBytes } from 'node:crypto';
import type { ComposedMail } from './compose.ts';
import type { DkimKey } from './dkim-key.ts';
import { createPlanner, type SigningPlan } from './dkim-plan.ts';
import type { HeaderField } from './header.ts';
import { createSlab, type Slab } from './slab.ts';

export type { DkimKey } from './dkim-key.ts';

/** A message, and the keys to sign it with. */
export interface SignRequest {
  readonly mail: ComposedMail;
  readonly keys: readonly DkimKey[];
  readonly signedAt: Date;
}

/** Signs messages and serializes them for SMTP. */
export interface Signer {
  /** Signs several messages like `sign`, and returns them in the same order. Throws if a message cannot be signed. */
  signBatch(requests: readonly SignRequest[]): Buffer[];
  /**
   * Returns the whole message with a signature for each key (RFC 6376, RFC 8463). Signatures use relaxed/relaxed
   * canonicalization, and the body must already be canonical. Throws if a key cannot sign.
   */
  sign(mail: ComposedMail, keys: readonly DkimKey[], signedAt: Date): Buffer;
}

/** The constant part of a key's signatures, as written in the message and in canonical form. */
interface KeyText {
  readonly raw: string;
  readonly canonical: string;
}

/** The values that all signatures of a message share. */
interface Common {
  readonly plan: SigningPlan;
  /** The signed fields in canonical form. */
  readonly fields: string;
  readonly bodyHash: string;
  readonly seconds: number;
}

const BASE64_LINE = 72;
const [TAB, CARRIAGE_RETURN, LINE_FEED, SPACE] = [9, 13, 10, 32];

export function createSigner(): Signer {
  const planFor = createPlanner();
  const texts = new WeakMap<DkimKey, KeyText>();
  const slab = createSlab();

  function textOf(key: DkimKey): KeyText {
    const known = texts.get(key);
    if (known) return known;
    const raw = `v=1; a=${key.algorithm}; c=relaxed/relaxed; d=${key.domain};\r\n s=${key.selector}; t=`;
    const text = { raw, canonical: `dkim-signature:${raw.replace('\r\n', '')}` };
    texts.set(key, text);
    return text;
  }

  function sign(mail: ComposedMail, keys: readonly DkimKey[], signedAt: Date): Buffer {
    const { body, headers } = mail;
    const plan = planFor(headers);
    const common: Common = {
      plan,
      fields: canonicalFields(headers, plan),
      bodyHash: hash('sha256', body, 'base64'),
      seconds: Math.floor(signedAt.getTime() / 1000),
    };
    let head = '';
    for (const key of keys) head += signature(key, textOf(key), common);
    for (const { name, value } of headers) head += `${name}: ${value}\r\n`;
    return joined(slab, `${head}\r\n`, body);
  }

  return {
    sign,
    signBatch: (requests) => requests.map(({ keys, mail, signedAt }) => sign(mail, keys, signedAt)),
  };
}

function canonicalFields(headers: readonly HeaderField[], { order }: SigningPlan): string {
  let text = '';
  for (const index of order) {
    const field = headers[index];
    if (field) text += `${field.name.toLowerCase()}:${relaxedValue(field.value)}\r\n`;
  }
  return text;
}

function signature(key: DkimKey, text: KeyText, { plan, fields, bodyHash, seconds }: Common): string {
  const unsigned = `${text.raw}${seconds};\r\n h=${plan.folded};\r\n bh=${bodyHash};\r\n b=`;
  const canonical = `${text.canonical}${seconds}; h=${plan.canonical}; bh=${bodyHash}; b=`;
  return `DKIM-Signature: ${unsigned}${foldBase64(signText(key, fields + canonical))}\r\n`;
}

function signText({ algorithm, privateKey }: DkimKey, text: string): string {
  const bytes = Buffer.from(text);
  if (algorithm === 'rsa-sha256') return signBytes('sha256', bytes, privateKey).toString('base64');
  // RFC 8463 section 3: PureEdDSA signs the SHA-256 hash of the header hash input.
  return signBytes(null, hash('sha256', bytes, 'buffer'), privateKey).toString('base64');
}

/** Canonicalizes a field value (RFC 6376 section 3.4.2): unfolds it, collapses white space, and trims it. */
export function relaxedValue(value: string): string {
  const { length } = value;
  if (length === 0) return value;
  let wasBlank = true;
  for (let at = 0; at < length; at += 1) {
    const code = value.charCodeAt(at);
    if (code > SPACE) wasBlank = false;
    else if (code !== SPACE || wasBlank) return rewritten(value);
    else wasBlank = true;
  }
  return wasBlank ? rewritten(value) : value;
}

function rewritten(value: string): string {
  let text = '';
  let from = 0;
  let isBlank = false;
  for (let at = 0; at <= value.length; at += 1) {
    const code = at < value.length ? value.charCodeAt(at) : SPACE;
    const isFold = code === CARRIAGE_RETURN && value.charCodeAt(at + 1) === LINE_FEED;
    if (code !== SPACE && code !== TAB && !isFold) continue;
    if (at > from) {
      text += isBlank && text !== '' ? ` ${value.slice(from, at)}` : value.slice(from, at);
      isBlank = false;
    }
    // Remove the line break, and keep the white space at the start of the next line.
    isBlank ||= !isFold;
    if (isFold) at += 1;
    from = at + 1;
  }
  return text;
}

function foldBase64(text: string): string {
  let folded = text.slice(0, BASE64_LINE);
  for (let at = BASE64_LINE; at < text.length; at += BASE64_LINE) folded += `\r\n ${text.slice(at, at + BASE64_LINE)}`;
  return folded;
}

function joined(slab: Slab, head: string, body: Buffer): Buffer {
  const headOctets = Buffer.byteLength(head);
  const bytes = slab.take(headOctets + body.length);
  bytes.write(head, 0, headOctets, 'utf8');
  bytes.set(body, headOctets);
  return bytes;
}
