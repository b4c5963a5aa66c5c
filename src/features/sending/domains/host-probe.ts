import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Resolver } from '../../../base/dns.ts';
import { baseWithHost } from './server-names.ts';

/** Where a listener says whether it knows a host. */
export const HOST_QUESTION = '/.well-known/postrider/host';

/** What came of asking a host: it is ours; it answers in another way; or nobody could be asked, which says nothing. */
export type ProbeResult =
  | { readonly kind: 'ours' }
  | { readonly kind: 'not_ours' | 'unreachable'; readonly reason: string };

/** Asks a host over the web, as those will who follow links. */
export type ProbeHost = (host: string) => Promise<ProbeResult>;

/** Long enough for a proxy that gets its certificate with this request. */
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_CHARACTERS = 2_000;
const UNREACHED = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'ETIMEDOUT'];

/**
 * Asks hosts at the addresses of the public base address and nowhere else, whatever DNS says of them: what accounts name as
 * their host leads no request into other networks.
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
    // An answer that breaks off is judged by what came of it.
  }
  return text;
}

function judge({ statusCode = 0 }: IncomingMessage, text: string, host: string): ProbeResult {
  if (statusCode === 200 && text === JSON.stringify({ host })) return { kind: 'ours' };
  return { kind: 'not_ours', reason: `another server replied with status ${statusCode}` };
}
