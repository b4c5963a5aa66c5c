import { logRequest, replayPageRequest } from './log-schema.ts';
import { listDeliveries, readDelivery, resend } from './log.ts';
import type { LogRouteParts } from './log-routes.ts';
import { replayRequest } from './replay-schema.ts';
import { startReplay, pageOfReplays, readReplay, stopReplay } from './replay.ts';

/** Returns the operations on an account's webhook log for callers other than HTTP, with the same rules and errors. */
export function webhookLogOperations(parts: LogRouteParts, accountId: number) {
  const { clock, urlPolicy } = parts;
  return {
    /** Returns a page of deliveries. `fields` are the query parameters of the route. */
    list: async (fields: unknown) => listDeliveries(parts, accountId, logRequest(clock).parse(fields)),
    read: async (id: string) => readDelivery(parts, accountId, id),
    resend: async (id: string) => resend(parts, accountId, id),
    /** Starts a replay. `fields` are the body parameters of the route. */
    replay: async (fields: unknown) => startReplay(parts, accountId, replayRequest(clock, urlPolicy).parse(fields)),
    listReplays: async (fields: unknown) => pageOfReplays(parts, accountId, replayPageRequest(clock).parse(fields)),
    readReplay: async (id: string) => readReplay(parts, accountId, id),
    cancelReplay: async (id: string) => stopReplay(parts, accountId, id),
  } satisfies Record<string, (given: string) => Promise<unknown>>;
}
