import type { Claim } from './verify-claim.ts';

/** The secrets of a webhook as they are known to us. */
export interface KnownSecrets {
  readonly current: string;
  /** The one before the last rotation, and whether its time is over. */
  readonly previous: { readonly secret: string; readonly isOver: boolean } | undefined;
}

/** What may have been done to a secret on its way into the configuration of a receiver, and how to say it. */
const SPOILT: readonly (readonly [mend: (secret: string) => string, message: string])[] = [
  [(secret) => secret.trim(), 'It is right but for spaces or a line break at its ends.'],
  [(secret) => secret.trim().replace(/^(["'`])(.*)\1$/s, '$2'), 'It is right but for the quotation marks round it.'],
  [(secret) => secret.replaceAll(/\s/g, ''), 'It is right but for spaces or line breaks in it.'],
  [(secret) => decodeURIComponentSafely(secret), 'It is right, but was encoded as in URLs.'],
  [(secret) => Buffer.from(secret, 'base64').toString(), 'It is right, but was encoded in base64 once more.'],
];
/** Shorter beginnings would tell whoever guesses that they are on the way. */
const LEAST_CUT_CHARACTERS = 30;
const COPY = 'Copy the secret again as it was shown; when it is lost, rotate it.';
const SIGNED_BEFORE_ROTATION = {
  message: 'It is the present secret, but the request was signed with the one before, before this one was activated.',
  fix: 'POST /transactional/webhook/activate-secret lets the present one sign; or accept both until then.',
};
const FOREIGN = {
  message: 'It is not a secret of this webhook, which did sign the request.',
  fix: COPY,
};

interface SecretFault {
  readonly message: string;
  readonly fix: string;
}

/** Which of a webhook's secrets have a signature in a request. */
export type Signer = 'current' | 'previous';

/** Why a receiver with this secret refuses a request that `signers` signed; undefined when it accepts it. */
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

/** How a secret is not quite the one given. */
function whyNot(given: string, secret: string): string | undefined {
  if (`whsec_${given}` === secret) return 'It lacks whsec_ at its beginning: the whole string is the key.';
  const spoilt = SPOILT.find(([mend]) => mend(given) === secret);
  if (spoilt) return spoilt[1];
  if (given.toLowerCase() === secret.toLowerCase()) return 'It is right but for capital and small letters.';
  const isCut = given.length >= LEAST_CUT_CHARACTERS && secret.startsWith(given);
  return isCut ? `It is cut: only its first ${given.length} characters are there.` : undefined;
}

function faultOfPrevious(isOver: boolean): SecretFault {
  return isOver
    ? {
        message: 'It is the secret before the last rotation, whose time is over.',
        fix: 'Configure the present secret.',
      }
    : {
        message: 'It is the secret before the last rotation, which did not sign this request.',
        fix: 'Configure the present secret: it was activated before this request was signed.',
      };
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not that encoding.
    return text;
  }
}
