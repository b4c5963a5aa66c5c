import { errors } from 'undici';
import { certificateWords, codeInWords } from '../../base/tls-words.ts';
import type { ConnectFault, OutgoingFault } from './types.ts';

/** The error of a request whose connection could not be opened. The connector passes it to undici. */
export class OutgoingError extends Error {
  /**
   * Must be a code that undici does not know. For some of the codes that it knows, undici automatically retries the
   * request.
   */
  readonly code = 'OUTGOING';
  readonly fault: OutgoingFault;

  constructor({ fault, reason }: ConnectFault) {
    super(reason);
    this.name = 'OutgoingError';
    this.fault = fault;
  }
}

/**
 * Maximum length of a reason, in characters. Parts of it come from the receiver, such as the names in a certificate.
 */
export const MAX_REASON_CHARACTERS = 300;

const CONNECT_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'reset the connection',
  ETIMEDOUT: 'did not accept the connection in time',
  EHOSTUNREACH: 'cannot be reached: no route to host',
  ENETUNREACH: 'cannot be reached: no route to hosts network',
};

/** Converts an error that occurred before the connection was established. */
export function connectFault(error: Error, address: string): ConnectFault {
  const word = CONNECT_WORDS[codeOf(error)];
  return { fault: 'connect', reason: printable(`${address} ${word ?? `cannot be reached: ${error.message}`}`) };
}

/** Converts an error that occurred in the TLS handshake, including certificate errors. */
export function tlsFault(error: Error, host: string): ConnectFault {
  return { fault: 'tls', reason: printable(`${host} ${tlsWords(error, host)}`) };
}

/**
 * Returns a description of a TLS error, if possible without the original message. Node's messages contain advice for
 * programmers, and OpenSSL's messages contain source code locations.
 */
function tlsWords(error: Error & { readonly reason?: string }, host: string): string {
  const code = codeOf(error);
  if (code === 'ECONNRESET') return 'closed the connection during the TLS handshake';
  const certificate = certificateWords(error, host);
  if (certificate !== undefined) return `has no valid TLS certificate: ${certificate}`;
  return `failed the TLS handshake: ${error.reason ?? (code === '' ? error.message : codeInWords(code))}`;
}

/**
 * Descriptions of problems with a response, written for users. The keys are error messages of undici and its parser,
 * which are written for programmers.
 */
const RESPONSE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/headers overflow/i, 'its headers are too large'],
  [/content-length/i, 'its Content-Length is invalid or is not the length of its body'],
  [/transfer-encoding/i, 'its Transfer-Encoding is invalid'],
  [/chunk/i, 'a chunk has an invalid size'],
  [/header/i, 'a header contains invalid characters'],
  [/expected http/i, 'it does not start with HTTP/1.1'],
  [/version/i, 'its HTTP version is not supported'],
  [/^bad /, 'it ends with a 1xx status'],
];

const PROTOCOL = /^UND_ERR_(?:HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH|INVALID_ARG|NOT_SUPPORTED)$/;
/**
 * Matches the codes of TLS errors after the handshake, for example if the receiver requires a client certificate (RFC
 * 8446 section 4.4.2.4).
 */
const TLS = /^(?:ERR_SSL_|EPROTO)/;
/** Matches undici's message for an invalid response, because this error has the same code as a broken connection. */
const BAD_ANSWER = /^bad (?:response|upgrade)$/;

/** Returns the fault and the reason for an error that undici or the socket reports on an established connection. */
export function exchangeFault(error: Error, host: string): ConnectFault {
  if (error instanceof OutgoingError) return { fault: error.fault, reason: error.message };
  const code = codeOf(error);
  if (error instanceof errors.HTTPParserError || PROTOCOL.test(code) || BAD_ANSWER.test(error.message)) {
    const words = RESPONSE_WORDS.find(([pattern]) => pattern.test(error.message))?.[1] ?? 'it is malformed';
    return { fault: 'protocol', reason: `${host} sent an invalid HTTP/1.1 response: ${words}` };
  }
  if (TLS.test(code)) return tlsFault(error, host);
  return { fault: 'reset', reason: `${host} closed the connection before the response was complete` };
}

/** Returns the text as one line of printable characters, truncated to MAX_REASON_CHARACTERS. */
export function printable(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ');
  return line.length > MAX_REASON_CHARACTERS ? `${line.slice(0, MAX_REASON_CHARACTERS - 1).toWellFormed()}…` : line;
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : '';
}
