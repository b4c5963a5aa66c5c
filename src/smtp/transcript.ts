import type { ReceivedReply } from './reply.ts';

/** Maximum length of a conversation in characters. The middle of a longer conversation is omitted. */
export const MAX_CONVERSATION_CHARACTERS = 8 * 1024;
/** Maximum length of a line in a conversation, in characters. */
const MAX_LINE_CHARACTERS = 1_000;
/** Maximum length of several joined conversations, in characters. */
const MAX_CONVERSATIONS_CHARACTERS = 64 * 1024;
const MAX_WHY_CHARACTERS = 1_000;
const GAP = '(cut)\n';

/**
 * A record of a conversation, line by line: '> MAIL FROM:<ann@x.example>', '< 250 ok'. A line '(+34 ms)' is the time
 * between the lines before and after it, or since the start. Times below a millisecond are omitted.
 */
export interface Transcript {
  /** Records a line that the client sent. */
  said(line: string): void;
  heard(reply: ReceivedReply): void;
  /** Records a note about the conversation. */
  note(line: string): void;
  /** Replaces this text with '***' from now on, because a server may repeat a password. */
  hide(secret: string): void;
  /** Returns the text with each hidden string replaced by '***'. */
  conceal(text: string): string;
  text(): string;
}

/** Creates a transcript that starts now with the given text. `nowMs` is a monotonic clock. */
export function createTranscript(beginning: string, nowMs: () => number = () => performance.now()): Transcript {
  let text = beginning;
  let notedMs = nowMs();
  const secrets: string[] = [];

  function conceal(line: string): string {
    let shown = line;
    for (const secret of secrets) shown = shown.replaceAll(secret, '***');
    return shown;
  }

  function add(mark: string, line: string): void {
    const passedMs = Math.floor(nowMs() - notedMs);
    if (passedMs >= 1) {
      notedMs += passedMs;
      text += `(+${passedMs} ms)\n`;
    }
    let shown = conceal(line);
    if (shown.length > MAX_LINE_CHARACTERS) shown = `${shown.slice(0, MAX_LINE_CHARACTERS)}...`;
    text += `${mark}${shown}\n`;
  }

  return {
    said: (line) => add('> ', line),
    heard({ reply, lines }) {
      const last = lines.length - 1;
      for (const [index, line] of lines.entries()) add('< ', `${reply.code}${index < last ? '-' : ' '}${line}`);
    },
    note: (line) => add('', line),
    hide(secret) {
      if (secret !== '') secrets.push(secret);
    },
    conceal,
    text: () => withoutMiddle(text, MAX_CONVERSATION_CHARACTERS),
  };
}

/**
 * Returns the transcript of a failed session: the conversation, the time since its last line, the server, and the
 * reason for the failure. Transcripts of later sessions can be appended. `tookMs` is the total duration of the session,
 * in milliseconds.
 */
export function failedSession(
  conversation: string,
  { host, address }: { readonly host: string; readonly address: string },
  { error, tookMs }: { readonly error: string; readonly tookMs: number },
): string {
  const noted = [...conversation.matchAll(/^\(\+(\d{1,9}) ms\)$/gm)].reduce((sum, [, ms]) => sum + Number(ms), 0);
  const restMs = Math.floor(tookMs - noted);
  // Quote a multi-line reply on one line, because its other lines could be mistaken for lines of the transcript.
  const why = error.replaceAll(/\s+/g, ' ').slice(0, MAX_WHY_CHARACTERS).toWellFormed();
  return `${conversation}${restMs >= 1 ? `\n(+${restMs} ms)` : ''}\n! ${host} [${address}]: ${why}\n`;
}

/** Joins the conversations with several servers. */
export function joinedConversations(...conversations: readonly string[]): string {
  return withoutMiddle(conversations.join(''), MAX_CONVERSATIONS_CHARACTERS);
}

/**
 * Removes the middle of a transcript. The start must be kept because it names the server, and the end because it
 * contains the result.
 */
function withoutMiddle(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const half = (maxCharacters - GAP.length) >> 1;
  return `${text.slice(0, half - 1)}\n${GAP}${text.slice(-half)}`;
}
