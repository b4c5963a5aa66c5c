import type { SmtpTarget } from '../../../../smtp/connection.ts';
import type { TlsRequirement } from '../../../../mail/tls-requirement.ts';
import type { Task } from '../sites/site.ts';

/**
 * Returns the task with the TLS requirements of its message. Requirements of the recipient's domain (DANE, MTA-STS)
 * that are at least as strict stay unchanged. The certificate of a relay is verified only if the relay's URL requires
 * it. Tasks for the local inbox stay unchanged.
 */
export function withMessageTls(task: Task, required: TlsRequirement | undefined): Task {
  const { route } = task;
  if (required === undefined || route.name === 'inbox') return task;
  const isVerified = required === 'verified' && route.name === 'direct';
  return { ...task, route: { ...route, targets: route.targets.map((target) => stricter(target, isVerified)) } };
}

function stricter(target: SmtpTarget, isVerified: boolean): SmtpTarget {
  const isEncrypted = target.tls === 'required' || target.tls === 'implicit';
  const isStrict = target.verifyTls || target.dane !== undefined || !isVerified;
  if (isEncrypted && isStrict) return target;
  const verified = isVerified && { verifyTls: true, certificateNames: [target.host] };
  return { ...target, tls: isEncrypted ? target.tls : 'required', tlsRule: 'message', ...verified };
}
