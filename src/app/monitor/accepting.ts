import { writeTraceparent, type TraceContext } from '../../base/tracing/context.ts';
import type { Acceptance, Acceptor, Submission } from '../../features/transactional/messages/index.ts';
import type { Monitor } from './monitor.ts';
import type { Watching as WatchingRequests } from './requests.ts';

/** Maximum number of messages listed in a span. */
const MAX_LISTED = 100;

interface Watching extends WatchingRequests {
  readonly monitor: Monitor;
}

/**
 * Wraps the acceptor so that it counts accepted messages and adds the trace context of sampled requests to their
 * messages.
 */
export function watchAcceptor(acceptor: Acceptor, watching: Watching): Acceptor {
  const { http, tracer } = watching.monitor;
  if (!http && !tracer && !watching.requestIds) return acceptor;
  return {
    ...acceptor,
    async accept(accountId, submissions) {
      const accepting = begin(watching);
      const acceptances = await acceptor.accept(accountId, placed(submissions, accepting.context));
      accepting.end(accountId, submissions, acceptances);
      return acceptances;
    },
    async acceptBatch(accountId, batch) {
      const accepting = begin(watching);
      let became: readonly Acceptance[] = [];
      const answer = await acceptor.acceptBatch(accountId, {
        ...batch,
        submissions: placed(batch.submissions, accepting.context),
        compose(acceptances) {
          became = acceptances;
          return batch.compose(acceptances);
        },
      });
      if (!answer.isReplayed) accepting.end(accountId, batch.submissions, became);
      return answer;
    },
  };
}

function placed(submissions: readonly Submission[], context: TraceContext | undefined): readonly Submission[] {
  if (!context?.isSampled) return submissions;
  const trace = writeTraceparent(context);
  return submissions.map((submission) => ({ ...submission, trace }));
}

function begin({ clock, log, monitor: { http, tracer }, requestIds }: Watching) {
  const parent = tracer?.present();
  const context = tracer?.begin(parent);
  const startedAtMs = clock.now();
  return {
    context,
    end(accountId: number, submissions: readonly Submission[], acceptances: readonly Acceptance[]): void {
      const accepted = acceptances.flatMap((acceptance, index) =>
        acceptance.kind === 'accepted'
          ? [{ id: acceptance.answer.id, recipients: submissions[index]?.send.recipients.length ?? 0 }]
          : [],
      );
      if (accepted.length === 0) return;
      const recipients = accepted.reduce((sum, one) => sum + one.recipients, 0);
      http?.accepted('transactional', accepted.length, recipients);
      const messageIds = accepted.slice(0, MAX_LISTED).map(({ id }) => id);
      if (requestIds) log.debug('Accepted', { requestId: requestIds.getStore(), accountId, messageIds, recipients });
      if (!context) return;
      tracer?.record({
        context,
        parentSpanId: parent?.spanId,
        name: 'accept',
        kind: 'producer',
        startedAtMs,
        endedAtMs: clock.now(),
        hasFailed: false,
        attributes: {
          'postrider.account.id': accountId,
          'postrider.class': 'transactional',
          'postrider.message.ids': messageIds,
          'postrider.recipients': recipients,
        },
      });
    },
  };
}
