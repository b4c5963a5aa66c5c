import type { SmtpResult } from '../../../../smtp/connection.ts';
import { failedSession } from '../../../../smtp/transcript.ts';
import { outcomeOfResult } from '../outcomes/classify.ts';
import type { FailedServer, Task } from '../sites/site.ts';
import type { Outcome } from '../types.ts';
import { behindBroken, wasBrokenOff } from './broken-off.ts';
import { finish } from './finish.ts';
import type { Call, ConnectionWorker } from './worker-steps.ts';
import { brokenOffBy, mostSpecific } from './most-specific.ts';

/** A server's reply and the resulting outcome of the message. */
export interface Answer {
  readonly result: SmtpResult;
  readonly outcome: Outcome;
}

/**
 * Returns the outcome of an SMTP result. Also adjusts the site's rate and number of connections. If the result pauses
 * the site, reroutes or releases the tasks in its queue.
 */
export function learn({ detours, parts, site }: ConnectionWorker, result: SmtpResult): Outcome {
  const { control } = site;
  const outcome = outcomeOfResult(result, parts.clock.now());
  const { reason, signal } = outcome;
  if (signal) {
    control.signal(signal);
    parts.log.warn('Destination site is throttling deliveries', { site: site.name, signal: signal.kind, reason });
    if (control.waitMs > 0) detours.clear(site);
  } else if (result.kind === 'broken') {
    control.signal({ kind: 'slow' });
  } else {
    control.answered(site.waiting > 0);
    site.grow();
  }
  return outcome;
}

/**
 * Requeues the task for the next server of the domain if the current server dropped the connection before it received
 * the message. Returns whether the task was requeued: false if no server is left, or if the attempt has reached its
 * time limit.
 */
export function askNextServer(
  { detours, parts, site }: ConnectionWorker,
  { connection, startedAtMs, task }: Call,
  { outcome, result }: Answer,
): boolean {
  const next = behindBroken(task, connection, result, { outcome, nowMs: parts.clock.now(), startedAtMs });
  if (next) detours.requeue(site, next);
  else if (wasBrokenOff(result)) {
    const failed = [...(task.before?.failed ?? []).map(({ target }) => target), connection.target];
    site.servers.noteFailed(task.route.targets, failed);
  }
  return next !== undefined;
}

/**
 * Starts to record the outcome of a message, without waiting for the database. If an earlier server's outcome is more
 * informative, records that outcome instead.
 */
export function recordAnswer(
  { parts, unrecorded }: ConnectionWorker,
  { connection, startedAtMs, task }: Call,
  { outcome, result }: Answer,
): void {
  if (outcome.bounceClass === 'policy') task.route.share?.notePolicyBounce();
  const { smtp, target } = connection;
  const { conversation } = result;
  const mostSpecificResult = wasBrokenOff(result) && moreSpecific(task, brokenOffBy(target, outcome));
  if (!mostSpecificResult) {
    unrecorded.push(finish(parts, task, outcome, { startedAtMs, target, tls: smtp.tls, conversation }));
    return;
  }
  // The attempt is recorded for the earlier server, so this server's name must be in the conversation.
  const said = failedSession(conversation, target, { error: result.error, tookMs: parts.clock.now() - startedAtMs });
  const reported = { startedAtMs, target: mostSpecificResult.target, conversation: said };
  unrecorded.push(finish(parts, task, mostSpecificResult.outcome, reported));
}

/** Returns an earlier server whose failure is more informative than the last failure. */
function moreSpecific({ before }: Task, last: FailedServer): FailedServer | undefined {
  const mostSpecificResult = mostSpecific([...(before?.failed ?? []), last]);
  return mostSpecificResult === last ? undefined : mostSpecificResult;
}
