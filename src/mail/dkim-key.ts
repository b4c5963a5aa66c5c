import { generateKeyPair, type KeyObject } from 'node:crypto';

/** Key types, as in the `k=` tag of a DKIM record. */
export type KeyAlgorithm = 'rsa' | 'ed25519';

/** A domain's signing key. */
export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: 'rsa-sha256' | 'ed25519-sha256';
  readonly privateKey: KeyObject;
}

/** A new key pair: the private key as PKCS#8 PEM, and the public key as base64 for the `p=` tag of a DKIM record. */
export interface DkimKeyPair {
  readonly privateKeyPem: string;
  readonly publicKeyBase64: string;
}

/** Length of RSA keys in bits. RFC 8301 section 3.2 recommends at least 2048 bits. */
const RSA_BITS = 2048;
/** Length of the SubjectPublicKeyInfo prefix before the 32 octets of an Ed25519 key (RFC 8410 section 4). */
const ED25519_PREFIX_OCTETS = 12;

const PRIVATE_FORM = { type: 'pkcs8', format: 'pem' } as const;
const PUBLIC_FORM = { type: 'spki', format: 'der' } as const;

/**
 * Generates a 2,048-bit RSA key pair or an Ed25519 key pair. The `p=` tag of an Ed25519 key contains only the raw
 * public key (RFC 8463 section 4.2).
 */
export function generateDkimKey(algorithm: KeyAlgorithm = 'rsa'): Promise<DkimKeyPair> {
  return new Promise((resolve, reject) => {
    const finish = (error: Error | null, publicKey: Buffer, privateKeyPem: string): void => {
      if (error) return reject(error);
      const published = algorithm === 'rsa' ? publicKey : publicKey.subarray(ED25519_PREFIX_OCTETS);
      return resolve({ privateKeyPem, publicKeyBase64: published.toString('base64') });
    };
    const forms = { publicKeyEncoding: PUBLIC_FORM, privateKeyEncoding: PRIVATE_FORM };
    if (algorithm === 'rsa') generateKeyPair('rsa', { modulusLength: RSA_BITS, ...forms }, finish);
    else generateKeyPair('ed25519', forms, finish);
  });
}

/** Returns the TXT record for a key (RFC 6376 section 3.6.1, RFC 8463 section 4). */
export function dkimRecord(publicKeyBase64: string, algorithm: KeyAlgorithm = 'rsa'): string {
  return `v=DKIM1; k=${algorithm}; p=${publicKeyBase64}`;
}
