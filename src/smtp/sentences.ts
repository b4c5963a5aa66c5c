const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset by the server',
  EPIPE: 'connection closed by the server',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'no route to the server',
  ENETUNREACH: 'the network of the server cannot be reached',
  EADDRNOTAVAIL: 'the local address cannot be used',
};

/** Returns a description of a socket error, worded for the sender of the message. */
export function failureSentence(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && WORDS[code]) || error.message;
}

const MAX_REPLY_CHARACTERS = 1_000;

/** Returns a server's reply for use in a sentence: the code and the text, truncated if it is very long. */
export function replyWords({ code, text }: { readonly code: number; readonly text: string }): string {
  const shown = text.length > MAX_REPLY_CHARACTERS ? `${text.slice(0, MAX_REPLY_CHARACTERS).toWellFormed()}...` : text;
  return `${code} ${shown}`;
}

/** Formats a duration in seconds, such as '300 s' or '0.2 s'. */
export function seconds(durationMs: number): string {
  return `${durationMs / 1_000} s`;
}
