import { createHash, generateKeyPair, sign as signBytes, type KeyObject } from 'node:crypto';
import type { ComposedMail } from './compose.ts';
import type { HeaderField } from './header.ts';

/** A signing key of a domain, parsed once: parsing a PEM for each signature costs more than the signature. */
export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: 'rsa-sha256' | 'ed25519-sha256';
  readonly privateKey: KeyObject;
}

/** RFC 8301 section 3.2. */
const RSA_BITS = 2048;
const BASE64_LINE = 72;
/** Signed once more than they occur: adding another breaks the signature (RFC 6376 section 8.15). */
const OVERSIGNED = ['from', 'to', 'cc', 'subject'];
const SIGNED_WHEN_PRESENT = [
  'date',
  'message-id',
  'reply-to',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-id',
  'feedback-id',
  'in-reply-to',
  'references',
];

/**
 * The whole message, signed with each key (RFC 6376, RFC 8463), relaxed/relaxed. The body is canonical as composed, so
 * one hash over it serves all. Throws when a key cannot sign: mail never goes out unsigned unnoticed.
 */
export function sign(mail: ComposedMail, keys: readonly DkimKey[], signedAt: Date): Buffer {
  const bodyHash = createHash('sha256').update(mail.body).digest('base64');
  const chosen = fieldsToSign(mail.headers);
  const canonical = chosen.fields.map(relaxed).join('');
  const signatures = keys.map((key) => signature(key, { bodyHash, names: chosen.names, canonical, signedAt }));
  const headers = mail.headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${signatures.join('')}${headers}\r\n`), mail.body]);
}

/** A new RSA-2048 key: private as PKCS#8 PEM, public as the base64 of the record's `p=`. */
export function generateDkimKey(): Promise<{ privateKeyPem: string; publicKeyBase64: string }> {
  return new Promise((resolve, reject) => {
    generateKeyPair(
      'rsa',
      {
        modulusLength: RSA_BITS,
        publicKeyEncoding: { type: 'spki', format: 'der' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      },
      (error, publicKey, privateKeyPem) => {
        if (error) reject(error);
        else resolve({ privateKeyPem, publicKeyBase64: publicKey.toString('base64') });
      },
    );
  });
}

/** The TXT record of an RSA key (RFC 6376 section 3.6.1). */
export function dkimRecord(publicKeyBase64: string): string {
  return `v=DKIM1; k=rsa; p=${publicKeyBase64}`;
}

function fieldsToSign(headers: readonly HeaderField[]): { names: string[]; fields: HeaderField[] } {
  const byName = Map.groupBy(headers, (field) => field.name.toLowerCase());
  const names: string[] = [];
  const fields: HeaderField[] = [];
  for (const name of [...OVERSIGNED, ...SIGNED_WHEN_PRESENT]) {
    const present = byName.get(name) ?? [];
    // Of fields that repeat, the last is signed first (RFC 6376 section 5.4.2).
    fields.push(...present.toReversed());
    names.push(...present.map(() => name));
    if (OVERSIGNED.includes(name)) names.push(name);
  }
  return { names, fields };
}

function signature(
  key: DkimKey,
  parts: { bodyHash: string; names: readonly string[]; canonical: string; signedAt: Date },
): string {
  const seconds = Math.floor(parts.signedAt.getTime() / 1000);
  const unsigned =
    `v=1; a=${key.algorithm}; c=relaxed/relaxed; d=${key.domain};\r\n s=${key.selector}; t=${seconds};\r\n` +
    ` h=${foldNames(parts.names)};\r\n bh=${parts.bodyHash};\r\n b=`;
  const signed = parts.canonical + relaxed({ name: 'dkim-signature', value: unsigned }).slice(0, -2);
  return `DKIM-Signature: ${unsigned}${foldBase64(signText(key, signed))}\r\n`;
}

function signText({ algorithm, privateKey }: DkimKey, text: string): string {
  const bytes = Buffer.from(text);
  if (algorithm === 'rsa-sha256') return signBytes('sha256', bytes, privateKey).toString('base64');
  // RFC 8463 section 3: PureEdDSA over the SHA-256 of the header hash input.
  return signBytes(null, createHash('sha256').update(bytes).digest(), privateKey).toString('base64');
}

/** RFC 6376 section 3.4.2. */
function relaxed({ name, value }: HeaderField): string {
  return `${name.toLowerCase()}:${value
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()}\r\n`;
}

function foldNames(names: readonly string[]): string {
  let text = '';
  let column = 3;
  for (const [index, name] of names.entries()) {
    const part = index < names.length - 1 ? `${name}:` : name;
    if (column + part.length > 75) {
      text += '\r\n ';
      column = 1;
    }
    text += part;
    column += part.length;
  }
  return text;
}

function foldBase64(text: string): string {
  let folded = text.slice(0, BASE64_LINE);
  for (let at = BASE64_LINE; at < text.length; at += BASE64_LINE) folded += `\r\n ${text.slice(at, at + BASE64_LINE)}`;
  return folded;
}
