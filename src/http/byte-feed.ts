import type { Readable } from 'node:stream';
import { Refusal } from '../base/refusal.ts';
import { HungUp } from './body.ts';

/** A request body that is read in chunks, as fast as the consumer processes them. */
export interface ByteFeed {
  /**
   * Resolves with the next bytes, or with undefined at the end. Throws HungUp if the client disconnected, or
   * request_timeout if the client sends no data for too long or the whole body takes too long.
   */
  next(): Promise<Buffer | undefined>;
  /** Discards the rest of the body. A connection reset could otherwise overtake the response. */
  drop(): void;
}

/** Creates a feed from a stream. `longestMs` is the time limit from now on for the whole body. */
export function createByteFeed(
  source: Readable,
  { idleMs, longestMs }: { idleMs: number; longestMs: number },
): ByteFeed {
  const waiting: Buffer[] = [];
  const endsAtMs = performance.now() + longestMs;
  let state: 'open' | 'ended' | 'lost' = 'open';
  let wake = (): void => {};

  const onData = (piece: Buffer): void => {
    waiting.push(piece);
    source.pause();
    wake();
  };
  const onEnd = (): void => {
    state = 'ended';
    wake();
  };
  const onLost = (): void => {
    if (state === 'open') state = 'lost';
    wake();
  };
  source.on('data', onData).on('end', onEnd).on('error', onLost).on('close', onLost).pause();

  const rest = async (): Promise<void> => {
    const leftMs = Math.min(idleMs, endsAtMs - performance.now());
    let timer: NodeJS.Timeout | undefined;
    const isLate = await new Promise<boolean>((resolve) => {
      wake = () => resolve(false);
      timer = setTimeout(() => resolve(true), Math.max(0, leftMs));
      source.resume();
    });
    clearTimeout(timer);
    if (isLate) throw new Refusal('request_timeout');
  };

  return {
    async next() {
      while (waiting.length === 0 && state === 'open') await rest();
      const piece = waiting.shift();
      if (piece === undefined && state === 'lost') throw new HungUp();
      return piece;
    },
    drop() {
      source.off('data', onData).off('end', onEnd).off('close', onLost);
      waiting.length = 0;
      source.resume();
    },
  };
}
