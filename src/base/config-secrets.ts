import { optional, secrets } from './config-kinds.ts';
import { parseSecret } from './config-values.ts';

/** Settings of the master secret, and of those before it. */
export const secretSettings = {
  secret: optional(
    'POSTRIDER_SECRET',
    'Master secret (at least 32 characters) that encrypts keys at rest; generated once in the data directory when absent. All processes of one installation need the same.',
    parseSecret,
    true,
  ),
  previousSecrets: secrets(
    'POSTRIDER_PREVIOUS_SECRETS',
    'Master secrets of before, separated by commas, while they are rotated: what was sealed or signed under them is still read ([security.md](security.md#rotation-of-the-master-secret)).',
  ),
} as const;
