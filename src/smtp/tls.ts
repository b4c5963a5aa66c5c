import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { seconds } from './sentences.ts';
import type { SmtpTarget } from './types.ts';

/** A handshake that failed, in a sentence. */
export interface TlsFault {
  readonly tlsFault: string;
}

/** TLS 1.0 and 1.1 are no longer secure (RFC 8996). */
const MIN_VERSION = 'TLSv1.2';

/**
 * Puts TLS on a connected socket, within the given total time. The name goes along (SNI); the certificate is judged when
 * the target asks for it. On a fault the socket is destroyed. Never rejects.
 */
export function startTls(
  socket: Socket,
  target: SmtpTarget,
  options: { readonly withinMs: number; readonly trustedCertificates: readonly string[] | undefined },
): Promise<TLSSocket | TlsFault> {
  const { withinMs, trustedCertificates } = options;
  // What happens to the socket below is reported by the one above as well.
  socket.on('error', () => {});
  return new Promise((resolve) => {
    const secured = connect({
      socket,
      host: target.host,
      // RFC 6066 3: literal addresses are not permitted in SNI.
      ...(isIP(target.host) === 0 && { servername: target.host }),
      rejectUnauthorized: target.verifyTls,
      minVersion: MIN_VERSION,
      ...(trustedCertificates && { ca: [...trustedCertificates] }),
    });
    const fail = (tlsFault: string): void => {
      clearTimeout(timer);
      secured.destroy();
      // An error that comes after the first says nothing new.
      secured.on('error', () => {});
      resolve({ tlsFault });
    };
    const timer = setTimeout(() => fail(`no TLS handshake within ${seconds(withinMs)}`), withinMs);
    const onError = (error: Error): void => fail(sentenceOf(error, secured, target));
    const onClose = (): void => fail('the server closed the connection during the TLS handshake');
    secured.once('error', onError).once('close', onClose);
    secured.once('secureConnect', () => {
      clearTimeout(timer);
      secured.off('error', onError).off('close', onClose);
      resolve(secured);
    });
  });
}

/** Protocol and cipher of a secured socket: 'TLSv1.3 TLS_AES_256_GCM_SHA384'. */
export function describeTls(socket: TLSSocket): string {
  return `${socket.getProtocol() ?? 'TLS'} ${socket.getCipher().name}`;
}

function sentenceOf(error: Error, socket: TLSSocket, target: SmtpTarget): string {
  // Node sets it before it gives up on a certificate.
  const isCertificate = Boolean(socket.authorizationError);
  const what = isCertificate ? `the TLS certificate of ${target.host} is not valid` : 'the TLS handshake failed';
  return `${what}: ${error.message}`;
}
