import { Refusal } from '../../../../base/refusal.ts';
import { eventStream } from '../../../../http/event-stream.ts';
import type { Principal } from '../../../../http/principal.ts';
import type { Reply } from '../../../../http/route.ts';
import type { LiveHub } from './hub.ts';
import { parseSnapshot } from './snapshot.ts';

/** A stream ends after so long, before proxies and our own listener end it; the browser comes back at once. */
const LONGEST_STREAM_MS = 100_000;
/** Streams of one caller and process. A browser shares one among its tabs where it can. */
export const MAX_STREAMS = 8;

/** Gives streams of a hub. */
export interface LiveStreams {
  /**
   * What changes in the caller's account from now on, or since the event that `lastEventId` names. Throws
   * rate_limit_exceeded for one stream more than a caller may have.
   */
  open(principal: Principal, about: { readonly watched?: string; readonly lastEventId?: string | undefined }): Reply;
  /** How many are open. */
  readonly count: number;
}

/** Streams of a hub, counted by caller. */
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
      return eventStream(LONGEST_STREAM_MS, (send) => {
        open.set(rateBucket, (open.get(rateBucket) ?? 0) + 1);
        const leave = hub.listen({
          accountId,
          watched,
          since: parseSnapshot(lastEventId),
          tell(frames, id) {
            // The id comes last: whoever is cut off in between has not seen all that it stands for.
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
