/** Maximum size of a message, in bytes (inclusive). */
export const MAX_MAIL_BYTES = 10 * 1024 * 1024;
/** Maximum total size of the messages being received and stored, in bytes. */
const MAX_BYTES_IN_HAND = 64 * 1024 * 1024;

/** A rejection with an SMTP reply (RFC 5321 section 4.2.3). */
export class InboxRefusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/**
 * Reads complete messages within two size limits: one per message, and one for all messages that are being received and
 * stored.
 */
export interface Receiver {
  /** Reads a message to its end and passes it to `use`. Rejects with InboxRefusal if a limit is exceeded. */
  receive<T>(stream: AsyncIterable<Buffer>, use: (raw: Buffer) => Promise<T>): Promise<T>;
}

/** Creates a receiver that limits the total size of the messages in progress. */
export function createReceiver(): Receiver {
  let bytesInHand = 0;
  return {
    async receive(stream, use) {
      const chunks: Buffer[] = [];
      let bytes = 0;
      let held = 0;
      let isCrowded = false;
      try {
        for await (const chunk of stream) {
          bytes += chunk.length;
          isCrowded ||= bytesInHand + chunk.length > MAX_BYTES_IN_HAND;
          if (bytes > MAX_MAIL_BYTES || isCrowded) {
            // Read and discard the rest of a rejected message. The peer reads the reply only after it has sent
            // everything.
            chunks.length = 0;
            bytesInHand -= held;
            held = 0;
            continue;
          }
          chunks.push(chunk);
          bytesInHand += chunk.length;
          held += chunk.length;
        }
        if (bytes > MAX_MAIL_BYTES) {
          throw new InboxRefusal(552, `5.3.4 Message exceeds the maximum size of ${MAX_MAIL_BYTES} bytes`);
        }
        if (isCrowded) throw new InboxRefusal(452, '4.3.1 Too many messages at once; try again');
        return await use(Buffer.concat(chunks, bytes));
      } finally {
        bytesInHand -= held;
      }
    },
  };
}
