import { logRequest, replayPageRequest } from './log-schema.ts';
import { listDeliveries, readDelivery, resend } from './log.ts';
import type { LogRouteParts } from './log-routes.ts';
import { replayRequest } from './replay-schema.ts';
import { beginReplay, pageOfReplays, readReplay, stopReplay } from './replay.ts';

/** What may be done with the log of an account, for callers that do not come over HTTP: the same rules and refusals. */
export function webhookLogOperations(parts: LogRouteParts, accountId: number) {
  const { clock, urlPolicy } = parts;
  return {
    /** A page; fields as the query of the route has them. */
    list: async (fields: unknown) => listDeliveries(parts, accountId, logRequest(clock).parse(fields)),
    read: async (id: string) => readDelivery(parts, accountId, id),
    resend: async (id: string) => resend(parts, accountId, id),
    /** Begins a replay; fields as the body of the route has them. */
    replay: async (fields: unknown) => beginReplay(parts, accountId, replayRequest(clock, urlPolicy).parse(fields)),
    listReplays: async (fields: unknown) => pageOfReplays(parts, accountId, replayPageRequest(clock).parse(fields)),
    readReplay: async (id: string) => readReplay(parts, accountId, id),
    cancelReplay: async (id: string) => stopReplay(parts, accountId, id),
  } satisfies Record<string, (given: string) => Promise<unknown>>;
}
