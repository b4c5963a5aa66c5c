import { createHash, createHmac, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** Values in the response of an authenticator or a browser that a test can forge. */
export interface Spoilt {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
}

/** A software passkey (WebAuthn level 2) with ES256, no attestation, and one credential. */
export interface SoftwareAuthenticator {
  readonly credentialId: string;
  counter: number;
  /** Returns the authenticator's credential in a registration response, like `navigator.credentials.create()` does. */
  create(options: { readonly challenge: string }, spoilt?: Spoilt): object;
  /**
   * Returns an assertion, like `navigator.credentials.get()` does. Increments `counter`, or sets it to the counter in
   * `spoilt`.
   */
  get(options: { readonly challenge: string }, spoilt?: Spoilt): object;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

/** Creates an authenticator for the pages of an origin. */
export function createAuthenticator(origin: string): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const rpId = new URL(origin).hostname;
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  };
  const authenticator: SoftwareAuthenticator = {
    credentialId: common.id,
    counter: 0,
    create({ challenge }, spoilt = {}) {
      const clientData = clientDataOf('webauthn.create', { challenge, origin, ...spoilt });
      const key = coseKey(publicKey);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const authData = Buffer.concat([dataOf(rpId, ATTESTED, authenticator.counter, spoilt), attested]);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        ...common,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get({ challenge }, spoilt = {}) {
      authenticator.counter = spoilt.counter ?? authenticator.counter + 1;
      const clientData = clientDataOf('webauthn.get', { challenge, origin, ...spoilt });
      const authData = dataOf(rpId, 0, authenticator.counter, spoilt);
      return {
        ...common,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign(privateKey, Buffer.concat([authData, sha256(clientData)])).toString('base64url'),
        },
      };
    },
  };
  return authenticator;
}

/** Returns the one-time code at a given time (RFC 6238), calculated with SHA-1 and a period of 30 seconds. */
export function totp(secret: Buffer, nowMs: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** Decodes base32 (RFC 4648 section 6). */
export function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = text
    .replaceAll('=', '')
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function clientDataOf(type: string, { challenge, origin }: { challenge: string; origin: string }): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function dataOf(rpId: string, flags: number, counter: number, { isVerified = true, rpId: other }: Spoilt): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0));
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(Buffer.from(other ?? rpId)), tail]);
}

function sign(key: KeyObject, data: Buffer): Buffer {
  return createSign('sha256').update(data).sign(key);
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** Encodes a public key in COSE format (RFC 9053 section 7.1.1): EC2, ES256, P-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** Encodes a value in CBOR (RFC 8949). Supports only the types that an attestation needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const map = value as Map<unknown, unknown>;
  return Buffer.concat([head(5, map.size), ...[...map].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
