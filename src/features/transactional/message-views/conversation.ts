import type { ConversationLine } from './present.ts';

/** A server that failed. The attempt then continued with another server. */
export interface FailedServer {
  readonly host: string;
  readonly address: string;
  readonly reason: string;
  /** Milliseconds since the attempt began. Null if the time was not recorded. */
  readonly ms: number | null;
}

/** A parsed conversation, as recorded by the delivery engine (src/smtp/transcript.ts). */
export interface Conversation {
  readonly lines: readonly ConversationLine[];
  /** Servers that failed before the last session, in order. */
  readonly failed: readonly FailedServer[];
  /** Conversation lines of the last session in the attempt. */
  readonly last: readonly ConversationLine[];
  /** TLS version and cipher of the last session that was opened. */
  readonly tls: { readonly version: string; readonly cipher: string } | null;
  /** Whether an earlier message was sent in the same session. */
  readonly reused: boolean;
}

/** Maximum number of lines that are parsed. */
const MAX_LINES = 500;
const TLS = /^\((TLSv[\d.]+) (\S+)\)$/;
const REUSED = '(reused connection)';
/** Matches the line at the end of a failed session, which contains the reason. */
const FAILED = /^! (\S{1,255}) \[([0-9a-f.:]{2,45})\]: (.*)$/i;
/** Marks the omitted middle of a long conversation. The duration of the omitted part is unknown. */
const CUT = '(cut)';
/** Matches a line with the time between the previous line, or the start of the attempt, and the next line. */
const PASSED = /^\(\+(\d{1,9}) ms\)$/;

/** Parses a recorded conversation. Any text is valid. Times that were not recorded are null. Pure. */
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
  // Ignore a failure in the last line. It ended the attempt, so no other server was tried after it.
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

/** Parses the protocol and the cipher as recorded: `TLSv1.3 TLS_AES_256_GCM_SHA384`, with or without parentheses. */
export function tlsOf(text: string): { readonly version: string; readonly cipher: string } | undefined {
  const [, version, cipher] = TLS.exec(text.startsWith('(') ? text : `(${text})`) ?? [];
  return version === undefined || cipher === undefined ? undefined : { version, cipher };
}

function readLine(line: string, ms: number | null): ConversationLine {
  if (line.startsWith('> ')) return { from: 'us', text: line.slice(2), ms };
  if (line.startsWith('< ')) return { from: 'server', text: line.slice(2), ms };
  return { from: 'note', text: line, ms };
}
