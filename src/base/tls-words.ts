/** Node's error code for a host name mismatch. */
export const NAME_MISMATCH = 'ERR_TLS_CERT_ALTNAME_INVALID';

const UNKNOWN_AUTHORITY = 'its certificate authority is unknown, or an intermediate certificate is missing';

/** Certificate problems by OpenSSL error name. Node's own messages contain advice for programmers. */
const CERTIFICATE_WORDS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'it was revoked',
  CERT_REJECTED: 'it is marked as untrusted',
  CERT_SIGNATURE_FAILURE: 'its signature is invalid',
  CERT_UNTRUSTED: 'its certificate authority is not trusted for this purpose',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  INVALID_CA: 'it was signed by a certificate that is not a certificate authority',
  INVALID_PURPOSE: 'it is not valid for server authentication',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends at an untrusted certificate authority',
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
};

/** Returns the reason why the certificate of a host is invalid, or undefined if the error has another cause. */
export function certificateWords(
  error: NodeJS.ErrnoException & { readonly cert?: { readonly subjectaltname?: string } },
  host: string,
): string | undefined {
  const code = error.code ?? '';
  if (code !== NAME_MISMATCH) return CERTIFICATE_WORDS[code];
  const names = error.cert?.subjectaltname?.replaceAll('DNS:', '');
  // An error without `cert` comes from `certificateNameFault` in smtp/tls.ts, and its message is already worded for
  // users.
  return names === undefined ? error.message : `it was issued for ${names}, not for ${host}`;
}

/** Converts an OpenSSL or Node error code to words: 'ERR_SSL_WRONG_VERSION_NUMBER' becomes 'wrong version number'. */
export function codeInWords(code: string): string {
  return code
    .replace(/^ERR_(?:SSL|TLS)?_?/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
}
