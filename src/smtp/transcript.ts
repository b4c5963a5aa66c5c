import type { HeardReply } from './reply.ts';

/** Longest conversation that is kept, in characters; the middle of a longer one is left out. */
export const MAX_CONVERSATION_CHARACTERS = 8 * 1024;
/** Longest line of a conversation, in characters. */
const MAX_LINE_CHARACTERS = 1_000;
/** Longest text of several conversations, in characters. */
const MAX_CONVERSATIONS_CHARACTERS = 64 * 1024;
const MAX_WHY_CHARACTERS = 1_000;
const GAP = '(cut)\n';

/**
 * What both sides said, line by line: '> MAIL FROM:<ann@x.example>', '< 250 ok'. A line '(+34 ms)' says that so much time
 * went by between the lines around it, or since the beginning; less than a millisecond is not noted.
 */
export interface Transcript {
  /** Notes what we said. */
  said(line: string): void;
  heard(reply: HeardReply): void;
  /** Notes something about the conversation. */
  note(line: string): void;
  /** From now on this text is shown as '***' wherever it occurs, since a server may repeat a password. */
  hide(secret: string): void;
  /** A text without what is hidden. */
  conceal(text: string): string;
  text(): string;
}

/** A transcript that begins with the given text, and now; `nowMs` is monotonic. */
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
 * A session that failed, as a conversation goes on behind it: what was said, who it was, and why it failed after `tookMs`
 * in all, so that the times of what follows are right.
 */
export function failedSession(
  conversation: string,
  { host, address }: { readonly host: string; readonly address: string },
  { error, tookMs }: { readonly error: string; readonly tookMs: number },
): string {
  const noted = [...conversation.matchAll(/^\(\+(\d{1,9}) ms\)$/gm)].reduce((sum, [, ms]) => sum + Number(ms), 0);
  const restMs = Math.floor(tookMs - noted);
  // A reply of several lines is quoted in one: a line of its own would be ours.
  const why = error.replaceAll(/\s+/g, ' ').slice(0, MAX_WHY_CHARACTERS).toWellFormed();
  return `${conversation}${restMs >= 1 ? `\n(+${restMs} ms)` : ''}\n! ${host} [${address}]: ${why}\n`;
}

/** Conversations with one server after the other. */
export function joinedConversations(...conversations: readonly string[]): string {
  return withoutMiddle(conversations.join(''), MAX_CONVERSATIONS_CHARACTERS);
}

/** The beginning says whom we talked to, the end how it went. */
function withoutMiddle(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const half = (maxCharacters - GAP.length) >> 1;
  return `${text.slice(0, half - 1)}\n${GAP}${text.slice(-half)}`;
}
