import { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { systemClock } from '../base/clock.ts';
import type { TlsaRecord } from '../base/dns.ts';
import { daneFault, MAX_CHAIN_CERTIFICATES, type PresentedChain } from './dane.ts';
import { failureSentence, seconds } from './sentences.ts';
import { certificateWords, codeInWords, NAME_MISMATCH } from '../base/tls-words.ts';
import type { SmtpTarget, TlsFailure } from './types.ts';

/** A failed handshake: an error message, and the result type for TLS reports (RFC 8460 section 4.3). */
export interface TlsFault {
  readonly tlsFault: string;
  readonly failure: TlsFailure;
}

/** A TLS socket and, if the target has `reportTls`, the problem with its certificate. */
export interface SecuredSocket {
  readonly socket: TLSSocket;
  readonly failure: TlsFailure | undefined;
}

/** TLS 1.0 and 1.1 are no longer secure (RFC 8996). */
const MIN_VERSION = 'TLSv1.2';
const OUT_OF_TIME: readonly string[] = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'];

/**
 * Starts TLS on a connected socket within the given time limit. Sends the host name (SNI), and verifies the certificate
 * if the target requires it, before anything is written. Destroys the socket if an error occurs. Never rejects.
 */
export function startTls(
  socket: Socket,
  target: SmtpTarget,
  options: { readonly withinMs: number; readonly trustedCertificates: readonly string[] | undefined },
): Promise<SecuredSocket | TlsFault> {
  const { withinMs } = options;
  // Ignore errors of the underlying socket, because the TLS socket also reports them.
  socket.on('error', () => {});
  return new Promise((resolve) => {
    const secured = connect({ socket, ...connectionOptions(target, options.trustedCertificates) });
    const fail = (tlsFault: string, failure: TlsFailure = 'validation-failure'): void => {
      clearTimeout(timer);
      secured.destroy();
      // Ignore further errors, because only the first is reported.
      secured.on('error', () => {});
      resolve({ tlsFault, failure });
    };
    const timer = setTimeout(() => fail(`no TLS handshake within ${seconds(withinMs)}`), withinMs);
    const onError = (error: Error): void => fail(handshakeSentence(error, secured, target.host), failureOf(secured));
    const onClose = (): void => fail('the server closed the connection during the TLS handshake');
    secured.once('error', onError).once('close', onClose);
    secured.once('secureConnect', () => {
      clearTimeout(timer);
      secured.off('error', onError).off('close', onClose);
      const fault = target.dane && faultByDane(secured, target, target.dane);
      if (fault !== undefined) fail(fault, 'tlsa-invalid');
      else resolve({ socket: secured, failure: target.reportTls && failureOf(secured) });
    });
  });
}

/** Returns the protocol and the cipher of a TLS socket: 'TLSv1.3 TLS_AES_256_GCM_SHA384'. */
export function describeTls(socket: TLSSocket): string {
  return `${socket.getProtocol() ?? 'TLS'} ${socket.getCipher().name}`;
}

/**
 * Returns the reason why a certificate (DER) matches none of the names, or undefined if it matches one. Uses only
 * alternative names (RFC 8461 section 4.1). '*.' stands for a single label (RFC 6125 section 6.4.3).
 */
export function certificateNameFault(certificate: Buffer, names: readonly string[]): Error | undefined {
  const parsed = new X509Certificate(certificate);
  if (names.some((name) => parsed.checkHost(name, { subject: 'never', partialWildcards: false }))) return undefined;
  return Object.assign(new Error(`it was not issued for ${names.join(' or ')}`), { code: NAME_MISMATCH });
}

function connectionOptions(target: SmtpTarget, trusted: readonly string[] | undefined): ConnectionOptions {
  const { certificateNames, dane, host, verifyTls } = target;
  const serverName = certificateNames?.[0] ?? host;
  return {
    host,
    // RFC 6066 section 3: IP addresses are not permitted in SNI.
    ...(isIP(serverName) === 0 && { servername: serverName }),
    rejectUnauthorized: verifyTls && !dane,
    ...(certificateNames && { checkServerIdentity: (_host, { raw }) => certificateNameFault(raw, certificateNames) }),
    minVersion: MIN_VERSION,
    ...(trusted && { ca: [...trusted] }),
  };
}

function faultByDane(socket: TLSSocket, target: SmtpTarget, records: readonly TlsaRecord[]): string | undefined {
  const chain = presentedBy(socket);
  const names = target.certificateNames ?? [target.host];
  const fault = chain
    ? daneFault(chain, records, { names, nowMs: systemClock.now() })
    : 'the server presented no certificate';
  return fault && `the TLS certificate of ${target.host} is not valid by DANE: ${fault}`;
}

function presentedBy(socket: TLSSocket): PresentedChain | undefined {
  const leaf = socket.getPeerX509Certificate();
  if (!leaf) return undefined;
  const others: X509Certificate[] = [];
  for (
    let next = leaf.issuerCertificate;
    next && others.length < MAX_CHAIN_CERTIFICATES;
    next = next.issuerCertificate
  ) {
    others.push(next);
  }
  return [leaf, ...others];
}

/** Returns the problem with the certificate as a result type of RFC 8460 section 4.3, or undefined if there is none. */
function failureOf(socket: TLSSocket): TlsFailure | undefined {
  // Node sets this property to the error code, although its type is Error, before it rejects or ignores a certificate.
  const code = String(socket.authorizationError ?? '');
  if (code === '' || code === 'null') return undefined;
  if (code === NAME_MISMATCH) return 'certificate-host-mismatch';
  return OUT_OF_TIME.includes(code) ? 'certificate-expired' : 'certificate-not-trusted';
}

/** Returns the error message for a failed handshake with a host, worded for senders. */
function handshakeSentence(error: NodeJS.ErrnoException, socket: TLSSocket, host: string): string {
  // Node sets this property before it rejects a certificate.
  if (!socket.authorizationError) return `the TLS handshake failed: ${handshakeWords(error)}`;
  const words = certificateWords(error, host) ?? `it cannot be verified (${codeInWords(error.code ?? '')})`;
  return `the TLS certificate of ${host} is not valid: ${words}`;
}

/** Returns the reason for a handshake error, without the source code locations in OpenSSL's message. */
function handshakeWords(error: NodeJS.ErrnoException & { readonly reason?: string }): string {
  if (error.reason) return error.reason;
  return error.code?.startsWith('ERR_') ? codeInWords(error.code) : failureSentence(error);
}
