import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Resolver } from '../../../base/dns.ts';
import { baseWithHost } from './server-names.ts';

/** Path at which a server confirms that it serves a host. */
export const HOST_QUESTION = '/.well-known/postrider/host';

/**
 * Result of a request to a host: this server responded (`ours`), another server responded or the TLS handshake failed
 * (`not_ours`), or the server could not be reached (`unreachable`).
 */
export type ProbeResult =
  | { readonly kind: 'ours' }
  | { readonly kind: 'not_ours' | 'unreachable'; readonly reason: string };

/** Sends an HTTP request to a host, as a browser does when a user clicks a link. */
export type ProbeHost = (host: string) => Promise<ProbeResult>;

/**
 * Timeout of a request, in milliseconds. It is long enough for a reverse proxy to obtain a certificate during the
 * request.
 */
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_CHARACTERS = 2_000;
const UNREACHED = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'ETIMEDOUT'];

/**
 * Creates a probe that sends requests only to the IP addresses of the public base URL, regardless of DNS. A host name
 * chosen by an account therefore cannot direct requests into other networks.
 */
export function createHostProbe({
  publicUrl,
  resolver,
}: {
  readonly publicUrl: string;
  readonly resolver: Resolver;
}): ProbeHost {
  const publicHost = new URL(publicUrl).hostname;
  return async (host) => {
    const answers = await Promise.all(([4, 6] as const).map((family) => resolver.addresses(publicHost, family)));
    const addresses = answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
    let result: ProbeResult = { kind: 'unreachable', reason: `${publicHost} has no IP address` };
    for (const address of addresses) {
      result = await ask(address, host, new URL(`${baseWithHost(publicUrl, host)}${HOST_QUESTION}?domain=${host}`));
      if (result.kind !== 'unreachable') break;
    }
    return result;
  };
}

function ask(address: string, host: string, url: URL): Promise<ProbeResult> {
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve) => {
    const sent = (isSecure ? requestSecure : requestPlain)({
      host: address,
      port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, 'user-agent': 'Postrider' },
      servername: host,
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    sent.on('error', (error) => resolve(faultOf(error)));
    sent.on('response', (answer) => void read(answer).then((text) => resolve(judge(answer, text, host))));
    sent.end();
  });
}

function faultOf(error: Error & { readonly code?: string }): ProbeResult {
  const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
  if (isLate) return { kind: 'unreachable', reason: 'it did not answer in time' };
  const isUnreached = error.code !== undefined && UNREACHED.includes(error.code);
  return { kind: isUnreached ? 'unreachable' : 'not_ours', reason: error.message };
}

async function read(answer: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const piece of answer.setEncoding('utf8')) {
      text += String(piece);
      if (text.length > MAX_ANSWER_CHARACTERS) break;
    }
  } catch {
    // If the response ends early, the part received so far is evaluated.
  }
  return text;
}

function judge({ statusCode = 0 }: IncomingMessage, text: string, host: string): ProbeResult {
  if (statusCode === 200 && text === JSON.stringify({ host })) return { kind: 'ours' };
  return { kind: 'not_ours', reason: `another server replied with status ${statusCode}` };
}
