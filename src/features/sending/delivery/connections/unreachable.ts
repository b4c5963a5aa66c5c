import type { SkippedRoute } from '../outcomes/skipped-route.ts';
import type { Site, Task } from '../sites/site.ts';
import { finishedOf, type About, type FinishParts } from './finish.ts';
import { failedMessageTls, type NoConnection } from './worker-connection.ts';

/** The properties of a connection worker that this step uses. */
interface Worker {
  readonly parts: FinishParts & { readonly skippedRoute: SkippedRoute };
  readonly site: Site;
  readonly detours: {
    reroute(task: Task, delayMs: number): void;
    unreachable(site: Site, task: Task, reason: string): boolean;
  };
}

/**
 * Returns whether the task was moved to its next route. Also records that the site could not be reached, unless the
 * failure is the final outcome or concerns only the TLS that this message requires.
 */
export async function concludeUnreachable(
  { detours, parts, site }: Worker,
  task: Task,
  { opened, startedAtMs }: { readonly opened: NoConnection; readonly startedAtMs: number },
): Promise<boolean> {
  const { conversation, outcome, target } = opened;
  const { hasFallback, name, site: siteName } = task.route;
  const isMessageTls = failedMessageTls(opened);
  if (!isMessageTls) parts.log.warn('Destination site unreachable', { site: site.name, reason: outcome.reason });
  if (outcome.signal) site.control.signal(outcome.signal);
  if (hasFallback) {
    // The final outcome must count this attempt, so it is recorded before the message is rerouted.
    const about: About = { startedAtMs, target, conversation };
    await parts.skippedRoute(finishedOf(parts, task, outcome, about), name === 'relay' ? siteName : undefined);
  }
  if (!isMessageTls) {
    const isFinal = outcome.kind === 'bounced' && !hasFallback;
    return !isFinal && detours.unreachable(site, task, outcome.reason ?? 'no answer');
  }
  if (hasFallback) detours.reroute(task, 0);
  return hasFallback;
}
