import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { Resolver } from '../../../base/dns.ts';
import { isPrivateAddress } from '../../../base/private-addresses.ts';
import { MAX_POLICY_BYTES, parseMtaStsPolicy, type MtaStsPolicy } from '../../../smtp/mta-sts-policy.ts';
import { certificateNameFault } from '../../../smtp/tls.ts';
import type { TlsResult } from './types.ts';

/**
 * A policy, or the reason why it could not be fetched: `reason` for the log, and `result` for TLS reports (RFC 8460).
 */
export type FetchedPolicy =
  | { readonly kind: 'policy'; readonly policy: MtaStsPolicy }
  | { readonly kind: 'failed'; readonly result: TlsResult; readonly reason: string };

/** Fetches a domain's policy. Never rejects. */
export type PolicyFetcher = (domain: string) => Promise<FetchedPolicy>;

export interface PolicyFetcherOptions {
  readonly resolver: Resolver;
  /** Whether policy servers may have private IP addresses. */
  readonly allowPrivate: boolean;
  /** Default: 443. Other ports are for tests. */
  readonly port?: number;
  /** Certificates (PEM) to trust instead of Node's root certificates. */
  readonly trustedCertificates?: readonly string[];
  /** Time limit for a fetch, in milliseconds, not counting DNS lookups. Default: 10 s. */
  readonly timeoutMs?: number;
}

const HTTPS_PORT = 443;
const DEFAULT_TIMEOUT_MS = 10_000;
/** Maximum number of addresses that are tried per policy server. */
const MAX_ADDRESSES_TRIED = 3;
const TEXT_PLAIN = /^text\/plain[ \t]*(?:;|$)/i;

/**
 * Creates a fetcher of policies over HTTPS (RFC 8461 section 3.3). It requires a valid certificate for the policy host
 * and the type text/plain, follows no redirects, and reads at most 64 KB. It connects to exactly the IP address that
 * was checked, so that a policy host cannot lead into a private network.
 */
export function createPolicyFetcher(options: PolicyFetcherOptions): PolicyFetcher {
  const { allowPrivate, resolver, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  return async (domain) => {
    const host = `mta-sts.${domain}`;
    const answers = await Promise.all([resolver.addresses(host, 4), resolver.addresses(host, 6)]);
    const addresses = answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
    const reachable = addresses.filter((address) => allowPrivate || !isPrivateAddress(address));
    const signal = AbortSignal.timeout(timeoutMs);
    let last = failed(addresses.length > 0 ? `${host} has only private IP addresses` : `${host} has no IP address`);
    for (const address of reachable.slice(0, MAX_ADDRESSES_TRIED)) {
      const fetched = await fetchFrom(host, address, options, signal);
      if (fetched.kind === 'policy' || !fetched.isUnreachable || signal.aborted) return fetched;
      last = fetched;
    }
    return last;
  };
}

interface Failed {
  readonly kind: 'failed';
  readonly result: TlsResult;
  readonly reason: string;
  /** Set if the server could not be reached at this address. Another of its addresses may respond. */
  readonly isUnreachable?: true;
}

function failed(reason: string, result: TlsResult = 'sts-policy-fetch-error'): Failed {
  return { kind: 'failed', result, reason };
}

function fetchFrom(
  host: string,
  address: string,
  options: PolicyFetcherOptions,
  signal: AbortSignal,
): Promise<Extract<FetchedPolicy, { kind: 'policy' }> | Failed> {
  return new Promise((resolve) => {
    const sent = request({
      agent: false,
      host: address,
      servername: host,
      port: options.port ?? HTTPS_PORT,
      path: '/.well-known/mta-sts.txt',
      headers: { host, accept: 'text/plain' },
      checkServerIdentity: (_name, { raw }) => certificateNameFault(raw, [host]),
      ...(options.trustedCertificates && { ca: [...options.trustedCertificates] }),
      signal,
    });
    sent.on('error', (error) => {
      if (signal.aborted) resolve(failed(`${host} did not respond in time`));
      else if (isCertificateError(error)) {
        resolve(failed(`the certificate of ${host} is not valid: ${error.message}`, 'sts-webpki-invalid'));
      } else resolve({ ...failed(`${host} cannot be reached: ${error.message}`), isUnreachable: true });
    });
    sent.on('response', (response) => {
      resolve(readPolicy(host, response, signal).finally(() => sent.destroy()));
    });
    sent.end();
  });
}

async function readPolicy(
  host: string,
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<Extract<FetchedPolicy, { kind: 'policy' }> | Failed> {
  const { statusCode } = response;
  // RFC 8461 section 3.3: redirects are not followed, and only status 200 is accepted.
  if (statusCode !== 200) return failed(`${host} responded with status ${statusCode}`);
  const mediaType = response.headers['content-type'] ?? '';
  if (!TEXT_PLAIN.test(mediaType)) return failed(`${host} responded with a content type other than text/plain`);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_POLICY_BYTES) return failed(`the policy of ${host} is longer than 64 KB`, 'sts-policy-invalid');
      parts.push(part);
    }
  } catch (error) {
    return failed(
      signal.aborted
        ? `${host} did not respond in time`
        : `the response from ${host} was interrupted: ${(error as Error).message}`,
    );
  }
  const policy = parseMtaStsPolicy(Buffer.concat(parts).toString('utf8'));
  return policy ? { kind: 'policy', policy } : failed(`the policy of ${host} is malformed`, 'sts-policy-invalid');
}

const CERTIFICATE_ERROR = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_)/;

function isCertificateError(error: Error): boolean {
  return CERTIFICATE_ERROR.test((error as NodeJS.ErrnoException).code ?? '');
}
