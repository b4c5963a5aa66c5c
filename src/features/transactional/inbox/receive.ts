/** A mail of this size is taken, one byte more is not. */
export const MAX_MAIL_BYTES = 10 * 1024 * 1024;
/** All mails together that are being received and stored. */
const MAX_BYTES_IN_HAND = 64 * 1024 * 1024;

/** A 'no' with its SMTP reply (RFC 5321 section 4.2.3). */
export class InboxRefusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** Receives mails whole, within the limits of one mail and of all at once. */
export interface Receiver {
  /** Reads a mail to its end and hands it to `use`. Rejects with an InboxRefusal when it is over a limit. */
  receive<T>(stream: AsyncIterable<Buffer>, use: (raw: Buffer) => Promise<T>): Promise<T>;
}

/** A receiver whose bytes in hand are counted together. */
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
            // What is refused is read to its end and thrown away, because the peer listens only then.
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
