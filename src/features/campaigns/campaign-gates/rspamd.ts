import type { Clock } from '../../../base/clock.ts';
import { compose } from '../../../mail/compose.ts';
import { isFault, parseAddress } from '../../../mail/address.ts';
import type { StoredFinding } from './approval-queries.ts';
import type { ReadContent } from '../../../mail/checks/blocked.ts';

const DEADLINE_MS = 5_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_NAMED_SYMBOLS = 5;

/** What rspamd does with a mail that it takes for none, or of which it is not sure because it saw no sender before. */
const HARMLESS = new Set(['no action', 'greylist']);

const SILENT: StoredFinding = {
  check: 'spam_filter_silent',
  message: 'The spam filter did not respond. Review the content manually.',
};

/** Where the spam filter is. */
interface SpamFilterParts {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** A filter that takes longer is one that does not answer. */
  readonly deadlineMs?: number;
}

/**
 * Asks an rspamd worker about contents (`POST /checkv2`, rspamd's HTTP protocol) and gives what it found. One that is away, slow
 * or not understood is a finding too: never passed in silence.
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
      // Whatever kept it from answering, a person decides instead, and is told so.
      return [SILENT];
    }
  };
}

/** As nobody gets it: merge fields stand in it as they were written. */
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
  // Whatever a program answered: each member is looked at before it is used.
  const { action, required_score: required, score, symbols } = answer as Record<string, unknown>;
  if (typeof action !== 'string') return [SILENT];
  if (HARMLESS.has(action)) return [];
  const names = typeof symbols === 'object' && symbols !== null ? Object.keys(symbols).slice(0, MAX_NAMED_SYMBOLS) : [];
  const because = names.length === 0 ? '' : `: ${names.join(', ')}`;
  const points = typeof score === 'number' && typeof required === 'number' ? ` (${score} of ${required})` : '';
  return [{ check: 'spam', message: `The spam filter recommends “${action}”${points}${because}.`.slice(0, 500) }];
}
