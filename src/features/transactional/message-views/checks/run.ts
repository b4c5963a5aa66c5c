import { presentId } from '../../../../base/ids.ts';
import { Refusal } from '../../../../base/refusal.ts';
import { listAttempts } from '../../../sending/delivery/index.ts';
import { requireContent } from '../../messages/index.ts';
import type { Check, MessageChecks } from '../present.ts';
import { composeFor, type Composed, type SourceParts } from '../source.ts';
import { checkAuthentication } from './authentication.ts';
import { checkClientSupport } from './client-support.ts';
import { checkReverse, judgeTls } from './connection.ts';
import { checkContent } from './content.ts';
import { createLookups } from './dns.ts';
import { checked, fieldsOf, type LastAttempt, type SendingAddresses } from './facts.ts';

/** Maximum duration of an examination, in milliseconds. Checks that take longer are reported as unknown. */
const TOTAL_MS = 10_000;
const KEPT_MS = 60_000;
const MAX_KEPT = 200;
/**
 * Maximum number of messages that are checked at once. The number is limited because each check may use a thread and make
 * dozens of DNS queries.
 */
const MAX_AT_ONCE = 4;

export interface CheckParts extends SourceParts {
  readonly sandboxDomain: string;
  readonly hostname: string;
  /** DNS servers as `address` or `address:port`. Defaults to the servers of the system. */
  readonly dnsServers: readonly string[] | undefined;
  /**
   * Returns the IP addresses from which receivers get our email, for the route and the recipient of the last attempt.
   */
  readonly sendingAddresses: (last: LastAttempt | undefined) => Promise<SendingAddresses>;
}

/**
 * Examines the message to a recipient. Throws not_found if the message or the recipient does not exist, and
 * rate_limit_exceeded if too many examinations are running.
 */
export type CheckRunner = (accountId: number, id: string, recipient: string | undefined) => Promise<MessageChecks>;

interface Kept {
  readonly untilMs: number;
  readonly result: Promise<MessageChecks>;
}

/** Creates a runner that caches results for a minute. */
export function createCheckRunner(parts: CheckParts): CheckRunner {
  const kept = new Map<string, Kept>();
  let running = 0;
  return async (accountId, id, recipient) => {
    const composed = await composeFor(parts, accountId, id, recipient);
    const key = `${accountId} ${composed.stored.row.id} ${composed.recipient.recipient_no}`;
    const nowMs = parts.clock.now();
    const known = kept.get(key);
    if (known && known.untilMs > nowMs) return known.result;
    if (running >= MAX_AT_ONCE) {
      const message = 'Too many checks are running.';
      throw new Refusal('rate_limit_exceeded', { message, retryAfterSeconds: 5 });
    }
    running += 1;
    const result = examine(parts, accountId, composed, nowMs).finally(() => (running -= 1));
    kept.delete(key);
    kept.set(key, { untilMs: nowMs + KEPT_MS, result });
    // Do not cache failures, because the database may be available next time.
    result.catch(() => kept.delete(key));
    const oldest = kept.keys().next().value;
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return result;
  };
}

async function examine(
  parts: CheckParts,
  accountId: number,
  { mail, recipient, stored }: Composed,
  nowMs: number,
): Promise<MessageChecks> {
  const attempts = await listAttempts(parts.db, accountId, stored.row.id);
  const last = lastOf(attempts.filter((attempt) => attempt.recipient === recipient.recipient));
  const { html, text } = requireContent(stored.row.content);
  const sending = await parts.sendingAddresses(last);
  const lookups = createLookups(parts.dnsServers);
  const offered = {
    data: mail.data,
    envelopeFrom: mail.envelopeFrom,
    domain: mail.signingDomain,
    isSandbox: mail.signingDomain === parts.sandboxDomain,
    hostname: parts.hostname,
    sending,
  };
  const shown = { sizeBytes: mail.data.length, subject: stored.row.subject, html, text };
  const findings = await parts.html.run(accountId, 'checkMessage', shown);
  const [authentication, reverse, support] = await Promise.all([
    inTime(checkAuthentication(offered, lookups.ask), 'authentication', 'DKIM, SPF, and DMARC'),
    inTime(checkReverse(sending, lookups), 'reverse-dns', 'Reverse DNS of the sending IP address'),
    checkClientSupport(html),
  ]);
  return {
    message_id: presentId('tm', stored.row.id),
    recipient: recipient.recipient,
    checked_at: new Date(nowMs).toISOString(),
    size_bytes: mail.data.length,
    checks: [...authentication, ...reverse, judgeTls(last), ...checkContent(fieldsOf(mail.data), findings), support],
  };
}

function lastOf(attempts: Awaited<ReturnType<typeof listAttempts>>): LastAttempt | undefined {
  const last = attempts.at(-1);
  if (!last) return undefined;
  const { address, conversation, host, route, tls } = last;
  return { route, host, address, tls, hasConversation: conversation !== '' };
}

/** Returns the checks, or a single check with an unknown result if they take too long or the verifier fails. */
async function inTime(checks: Promise<Check[]>, id: string, title: string): Promise<Check[]> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Check[]>((resolve) => {
    timer = setTimeout(() => resolve([checked(id, title, 'unknown', 'The check timed out.')]), TOTAL_MS);
  });
  const failed = (error: unknown): Check[] => [
    checked(id, title, 'unknown', `The check failed: ${error instanceof Error ? error.message : String(error)}`),
  ];
  return Promise.race([checks.catch(failed), limit]).finally(() => clearTimeout(timer));
}
