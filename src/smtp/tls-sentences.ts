import type { TLSSocket } from 'node:tls';
import { certificateWords, codeInWords } from '../base/tls-words.ts';
import { failureSentence } from './sentences.ts';

/** Why a handshake with a host failed, as a sentence for senders of mail. */
export function handshakeSentence(error: NodeJS.ErrnoException, socket: TLSSocket, host: string): string {
  // Node sets it before it gives up on a certificate.
  if (!socket.authorizationError) return `the TLS handshake failed: ${handshakeWords(error)}`;
  const words = certificateWords(error, host) ?? `it cannot be verified (${codeInWords(error.code ?? '')})`;
  return `the TLS certificate of ${host} is not valid: ${words}`;
}

/** OpenSSL keeps its reason apart from the trace of its source that the message is. */
function handshakeWords(error: NodeJS.ErrnoException & { readonly reason?: string }): string {
  if (error.reason) return error.reason;
  return error.code?.startsWith('ERR_') ? codeInWords(error.code) : failureSentence(error);
}
