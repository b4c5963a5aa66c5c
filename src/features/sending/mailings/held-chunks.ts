import type { Claim } from '../delivery/index.ts';
import type { RecipientStore } from './recipient-store.ts';

/** A chunk that this process has leased. */
export interface HeldChunk {
  readonly accountId: number;
  readonly lotId: string;
  readonly chunkNo: number;
  readonly epoch: number;
  /** Until when the lease holds for sure. */
  untilMs: number;
  /** When the chunk was leased, or one of its recipients was last finished. */
  touchedAtMs: number;
  /** Set when the mailing is paused or cancelled, and never taken back: the chunk is leased anew then. */
  isStopped: boolean;
  /**
   * Set when nobody here works any more on a recipient that is open, and never taken back: nothing more of the chunk begins, and
   * once nothing of it is on the wire its lease runs out, so that it is leased anew.
   */
  isLapsing: boolean;
  /** Recipients that were handed out and have neither an outcome nor a row in the queue yet. */
  readonly open: Set<number>;
  /** Those of them that may be on the wire. */
  readonly begun: Set<number>;
}

/** The chunks that a process has leased. */
export interface HeldChunks {
  readonly size: number;
  all(): HeldChunk[];
  add(chunk: HeldChunk): void;
  /** The chunk of a claim, when it is still held under the claim's epoch. */
  of(claim: Claim): HeldChunk | undefined;
  remove(chunk: HeldChunk): void;
  /**
   * Notes that a recipient's mail goes out, when its chunk is held until then and not stopped. False where it does not, also
   * when it was made ready before: nobody works on it any more.
   */
  begin(claim: Claim, untilMs: number): boolean;
  /** Lets go of recipients that stay open, none of them on the wire: their chunks lapse. */
  drop(claims: readonly Claim[]): void;
  /** Forgets recipients that were dealt with; returns the chunks of which none is open any more. */
  close(claims: readonly Claim[], nowMs: number): HeldChunk[];
}

/** Nothing held yet. */
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
      held.set(keyOf(chunk.lotId, chunk.chunkNo), chunk);
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
      const key = keyOf(chunk.lotId, chunk.chunkNo);
      if (held.get(key) !== chunk) return;
      held.delete(key);
      for (const recipientNo of chunk.open) store.remove(chunk.lotId, recipientNo);
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

/** The keys of chunks, as columns. */
export function columnsOf(chunks: readonly HeldChunk[]): [number[], string[], number[], number[]] {
  return [
    chunks.map((chunk) => chunk.accountId),
    chunks.map((chunk) => chunk.lotId),
    chunks.map((chunk) => chunk.chunkNo),
    chunks.map((chunk) => chunk.epoch),
  ];
}

function keyOf(lotId: string, chunkNo: number): string {
  return `${lotId}.${chunkNo}`;
}

/** The lots of recipients, each once. */
export function lotsOf(claims: readonly Claim[]): string[] {
  return [...new Set(claims.map((claimed) => claimed.messageId))];
}

/** Recipients as a statement takes them: lots, chunks, epochs and numbers. */
export function keysOf(claims: readonly Claim[]): [string[], number[], number[], number[]] {
  return [
    claims.map((claimed) => claimed.messageId),
    claims.map((claimed) => claimed.chunk?.chunkNo ?? 0),
    claims.map((claimed) => claimed.epoch),
    claims.map((claimed) => claimed.recipientNo),
  ];
}
