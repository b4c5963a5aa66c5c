import { errors } from 'undici';
import { certificateWords, codeInWords } from '../../base/tls-words.ts';
import type { ConnectFault, OutgoingFault } from './types.ts';

/** A connection that could not be made, as undici hands it on to the request that asked for it. */
export class OutgoingError extends Error {
  /** One that undici does not know: it would try again by itself after some of its own. */
  readonly code = 'OUTGOING';
  readonly fault: OutgoingFault;

  constructor({ fault, reason }: ConnectFault) {
    super(reason);
    this.name = 'OutgoingError';
    this.fault = fault;
  }
}

/** Parts of reasons come from the other side, a certificate's names for example. */
export const MAX_REASON_CHARACTERS = 300;

const CONNECT_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'reset the connection',
  ETIMEDOUT: 'did not accept the connection in time',
  EHOSTUNREACH: 'cannot be reached: no route to host',
  ENETUNREACH: 'cannot be reached: no route to hosts network',
};

/** What went wrong before there was a connection. */
export function connectFault(error: Error, address: string): ConnectFault {
  const word = CONNECT_WORDS[codeOf(error)];
  return { fault: 'connect', reason: printable(`${address} ${word ?? `cannot be reached: ${error.message}`}`) };
}

/** What went wrong in the handshake, the certificate included. */
export function tlsFault(error: Error, host: string): ConnectFault {
  return { fault: 'tls', reason: printable(`${host} ${tlsWords(error, host)}`) };
}

/** Node adds advice for programmers to its messages, and OpenSSL a trace of its source: their codes and reasons are told. */
function tlsWords(error: Error & { readonly reason?: string }, host: string): string {
  const code = codeOf(error);
  if (code === 'ECONNRESET') return 'closed the connection during the TLS handshake';
  const certificate = certificateWords(error, host);
  if (certificate !== undefined) return `has no valid TLS certificate: ${certificate}`;
  return `failed the TLS handshake: ${error.reason ?? (code === '' ? error.message : codeInWords(code))}`;
}

const PROTOCOL = /^UND_ERR_(?:HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH|INVALID_ARG|NOT_SUPPORTED)$/;
/** Alerts that come behind the handshake, as for a certificate of ours that the receiver wants (RFC 8446 4.4.2.4). */
const TLS = /^(?:ERR_SSL_|EPROTO)/;
/** undici says with the code of a broken connection what it found wrong with an answer. */
const BAD_ANSWER = /^bad (?:response|upgrade)$/;

/** What went wrong on a connection, from undici's error or the socket's. */
export function exchangeFault(error: Error, host: string): ConnectFault {
  if (error instanceof OutgoingError) return { fault: error.fault, reason: error.message };
  const code = codeOf(error);
  if (error instanceof errors.HTTPParserError || PROTOCOL.test(code) || BAD_ANSWER.test(error.message)) {
    return {
      fault: 'protocol',
      reason: printable(`${host} sent an invalid HTTP/1.1 response: ${error.message}`),
    };
  }
  if (TLS.test(code)) return tlsFault(error, host);
  return { fault: 'reset', reason: `${host} closed the connection before the response was complete` };
}

/** One line of printable characters that fits into a log, a database and a page. */
export function printable(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ');
  return line.length > MAX_REASON_CHARACTERS ? `${line.slice(0, MAX_REASON_CHARACTERS - 1).toWellFormed()}…` : line;
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : '';
}
