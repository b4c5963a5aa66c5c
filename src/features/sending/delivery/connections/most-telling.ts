import type { SmtpFault, SmtpTarget } from '../../../../smtp/connection.ts';
import { outcomeOfFault } from '../outcomes/classify.ts';
import type { FailedServer } from '../sites/site.ts';
import type { Outcome } from '../types.ts';

/** From what says least. A server that speaks of us says more than one that is away, whichever of them was asked last. */
const WEIGHTS = { connect: 1, silence: 2, tls: 3, delay: 4, refusal: 5 } as const;

/** RFC 7504: the host takes no mail, whoever sends it; RFC 3463: "system not accepting network messages". */
const TAKES_NO_MAIL = 521;
const TAKES_NO_MAIL_STATUS = '5.3.2';

/** A server that let nobody in. */
export function refusedBy(target: SmtpTarget, fault: SmtpFault): FailedServer {
  const outcome = outcomeOfFault(fault, target);
  return { target, outcome, weight: weightOf(fault, outcome), final: finalOutcomeOf(fault, outcome) };
}

/** A server that broke the dialogue off before it had the mail. */
export function brokenOffBy(target: SmtpTarget, outcome: Outcome): FailedServer {
  return { target, outcome, weight: WEIGHTS.silence };
}

/** The one of several failures that says most; of equal ones the last. */
export function mostTelling(failed: readonly FailedServer[]): FailedServer | undefined {
  return failed.reduce<FailedServer | undefined>(
    (most, one) => (most === undefined || one.weight >= most.weight ? one : most),
    undefined,
  );
}

/** How much a fault says: of the two calls to a server with TLS and without, the more telling counts. */
export function weightOf(fault: SmtpFault, outcome = outcomeOfFault(fault)): number {
  const { reply, stage, tlsFailure } = fault;
  // A refusal of STARTTLS speaks of TLS alone.
  if (tlsFailure !== undefined) return WEIGHTS.tls;
  if (reply) return reply.code >= 500 || isAboutUs(outcome) ? WEIGHTS.refusal : WEIGHTS.delay;
  if (stage === 'auth') return WEIGHTS.tls;
  return stage === 'connect' ? WEIGHTS.connect : WEIGHTS.silence;
}

function isAboutUs({ bounceClass, signal }: Outcome): boolean {
  return bounceClass === 'policy' || (signal !== undefined && signal.kind !== 'slow');
}

/**
 * The outcome when a host greets with 521 and blocks nobody by it: final for that host (RFC 7504 3). Undefined for all
 * other faults, which may pass.
 */
function finalOutcomeOf({ reply, stage }: SmtpFault, outcome: Outcome): Outcome | undefined {
  if (stage !== 'greeting' || reply?.code !== TAKES_NO_MAIL || isAboutUs(outcome)) return undefined;
  return { ...outcome, kind: 'bounced', status: reply.enhanced ?? TAKES_NO_MAIL_STATUS };
}
