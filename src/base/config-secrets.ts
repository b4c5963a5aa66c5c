import { optional, secrets } from './config-kinds.ts';
import { parseSecret } from './config-values.ts';

/** Settings for the master secret and for previous master secrets. */
export const secretSettings = {
  secret: optional(
    'POSTRIDER_SECRET',
    'Master secret (at least 32 characters) that encrypts keys at rest. If unset, the secret is generated once in the data directory. All processes of an installation need the same secret.',
    parseSecret,
    true,
  ),
  previousSecrets: secrets(
    'POSTRIDER_PREVIOUS_SECRETS',
    'Comma-separated list of earlier master secrets, for use during a rotation. Postrider can still read values that were encrypted or signed with an earlier secret ([security.md](security.md#rotation-of-the-master-secret)).',
  ),
} as const;
