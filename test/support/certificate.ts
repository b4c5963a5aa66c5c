import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate and its private key, both in PEM format. */
export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Options for a test certificate. */
export interface CertificateOptions {
  /** The issuer's certificate, private key, and common name. By default, the certificate is self-signed. */
  readonly issuer?: TestCertificate & { readonly name: string };
  /** Whether the certificate may sign other certificates. */
  readonly isAuthority?: boolean;
  /** OIDs of the extended key usages. By default, the certificate has no such extension. */
  readonly purposes?: readonly string[];
  /** Expiration time in the format 'YYMMDDHHMMSSZ'. By default, the end of 2049. */
  readonly endsAt?: string;
}

/**
 * Creates a certificate for host names and IPv4 addresses (RFC 5280). By default, it is self-signed and valid from 2020
 * to 2049.
 */
export function makeCertificate(names: readonly string[], options: CertificateOptions = {}): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));
  const name = distinguishedName(names[0] ?? 'test');
  const { endsAt = '491231235959Z', isAuthority = false, issuer, purposes } = options;
  const tbs = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    issuer ? distinguishedName(issuer.name) : name,
    sequence(text(0x17, '200101000000Z'), text(0x17, endsAt)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        sequence(oid('2.5.29.17'), tagged(0x04, sequence(...names.map(alternativeName)))),
        ...(purposes ? [sequence(oid('2.5.29.37'), tagged(0x04, sequence(...purposes.map(oid))))] : []),
        ...(isAuthority ? [sequence(oid('2.5.29.19'), TRUE, tagged(0x04, sequence(TRUE)))] : []),
      ),
    ),
  );
  const signature = sign('sha256', tbs, issuer ? createPrivateKey(issuer.key) : privateKey);
  const der = sequence(tbs, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

const TRUE = Buffer.from([0x01, 0x01, 0xff]);

function distinguishedName(commonName: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), text(0x0c, commonName))));
}

function alternativeName(name: string): Buffer {
  return isIPv4(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : text(0x82, name);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function set(...parts: readonly Buffer[]): Buffer {
  return tagged(0x31, Buffer.concat(parts));
}

function integer(value: Buffer): Buffer {
  return tagged(0x02, value);
}

function text(tag: number, value: string): Buffer {
  return tagged(tag, Buffer.from(value, 'utf8'));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]));
}

function base128(value: number): number[] {
  const groups = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}

function tagged(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
