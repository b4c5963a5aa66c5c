import type { SmtpConnection, SmtpFault, SmtpTarget } from '../../../src/smtp/connection.ts';
import { now } from '../present.ts';

/** Replaces the entry point of src/smtp. Connects to one of the simulated servers. */
export function connectSmtp(target: SmtpTarget): Promise<SmtpConnection | SmtpFault> {
  return now().peers.connect(target);
}
