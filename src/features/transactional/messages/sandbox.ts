import { Refusal } from '../../../base/refusal.ts';
import { domainOf, localOf, sameAddressKey, type EmailAddress } from '../../../mail/address.ts';
import type { SimulatedOutcome } from '../../sending/delivery/index.ts';

/** Fixed outcomes of the test addresses, by local part. */
const OUTCOMES: Readonly<Record<string, SimulatedOutcome>> = {
  delivered: { kind: 'delivered', status: '2.0.0', reason: '250 2.0.0 Ok: accepted by the test address', afterMs: 0 },
  bounced: { kind: 'bounced', status: '5.1.1', reason: '550 5.1.1 The test address does not exist', afterMs: 0 },
  // Complaints always follow deliveries. A delay of one second is enough to order the two events.
  complained: {
    kind: 'complained',
    status: '2.0.0',
    reason: '250 2.0.0 Ok: accepted by the test address',
    afterMs: 1_000,
  },
  suppressed: { kind: 'suppressed', status: '5.7.1', reason: 'The test address is treated as suppressed', afterMs: 0 },
};

/** Returns the addresses of the sandbox domain that have a fixed outcome. */
export function testAddresses(sandboxDomain: string): string[] {
  return Object.keys(OUTCOMES).map((name) => `${name}@${sandboxDomain}`);
}

/** Returns the fixed outcome of a test address (`bounced@` or `bounced+label@` the sandbox domain), or undefined. */
export function simulateOutcome(address: EmailAddress, sandboxDomain: string): SimulatedOutcome | undefined {
  if (domainOf(address) !== sandboxDomain) return undefined;
  const [name = ''] = localOf(address).toLowerCase().split('+', 1);
  return Object.hasOwn(OUTCOMES, name) ? OUTCOMES[name] : undefined;
}

/** Throws sandbox_recipient_not_allowed if a recipient is neither the account's own address nor a test address. */
export function requireSandboxRecipients(
  recipients: readonly EmailAddress[],
  ownEmail: string,
  sandboxDomain: string,
): void {
  const own = ownEmail.toLowerCase();
  const refused = recipients.find(
    (address) => sameAddressKey(address) !== own && !simulateOutcome(address, sandboxDomain),
  );
  if (!refused) return;
  throw new Refusal('sandbox_recipient_not_allowed', {
    message: `The sandbox sender onboarding@${sandboxDomain} cannot send to ${refused}.`,
    fix:
      `Send to your own address, ${ownEmail}, or to delivered@, bounced@, complained@, or suppressed@${sandboxDomain}. ` +
      'To send to other addresses, verify your own domain and send from it.',
  });
}
