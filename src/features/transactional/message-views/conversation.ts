import type { ConversationLine } from './present.ts';

/** A server that failed, so that the attempt went on to another. */
export interface FailedServer {
  readonly host: string;
  readonly address: string;
  readonly reason: string;
  /** Milliseconds since the attempt began; null where they were not recorded. */
  readonly ms: number | null;
}

/** A conversation as delivery records it (src/smtp/transcript.ts), read back. */
export interface Conversation {
  readonly lines: readonly ConversationLine[];
  /** Those before the last session, in their order. */
  readonly failed: readonly FailedServer[];
  /** What was said in the last session. */
  readonly last: readonly ConversationLine[];
  /** The last session that was opened spoke TLS so. */
  readonly tls: { readonly version: string; readonly cipher: string } | null;
  /** The session had carried mail before. */
  readonly reused: boolean;
}

/** Longer ones are never recorded. */
const MAX_LINES = 500;
const TLS = /^\((TLSv[\d.]+) (\S+)\)$/;
const REUSED = '(reused connection)';
/** Why a session failed, at its end. */
const FAILED = /^! (\S{1,255}) \[([0-9a-f.:]{2,45})\]: (.*)$/i;
/** The middle of a long conversation is left out, and with it how long that took. */
const CUT = '(cut)';
/** How long it took from the line before, or from the beginning, to the line behind. */
const PASSED = /^\(\+(\d{1,9}) ms\)$/;

/** Reads a recorded conversation; whatever stands in it, it is lines. Times are told where any are recorded. Pure. */
export function readConversation(text: string): Conversation {
  const recorded = text.split('\n').filter((line) => line !== '');
  const lines: ConversationLine[] = [];
  let ms: number | null = recorded.some((line) => PASSED.test(line)) ? 0 : null;
  for (const line of recorded.slice(0, MAX_LINES)) {
    const passed = PASSED.exec(line)?.[1];
    if (line === CUT) ms = null;
    if (passed === undefined) lines.push(readLine(line, ms));
    else if (ms !== null) ms += Number(passed);
  }
  // What fails at the very end is the attempt itself.
  const failures = lines.slice(0, -1).map(failedServerOf);
  const last = lines.slice(failures.findLastIndex((failure) => failure !== undefined) + 1);
  const notes = last.filter(({ from }) => from === 'note').map((line) => line.text);
  const tls = notes.flatMap((note) => tlsOf(note) ?? []).at(-1);
  const failed = failures.filter((failure) => failure !== undefined);
  return { lines, failed, last, tls: tls ?? null, reused: notes[0] === REUSED };
}

function failedServerOf({ from, ms, text }: ConversationLine): FailedServer | undefined {
  const [, host, address, reason] = (from === 'note' && FAILED.exec(text)) || [];
  if (host === undefined || address === undefined || reason === undefined) return undefined;
  return { host, address, reason, ms };
}

/** Protocol and cipher of how delivery names them: `TLSv1.3 TLS_AES_256_GCM_SHA384`, with or without parentheses. */
export function tlsOf(text: string): { readonly version: string; readonly cipher: string } | undefined {
  const [, version, cipher] = TLS.exec(text.startsWith('(') ? text : `(${text})`) ?? [];
  return version === undefined || cipher === undefined ? undefined : { version, cipher };
}

function readLine(line: string, ms: number | null): ConversationLine {
  if (line.startsWith('> ')) return { from: 'us', text: line.slice(2), ms };
  if (line.startsWith('< ')) return { from: 'server', text: line.slice(2), ms };
  return { from: 'note', text: line, ms };
}
