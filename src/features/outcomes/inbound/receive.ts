const CR = 13;
const LF = 10;
/** Maximum total size of the messages being received and stored, in bytes. */
const MAX_BYTES_IN_HAND = 64 * 1024 * 1024;

/** A rejection with an SMTP reply (RFC 5321 section 4.2.3). */
export class InboundRefusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** Reads whole messages within two size limits: one per message, and one for all messages in progress. */
export interface Receiver {
  /**
   * Reads a message to its end and passes it to `use`. Rejects with InboundRefusal if a limit is exceeded, or if the
   * message contains a bare line feed or carriage return: servers interpret these differently, which allows SMTP
   * smuggling (RFC 5321 section 2.3.8).
   */
  receive<T>(stream: AsyncIterable<Buffer>, maxBytes: number, use: (raw: Buffer) => Promise<T>): Promise<T>;
}

/** Creates a receiver that limits the total size of the messages in progress. */
export function createReceiver(maxBytesInHand = MAX_BYTES_IN_HAND): Receiver {
  let bytesInHand = 0;
  return {
    async receive(stream, maxBytes, use) {
      const chunks: Buffer[] = [];
      const lines = createLineCheck();
      let [bytes, held, isCrowded] = [0, 0, false];
      try {
        for await (const chunk of stream) {
          bytes += chunk.length;
          lines.see(chunk);
          isCrowded ||= bytesInHand + chunk.length > maxBytesInHand;
          if (bytes > maxBytes || isCrowded || lines.isBroken()) {
            // Read and discard the rest of a rejected message, because the peer reads the reply only after it has sent
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
        if (lines.isBroken()) throw new InboundRefusal(554, '5.5.2 Lines must end with CR LF');
        if (bytes > maxBytes)
          throw new InboundRefusal(552, `5.3.4 Messages to this address must have at most ${maxBytes} bytes`);
        if (isCrowded) throw new InboundRefusal(452, '4.3.1 Too many messages at once; try again later');
        return await use(Buffer.concat(chunks, bytes));
      } finally {
        bytesInHand -= held;
      }
    },
  };
}

function createLineCheck(): { see(chunk: Buffer): void; isBroken(): boolean } {
  let isAfterCr = false;
  let isBroken = false;
  return {
    see(chunk) {
      if (isBroken) return;
      for (const byte of chunk) {
        if ((byte === LF) !== isAfterCr) {
          isBroken = true;
          return;
        }
        isAfterCr = byte === CR;
      }
    },
    // The end needs no check, because a message ends with the line break before its final dot.
    isBroken: () => isBroken,
  };
}
