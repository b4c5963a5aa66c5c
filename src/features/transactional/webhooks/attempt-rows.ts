import { storable } from '../../../base/stored-text.ts';
import type { FinishedAttempt } from './attempt.ts';
import { nextStep, STATE, verdictOf, type NextStep } from './schedule.ts';

/** Maximum total length of the stored response headers, in characters. */
const MAX_HEADER_CHARACTERS = 8 * 1024;
const MAX_FAULT_CHARACTERS = 500;

type Headers = Readonly<Record<string, string>>;

/** An attempt in the form in which it is stored. */
export interface AttemptAsWritten {
  readonly finished: FinishedAttempt;
  readonly step: NextStep;
  readonly answer: number | null;
  readonly headers: Headers | null;
  readonly body: string | null;
  readonly fault: string | null;
  /** Whether the attempt counts towards the health of the webhook's receiver. */
  readonly isJudged: boolean;
}

/**
 * Converts an attempt to the form in which it is stored. Removes characters of the response that PostgreSQL cannot
 * store.
 */
export function writtenOf(finished: FinishedAttempt): AttemptAsWritten {
  const { answer, delivery, finishedAtMs } = finished;
  const step = nextStep(answer, { attempts: delivery.attempts, isOwnUrl: delivery.isOwnUrl, nowMs: finishedAtMs });
  // Only requests that were sent to the webhook's own URL affect its health status.
  const known = { finished, step, isJudged: delivery.isOwnUrl && answer.kind !== 'unsent' };
  if (answer.kind !== 'answered') {
    const fault = `${answer.kind === 'unsent' ? answer.kind : answer.fault}: ${answer.reason}`;
    return { ...known, answer: null, headers: null, body: null, fault: storable(fault.slice(0, MAX_FAULT_CHARACTERS)) };
  }
  return {
    ...known,
    answer: answer.status,
    headers: answer.headers,
    body: storable(answer.body.toString('utf8')),
    fault: null,
  };
}

/** Returns the attempt without response headers and body. */
export function withoutWords(row: AttemptAsWritten): AttemptAsWritten {
  return { ...row, headers: null, body: null };
}

/** Returns a copy of the attempt that does not affect the receiver's health. */
export function unjudged(row: AttemptAsWritten): AttemptAsWritten {
  return { ...row, isJudged: false };
}

/** Returns the attempt as a failure. If it is not the first attempt of the delivery, the delivery expires. */
export function failed(row: AttemptAsWritten): AttemptAsWritten {
  const { attempts, isOwnUrl } = row.finished.delivery;
  const nowMs = row.finished.finishedAtMs;
  const unsent = { kind: 'unsent', reason: '' } as const;
  const step: NextStep =
    attempts === 0 ? nextStep(unsent, { attempts, isOwnUrl, nowMs }) : { state: STATE.expired, delayMs: null };
  return { ...row, step, answer: null };
}

/** Returns the effect of an attempt on the health of the webhook's receiver. */
export function signsOf({ answer, fault, finished, isJudged }: AttemptAsWritten): {
  readonly atMs: number;
  readonly failure: string | undefined;
}[] {
  if (!isJudged) return [];
  const isReceived = verdictOf(finished.answer) === 'received';
  return [{ atMs: finished.finishedAtMs, failure: isReceived ? undefined : (fault ?? `HTTP status ${answer}`) }];
}

/**
 * Returns the number of seconds from `nowMs` until the next attempt, or null if there is none. The delay of the
 * schedule starts when the attempt ends, not when it is recorded.
 */
export function delaySeconds({ finished, step }: AttemptAsWritten, nowMs: number): number | null {
  const sinceEndMs = Math.max(0, nowMs - finished.finishedAtMs);
  return step.delayMs === null ? null : Math.max(0, step.delayMs - sinceEndMs) / 1000;
}

/**
 * Returns the distinct response headers as JSON strings, and for each attempt the number of its string, starting with
 * 1.
 */
export function headersOf(rows: readonly AttemptAsWritten[]): {
  readonly texts: string[];
  readonly numbers: (number | null)[];
} {
  const texts: string[] = [];
  const numberOf = new Map<string, number>();
  let last: { readonly headers: Headers; readonly no: number } | undefined;
  const numbers = rows.map(({ headers }) => {
    if (headers === null) return null;
    // Reuse the previous string if the headers are the same. Responses that arrive together usually have the same
    // headers.
    if (last && areSame(last.headers, headers)) return last.no;
    const text = textOf(headers);
    const no = numberOf.get(text) ?? texts.push(text);
    numberOf.set(text, no);
    last = { headers, no };
    return no;
  });
  return { texts, numbers };
}

function areSame(some: Headers, others: Headers): boolean {
  let count = 0;
  for (const name of Object.keys(some)) {
    if (some[name] !== others[name]) return false;
    count += 1;
  }
  return Object.keys(others).length === count;
}

function textOf(headers: Headers): string {
  const kept = within(headers, MAX_HEADER_CHARACTERS);
  const json = JSON.stringify(kept);
  // Skip the cleanup if the JSON contains no escapes. JSON escapes every character that PostgreSQL rejects, and such
  // characters are very rare.
  if (!json.includes(String.raw`\u`)) return json;
  return JSON.stringify(
    Object.fromEntries(Object.entries(kept).map(([name, value]) => [storable(name), storable(value)])),
  );
}

/** Returns the first headers up to a total number of characters. This usually includes all headers. */
function within(headers: Headers, maxCharacters: number): Headers {
  let [length, count] = [0, 0];
  for (const name of Object.keys(headers)) {
    length += name.length + (headers[name]?.length ?? 0);
    if (length > maxCharacters) return Object.fromEntries(Object.entries(headers).slice(0, count));
    count += 1;
  }
  return headers;
}
