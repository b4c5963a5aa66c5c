import type { SmtpFault, SmtpTarget } from '../../../../smtp/connection.ts';
import { outcomeOfFault } from '../outcomes/classify.ts';
import type { FailedServer } from '../sites/site.ts';
import type { Outcome } from '../types.ts';

/**
 * Weights of failures, least informative first. A rejection outweighs an unreachable server, regardless of the order in
 * which the servers were tried.
 */
const WEIGHTS = { connect: 1, silence: 2, tls: 3, delay: 4, refusal: 5 } as const;

/**
 * Codes of a host that does not accept email: 521 (RFC 7504), and 5.3.2, "system not accepting network messages" (RFC
 * 3463).
 */
const TAKES_NO_MAIL = 521;
const TAKES_NO_MAIL_STATUS = '5.3.2';

/** Describes a server that failed before the session was ready to send a message. */
export function refusedBy(target: SmtpTarget, fault: SmtpFault): FailedServer {
  const outcome = outcomeOfFault(fault, target);
  return { target, outcome, weight: weightOf(fault, outcome), final: finalOutcomeOf(fault, outcome) };
}

/** Describes a server that dropped the connection before it received the message. */
export function brokenOffBy(target: SmtpTarget, outcome: Outcome): FailedServer {
  return { target, outcome, weight: WEIGHTS.silence };
}

/** Returns the most informative failure. Of several equally informative failures, returns the last. */
export function mostSpecific(failed: readonly FailedServer[]): FailedServer | undefined {
  return failed.reduce<FailedServer | undefined>(
    (most, one) => (most === undefined || one.weight >= most.weight ? one : most),
    undefined,
  );
}

/** Returns the weight of a failure, one of `WEIGHTS`. */
export function weightOf(fault: SmtpFault, outcome = outcomeOfFault(fault)): number {
  const { reply, stage, tlsFailure } = fault;
  // A rejected STARTTLS counts as a TLS failure, although the server replied.
  if (tlsFailure !== undefined) return WEIGHTS.tls;
  if (reply) return reply.code >= 500 || isAboutUs(outcome) ? WEIGHTS.refusal : WEIGHTS.delay;
  if (stage === 'auth') return WEIGHTS.tls;
  return stage === 'connect' ? WEIGHTS.connect : WEIGHTS.silence;
}

function isAboutUs({ bounceClass, signal }: Outcome): boolean {
  return bounceClass === 'policy' || (signal !== undefined && signal.kind !== 'slow');
}

/**
 * Returns the final outcome for a host that greets with 521, unless the reply shows that the host blocks us (RFC 7504
 * section 3). Returns undefined for all other failures, which may be temporary.
 */
function finalOutcomeOf({ reply, stage }: SmtpFault, outcome: Outcome): Outcome | undefined {
  if (stage !== 'greeting' || reply?.code !== TAKES_NO_MAIL || isAboutUs(outcome)) return undefined;
  return { ...outcome, kind: 'bounced', status: reply.enhanced ?? TAKES_NO_MAIL_STATUS };
}
