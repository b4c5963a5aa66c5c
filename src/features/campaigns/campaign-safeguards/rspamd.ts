import type { Clock } from '../../../base/clock.ts';
import { compose } from '../../../mail/compose.ts';
import { isFault, parseAddress } from '../../../mail/address.ts';
import type { StoredFinding } from './approval-queries.ts';
import type { ReadContent } from '../../../mail/checks/blocked.ts';

const DEADLINE_MS = 5_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_NAMED_SYMBOLS = 5;

/** Actions of rspamd for messages that are not spam, or that are only delayed because the sender is unknown. */
const HARMLESS = new Set(['no action', 'greylist']);

const SILENT: StoredFinding = {
  check: 'spam_filter_silent',
  message: 'The spam filter did not respond. Review the content manually.',
};

/** URL and timeout of the spam filter. */
interface SpamFilterParts {
  /** Base URL without a trailing slash. */
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly deadlineMs?: number;
}

/**
 * Creates a function that checks content with an rspamd worker (`POST /checkv2` in rspamd's HTTP protocol) and returns
 * the findings. If rspamd is unreachable, slow or returns an invalid response, the function returns a finding that asks
 * for a manual review.
 */
export function createSpamFilter({
  baseUrl,
  clock,
  deadlineMs = DEADLINE_MS,
}: SpamFilterParts): (from: string, content: ReadContent) => Promise<readonly StoredFinding[]> {
  return async (from, content) => {
    try {
      const answer = await fetch(`${baseUrl}/checkv2`, {
        method: 'POST',
        body: mailOf(from, content, new Date(clock.now())),
        headers: { 'content-type': 'message/rfc822', from },
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      });
      return answer.ok ? findingsOf(JSON.parse(await textOf(answer))) : [SILENT];
    } catch {
      // On any error, ask the operator to review the content.
      return [SILENT];
    }
  };
}

/** Composes the message for the spam filter. Merge tags are not filled in. */
function mailOf(from: string, { html, subject, text }: ReadContent, date: Date): Uint8Array<ArrayBuffer> {
  const address = parseAddress(from);
  if (isFault(address)) throw new Error(`Invalid sender address: ${from}`);
  const sender = { name: undefined, address };
  const { body, headers } = compose({
    from: sender,
    to: [sender],
    cc: [],
    replyTo: [],
    subject,
    html,
    text,
    headers: [],
    messageId: 'content-check@localhost',
    date,
  });
  const head = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
  return new Uint8Array(Buffer.concat([Buffer.from(`${head}\r\n`), body]));
}

async function textOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('Response of the spam filter is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function findingsOf(answer: unknown): StoredFinding[] {
  if (typeof answer !== 'object' || answer === null) return [SILENT];
  // The response is not trusted, so each member is checked before use.
  const { action, required_score: required, score, symbols } = answer as Record<string, unknown>;
  if (typeof action !== 'string') return [SILENT];
  if (HARMLESS.has(action)) return [];
  const names = typeof symbols === 'object' && symbols !== null ? Object.keys(symbols).slice(0, MAX_NAMED_SYMBOLS) : [];
  const because = names.length === 0 ? '' : `: ${names.join(', ')}`;
  const points = typeof score === 'number' && typeof required === 'number' ? ` (${score} of ${required})` : '';
  return [{ check: 'spam', message: `The spam filter recommends “${action}”${points}${because}.`.slice(0, 500) }];
}
