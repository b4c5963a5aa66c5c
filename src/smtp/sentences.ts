const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset by the server',
  EPIPE: 'connection closed by the server',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'no route to the server',
  ENETUNREACH: 'the network of the server cannot be reached',
  EADDRNOTAVAIL: 'the local address cannot be used',
};

/** What went wrong with a socket, in words that fit into a sentence for a sender of mail. */
export function failureSentence(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && WORDS[code]) || error.message;
}

/** A duration in words: '300 s', '0.2 s'. */
export function seconds(durationMs: number): string {
  return `${durationMs / 1_000} s`;
}
