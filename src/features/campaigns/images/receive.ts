import { Refusal } from '../../../base/refusal.ts';
import { MAX_RECEIVED, MAX_RECEIVED_OF_ACCOUNT } from './limits.ts';

/** Receives files whole, a few at a time. */
export interface Receiver {
  /**
   * The bytes of a file. Throws service_unavailable when the account, or all accounts together, have too many on their way,
   * and whatever the file throws.
   */
  receive(accountId: number, pieces: AsyncIterable<Buffer>): Promise<Buffer>;
}

/** A picture is looked at as a whole: so many of them bound what senders who take their time can hold of our memory. */
export function createReceiver(): Receiver {
  const underWay = new Map<number, number>();
  let all = 0;
  return {
    async receive(accountId, pieces) {
      const own = underWay.get(accountId) ?? 0;
      if (own >= MAX_RECEIVED_OF_ACCOUNT || all >= MAX_RECEIVED) throw tooMany();
      underWay.set(accountId, own + 1);
      all += 1;
      try {
        const parts: Buffer[] = [];
        for await (const piece of pieces) parts.push(piece);
        return Buffer.concat(parts);
      } finally {
        all -= 1;
        const left = (underWay.get(accountId) ?? 1) - 1;
        if (left === 0) underWay.delete(accountId);
        else underWay.set(accountId, left);
      }
    },
  };
}

function tooMany(): Refusal {
  return new Refusal('service_unavailable', {
    message: `Too many images are being uploaded. An account can upload ${MAX_RECEIVED_OF_ACCOUNT} images at a time.`,
    retryAfterSeconds: 2,
  });
}
