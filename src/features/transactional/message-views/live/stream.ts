import { Refusal } from '../../../../base/refusal.ts';
import { eventStream } from '../../../../http/event-stream.ts';
import type { Principal } from '../../../../http/principal.ts';
import type { Reply } from '../../../../http/route.ts';
import type { LiveHub } from './hub.ts';
import { parseSnapshot } from './snapshot.ts';

/**
 * Maximum duration of a stream, in milliseconds. The stream ends before a proxy or our own listener would end it, and
 * the browser reconnects immediately.
 */
const MAX_STREAM_MS = 100_000;
/** Maximum number of streams per caller per process. */
export const MAX_STREAMS = 8;

export interface LiveStreams {
  /**
   * Streams the changes in the caller's account from now on, or since the `lastEventId` event. Throws
   * rate_limit_exceeded if the caller has too many streams.
   */
  open(principal: Principal, about: { readonly watched?: string; readonly lastEventId?: string | undefined }): Reply;
  /** Number of streams that are open in this process. */
  readonly count: number;
}

/** Creates the live streams of this process from a hub. Limits the number of streams per caller. */
export function createLiveStreams(hub: LiveHub): LiveStreams {
  const open = new Map<number, number>();
  return {
    get count() {
      return [...open.values()].reduce((total, count) => total + count, 0);
    },
    open({ accountId, rateBucket }, { lastEventId = '', watched }) {
      if ((open.get(rateBucket) ?? 0) >= MAX_STREAMS) {
        throw new Refusal('rate_limit_exceeded', {
          message: `You already have ${MAX_STREAMS} open live streams.`,
          fix: 'Close a page that shows live updates.',
          retryAfterSeconds: 5,
        });
      }
      return eventStream(MAX_STREAM_MS, (send) => {
        open.set(rateBucket, (open.get(rateBucket) ?? 0) + 1);
        const leave = hub.listen({
          accountId,
          watched,
          since: parseSnapshot(lastEventId),
          report(frames, id) {
            // Send the ID after its frames, so that a client that has received an ID has received all of its frames.
            for (const frame of frames) send(frame);
            send({ event: 'seen', id, data: {} });
          },
        });
        return () => {
          leave();
          const left = (open.get(rateBucket) ?? 1) - 1;
          if (left > 0) open.set(rateBucket, left);
          else open.delete(rateBucket);
        };
      });
    },
  };
}
