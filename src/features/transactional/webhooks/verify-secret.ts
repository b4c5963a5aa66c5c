import type { Claim } from './verify-claim.ts';

/** The stored secrets of a webhook. */
export interface KnownSecrets {
  readonly current: string;
  /** The secret before the last rotation, and whether it has expired. */
  readonly previous: { readonly secret: string; readonly isOver: boolean } | undefined;
}

/**
 * Common mistakes in a receiver's configuration of the secret. Each function reverses one mistake, and the message
 * describes the mistake.
 */
const SPOILT: readonly (readonly [mend: (secret: string) => string, message: string])[] = [
  [(secret) => secret.trim(), 'The secret is correct except for leading or trailing whitespace.'],
  [
    (secret) => secret.trim().replace(/^(["'`])(.*)\1$/s, '$2'),
    'The secret is correct except for the quotation marks around it.',
  ],
  [(secret) => secret.replaceAll(/\s/g, ''), 'The secret is correct except for spaces or line breaks in it.'],
  [(secret) => decodeURIComponentSafely(secret), 'The secret is correct but URL-encoded.'],
  [(secret) => Buffer.from(secret, 'base64').toString(), 'The secret is correct but was base64-encoded a second time.'],
];
/**
 * Minimum length of a secret that is reported as truncated. Reporting shorter strings would help an attacker guess the
 * secret.
 */
const MIN_CUT_CHARACTERS = 30;
const COPY = 'Copy the secret again exactly as it was shown. If you no longer have the secret, rotate it.';
const SIGNED_BEFORE_ROTATION = {
  message:
    'The given secret is the new secret, but the request was signed with the previous secret, because the new secret was not active yet.',
  fix: 'Activate the new secret with POST /transactional/webhook/activate-secret, or accept both secrets until the activation.',
};
const FOREIGN = {
  message: 'This webhook signed the request, but the given secret does not belong to this webhook.',
  fix: COPY,
};

interface SecretFault {
  readonly message: string;
  readonly fix: string;
}

/** A webhook secret that signed a request. */
export type Signer = 'current' | 'previous';

/**
 * Returns the reason why a receiver with this secret rejects a request that was signed with the secrets in `signers`,
 * or undefined if it accepts the request.
 */
export function faultOfGivenSecret(
  given: string,
  claim: Claim,
  known: KnownSecrets,
  signers: readonly Signer[],
): SecretFault | undefined {
  const previous = known.previous?.secret;
  const accepted = claim.scheme === 'native' ? [given] : [given, `whsec_${given}`];
  const isCurrent = accepted.includes(known.current);
  const isPrevious = previous !== undefined && accepted.includes(previous);
  if (isCurrent) return signers.includes('current') ? undefined : SIGNED_BEFORE_ROTATION;
  if (isPrevious) return signers.includes('previous') ? undefined : faultOfPrevious(known.previous?.isOver === true);
  const message = whyNot(given, known.current) ?? (previous && whyNot(given, previous));
  return message ? { message, fix: COPY } : FOREIGN;
}

/**
 * Describes how the given secret differs from `secret`, or returns undefined if the difference is not a common mistake.
 */
function whyNot(given: string, secret: string): string | undefined {
  if (`whsec_${given}` === secret) return 'The secret must start with whsec_. Use the whole string as the key.';
  const spoilt = SPOILT.find(([mend]) => mend(given) === secret);
  if (spoilt) return spoilt[1];
  if (given.toLowerCase() === secret.toLowerCase()) return 'The secret is correct except for the case of its letters.';
  const isCut = given.length >= MIN_CUT_CHARACTERS && secret.startsWith(given);
  return isCut ? `The secret is truncated to its first ${given.length} characters.` : undefined;
}

function faultOfPrevious(isOver: boolean): SecretFault {
  return isOver
    ? {
        message: 'The last rotation replaced the given secret, which is no longer valid.',
        fix: 'Configure your receiver with the current secret.',
      }
    : {
        message: 'The last rotation replaced the given secret, which did not sign this request.',
        fix: 'Configure your receiver with the current secret. The current secret was activated before this request was signed.',
      };
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Return the text unchanged if it is not URL-encoded.
    return text;
  }
}
