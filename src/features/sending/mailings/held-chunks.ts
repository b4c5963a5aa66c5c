import type { Claim } from '../delivery/index.ts';
import type { RecipientStore } from './recipient-store.ts';

export interface HeldChunk {
  readonly accountId: number;
  readonly batchId: string;
  readonly chunkNo: number;
  readonly epoch: number;
  /** Time until which the lease is guaranteed to be valid. */
  untilMs: number;
  /** Time at which the chunk was leased, or at which the most recent of its recipients was finished. */
  touchedAtMs: number;
  /**
   * True once the mailing is paused or canceled. Never reset: if the mailing resumes, the chunk is leased again, which
   * creates a new object.
   */
  isStopped: boolean;
  /**
   * True once this process has dropped an open recipient. Never reset. No further messages of the chunk are sent. After
   * the current messages are finished, the lease expires, and the chunk is leased again.
   */
  isLapsing: boolean;
  /** Claimed recipients without an outcome and without a row in the queue. */
  readonly open: Set<number>;
  /** Open recipients whose message may be in delivery. */
  readonly begun: Set<number>;
}

export interface HeldChunks {
  readonly size: number;
  all(): HeldChunk[];
  add(chunk: HeldChunk): void;
  /** Returns the chunk of a claim if it is still leased under the claim's epoch. */
  of(claim: Claim): HeldChunk | undefined;
  remove(chunk: HeldChunk): void;
  /**
   * Records that a recipient's message is being sent. If that is not safe, for example because the chunk's lease ends
   * before `untilMs`, drops the recipient and returns false.
   */
  begin(claim: Claim, untilMs: number): boolean;
  /** Drops recipients, so that the leases of their chunks expire. */
  drop(claims: readonly Claim[]): void;
  /** Removes finished recipients. Returns the chunks that have no open recipients. */
  close(claims: readonly Claim[], nowMs: number): HeldChunk[];
}

export function createHeldChunks(store: RecipientStore): HeldChunks {
  const held = new Map<string, HeldChunk>();
  const find = (claim: Claim): HeldChunk | undefined => {
    const chunk = claim.chunk && held.get(keyOf(claim.messageId, claim.chunk.chunkNo));
    return chunk?.epoch === claim.epoch ? chunk : undefined;
  };
  const drop = (claims: readonly Claim[]): void => {
    for (const claim of claims) {
      const chunk = find(claim);
      if (!chunk) continue;
      chunk.begun.delete(claim.recipientNo);
      chunk.isLapsing = true;
    }
  };

  return {
    get size() {
      return held.size;
    },
    all: () => [...held.values()],
    add(chunk) {
      held.set(keyOf(chunk.batchId, chunk.chunkNo), chunk);
    },
    of: find,
    begin(claim, untilMs) {
      const chunk = find(claim);
      if (!chunk) return false;
      const isSafe = !chunk.isStopped && !chunk.isLapsing && untilMs < chunk.untilMs;
      if (isSafe) chunk.begun.add(claim.recipientNo);
      else drop([claim]);
      return isSafe;
    },
    drop,
    remove(chunk) {
      const key = keyOf(chunk.batchId, chunk.chunkNo);
      if (held.get(key) !== chunk) return;
      held.delete(key);
      for (const recipientNo of chunk.open) store.remove(chunk.batchId, recipientNo);
    },
    close(claims, nowMs) {
      const touched = new Set<HeldChunk>();
      for (const claim of claims) {
        store.remove(claim.messageId, claim.recipientNo);
        const chunk = find(claim);
        if (!chunk) continue;
        chunk.open.delete(claim.recipientNo);
        chunk.begun.delete(claim.recipientNo);
        chunk.touchedAtMs = nowMs;
        touched.add(chunk);
      }
      return [...touched].filter((chunk) => chunk.open.size === 0);
    },
  };
}

/** Returns the keys of chunks as arrays, one per column. */
export function columnsOf(chunks: readonly HeldChunk[]): [number[], string[], number[], number[]] {
  return [
    chunks.map((chunk) => chunk.accountId),
    chunks.map((chunk) => chunk.batchId),
    chunks.map((chunk) => chunk.chunkNo),
    chunks.map((chunk) => chunk.epoch),
  ];
}

function keyOf(batchId: string, chunkNo: number): string {
  return `${batchId}.${chunkNo}`;
}

/** Returns the IDs of the batches that contain the claimed recipients, without duplicates. */
export function batchesOf(claims: readonly Claim[]): string[] {
  return [...new Set(claims.map((claimed) => claimed.messageId))];
}

/** Returns the keys of recipients as statement parameters: recipient batches, chunks, epochs, and recipient numbers. */
export function keysOf(claims: readonly Claim[]): [string[], number[], number[], number[]] {
  return [
    claims.map((claimed) => claimed.messageId),
    claims.map((claimed) => claimed.chunk?.chunkNo ?? 0),
    claims.map((claimed) => claimed.epoch),
    claims.map((claimed) => claimed.recipientNo),
  ];
}
