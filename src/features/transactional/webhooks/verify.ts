import { timingSafeEqual } from 'node:crypto';
import { TOLERANCE_SECONDS } from './signature.ts';
import type { WebhookFormat } from './types.ts';
import { bodiesBefore, isJson } from './verify-body.ts';
import { claimOf, plainHeaders, type Claim, type HeaderFault } from './verify-claim.ts';
import { bodyMistakesOf, mistakesOf, signaturesOf } from './verify-mistakes.ts';
import { faultOfGivenSecret, type KnownSecrets, type Signer } from './verify-secret.ts';

/** A received request, and what is known about the verifier that checked it. */
export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /**
   * The format whose signature header the verifier reads. If undefined, it reads the header of the webhook's format.
   */
  readonly verifier: WebhookFormat | undefined;
  /** The secret that the verifier uses. Undefined to skip this check. */
  readonly secret: string | undefined;
  /** The signature that the verifier computed, as hex or base64. Undefined to skip this check. */
  readonly computed: string | undefined;
  /** Time of arrival in seconds since the Unix epoch, according to the receiver's clock. */
  readonly receivedAtSeconds: number;
}

/** Reasons why a verifier rejects a request, in the order in which they are checked. */
export const VERIFY_PROBLEMS = [
  'header_missing',
  'header_of_other_format',
  'header_malformed',
  'body_changed',
  'wrong_secret',
  'not_signed_by_webhook',
  'wrong_computation',
  'comparison',
  'timestamp_out_of_tolerance',
] as const;
export type VerifyProblem = (typeof VERIFY_PROBLEMS)[number];

/**
 * Explains the problem. If there is no problem, states that a verifier that works as documented accepts the request.
 */
export interface Verdict {
  readonly problem: VerifyProblem | undefined;
  readonly message: string;
  readonly fix: string | undefined;
  readonly claim: Claim | undefined;
  /** The webhook's secrets that signed the given body. During a rotation, there can be two. */
  readonly signers: readonly Signer[];
}

type Fault = Pick<Verdict, 'message'> & { readonly problem: VerifyProblem; readonly fix: string };

const RAW_BODY = 'Verify the raw bytes of the request body before parsing it.';

/**
 * Explains why a verifier rejects a request from this webhook, or says that it should accept the request. Never returns
 * a secret, or a signature that was not in the request.
 */
export function explainSignature(seen: ReceivedRequest, known: KnownSecrets, format: WebhookFormat): Verdict {
  const claim = claimOf(plainHeaders(seen.headers), seen.verifier ?? format);
  if ('problem' in claim) return verdict(headerFault(claim, format), undefined, []);
  const signers = signersOf(claim, known, Buffer.from(seen.body));
  const fault = signers.length > 0 ? faultOfVerifier(seen, claim, known, signers) : faultOfRequest(seen, claim, known);
  return verdict(fault, claim, signers);
}

function verdict(fault: Fault | undefined, claim: Claim | undefined, signers: readonly Signer[]): Verdict {
  if (fault) return { ...fault, claim, signers };
  const count = claim?.signatures.length ?? 0;
  const several =
    count > 1
      ? ` The header contains ${count} signatures. A verifier must accept the request if any of these signatures matches.`
      : '';
  return { problem: undefined, message: `The signature is valid.${several}`, fix: undefined, claim, signers };
}

/** If the header is missing, adds the webhook's format to the message, because the fix depends on it. */
function headerFault(fault: HeaderFault, format: WebhookFormat): Fault {
  if (fault.problem !== 'header_missing') return fault;
  return { ...fault, message: `${fault.message} The webhook's format is ${format}.` };
}

function signersOf(claim: Claim, known: KnownSecrets, body: Uint8Array): Signer[] {
  const signers: Signer[] = [];
  if (hasSignature(claim, signaturesOf(claim, known.current, body))) signers.push('current');
  if (known.previous && hasSignature(claim, signaturesOf(claim, known.previous.secret, body))) signers.push('previous');
  return signers;
}

/** Returns the problem with a request that was changed or was not sent by this webhook. */
function faultOfRequest(seen: ReceivedRequest, claim: Claim, known: KnownSecrets): Fault {
  const change = bodiesBefore(seen.body).find(({ bytes }) => signersOf(claim, known, bytes).length > 0)?.change;
  if (change)
    return { problem: 'body_changed', message: `The body differs from the signed body. ${change}`, fix: RAW_BODY };
  const isOfGiven =
    seen.secret !== undefined && hasSignature(claim, signaturesOf(claim, seen.secret, Buffer.from(seen.body)));
  if (isOfGiven) {
    return {
      problem: 'wrong_secret',
      message:
        'The request was signed with the given secret, but this secret does not belong to this webhook. The request comes ' +
        'from the webhook of another account, or was signed before the last two rotations.',
      fix: 'Use the account that the request comes from, or configure the current secret and wait for a new request.',
    };
  }
  if (seen.body === '' || !isJson(seen.body)) {
    const what = seen.body === '' ? 'The body is empty' : 'The body is truncated or is not JSON';
    return { problem: 'body_changed', message: `${what}, so it differs from the signed body.`, fix: RAW_BODY };
  }
  return {
    problem: 'not_signed_by_webhook',
    message: 'The signature does not match this body with the current or the previous secret of this webhook.',
    fix:
      `${RAW_BODY} If you already verify the raw bytes, check whether the ID, the timestamp, or the body was changed in transit. ` +
      'The request may also come from the webhook of another account, or may have been signed before the last two rotations.',
  };
}

/**
 * Returns the reason why a verifier rejects a request with a valid signature, or undefined if it should accept the
 * request.
 */
function faultOfVerifier(
  seen: ReceivedRequest,
  claim: Claim,
  known: KnownSecrets,
  signers: readonly Signer[],
): Fault | undefined {
  const secretFault = seen.secret === undefined ? undefined : faultOfGivenSecret(seen.secret, claim, known, signers);
  if (secretFault) return { problem: 'wrong_secret', ...secretFault };
  const computed = seen.computed === undefined ? undefined : faultOfComputed(seen, claim, known, seen.computed.trim());
  return computed ?? faultOfTime(claim, seen.receivedAtSeconds);
}

/** Compares the verifier's signature with the signatures that common mistakes produce, for both secrets. */
function faultOfComputed(seen: ReceivedRequest, claim: Claim, known: KnownSecrets, given: string): Fault | undefined {
  const computed = given.replace(/^v1[,=]/, '');
  const body = Buffer.from(seen.body);
  if (hasSignature(claim, [computed])) {
    return claim.signatures.length < 2
      ? undefined
      : {
          problem: 'comparison',
          message: `The computed value is correct. The value is one of the ${claim.signatures.length} signatures in ${claim.header}.`,
          fix: 'Compare the computed value to each signature, or set single_signature to true.',
        };
  }
  const secrets = known.previous ? [known.current, known.previous.secret] : [known.current];
  const mistake = secrets
    .flatMap((secret) => mistakesOf(claim, secret, body).concat(bodyMistakesOf(claim, secret, seen.body)))
    .find(({ value }) => isSame(value, computed));
  return {
    problem: 'wrong_computation',
    message:
      mistake?.message ??
      'The given value was computed with a different key or over different bytes. The value does not match any common mistake.',
    fix: 'Compare your code with the example verifiers in the documentation (/docs/webhooks).',
  };
}

function faultOfTime(claim: Claim, receivedAtSeconds: number): Fault | undefined {
  const age = receivedAtSeconds - Number(claim.timestamp);
  if (Math.abs(age) <= TOLERANCE_SECONDS) return undefined;
  const direction = age > 0 ? 'before' : 'after';
  return {
    problem: 'timestamp_out_of_tolerance',
    message:
      `The signature is valid, but it was created ${Math.abs(age)} seconds ${direction} the request was received. ` +
      `Receivers accept signatures with a time difference of at most ${TOLERANCE_SECONDS} seconds.`,
    fix: 'Synchronize the receiver’s clock, and verify requests before you queue them. To check an older request, set received_at.',
  };
}

function hasSignature(claim: Claim, values: readonly string[]): boolean {
  return values.some((value) => claim.signatures.some((signature) => isSame(signature, value)));
}

/** Compares in constant time, so that repeated requests do not reveal a signature. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
