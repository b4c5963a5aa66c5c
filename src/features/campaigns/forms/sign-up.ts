import { setTimeout } from 'node:timers/promises';
import type { Database, Tx } from '../../../base/db.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import { takeAudience } from '../../audience/contacts/index.ts';
import { ownedLists } from '../../audience/lists/index.ts';
import type { Confirmations, SignUp } from '../confirmations/index.ts';
import { attemptsExceeded } from './attempts.ts';
import { STEP_MS } from './limits.ts';
import { signedUpOf, valuesOf, type Entered } from './posted.ts';
import { countSubmission, openForm, type OpenFormRow } from './public-queries.ts';
import { CODE } from './codes.ts';
import { consentOf } from './words.ts';

/** Dependencies for accepting sign-ups. */
export interface SignUpParts {
  readonly db: Database;
  readonly confirmations: Confirmations;
}

/** Result of a form submission. */
export type Outcome =
  | { readonly kind: 'taken'; /** Whether the sign-up must be confirmed by email. */ readonly isDouble: boolean }
  /** The honeypot was filled in. The sign-up was not accepted and must be submitted again with an empty honeypot. */
  | { readonly kind: 'suspected' }
  | {
      readonly kind: 'refused';
      readonly status: 422 | 429;
      readonly sentences: readonly string[];
      readonly retryAfterSeconds?: number;
    };

const TOO_OFTEN = 'Too many sign-ups. Please try again in an hour.';
const FULL = 'You cannot sign up at the moment. Please try again later.';

/** Returns the form with the given code, or undefined if no form with that code accepts sign-ups. */
export async function findOpenForm({ db }: SignUpParts, code: string): Promise<OpenFormRow | undefined> {
  return CODE.test(code) ? (await openForm(db, code))[0] : undefined;
}

/** Returns the errors in a submission as sentences for the visitor. Empty if the submission is valid. */
export async function faultsOf(parts: SignUpParts, form: OpenFormRow, given: Entered): Promise<readonly string[]> {
  return (await readSignUp(parts, form, given)).faults;
}

/**
 * Signs a person up with a form. Neither the result nor the response time depends on whether the address is known, so a
 * form cannot be used to find out who is a contact.
 */
export async function takeSignUp(
  parts: SignUpParts,
  form: OpenFormRow,
  given: Entered,
  clientAddress: string,
): Promise<Outcome> {
  const startedAtMs = performance.now();
  const outcome = await take(parts, form, given, clientAddress);
  const elapsedMs = performance.now() - startedAtMs;
  await setTimeout(Math.ceil(elapsedMs / STEP_MS) * STEP_MS - elapsedMs);
  return outcome;
}

async function take(parts: SignUpParts, form: OpenFormRow, given: Entered, clientAddress: string): Promise<Outcome> {
  const { confirmations, db } = parts;
  const { faults, signUp } = await readSignUp(parts, form, given);
  if (!signUp || faults.length > 0) return { kind: 'refused', status: 422, sentences: faults };
  if (given.trap !== '') return { kind: 'suspected' };
  const accountId = form.account_id;
  const signUps = await confirmations.prepare(accountId, form.double_opt_in);
  const retryAfterSeconds = await attemptsExceeded(db, { accountId, email: signUp.email, clientAddress });
  if (retryAfterSeconds !== undefined) {
    return { kind: 'refused', status: 429, sentences: [TOO_OFTEN], retryAfterSeconds };
  }
  const consent = given.hasConsented ? { text: consentOf(form), ip: clientAddress || undefined } : undefined;
  const isTaken = await db.transaction(async (tx) => {
    if (await isFull(tx, accountId)) return false;
    const own = await ownedLists(tx, accountId, form.list_ids);
    const listIds = form.list_ids.filter((id) => own.has(id));
    await signUps.signUp(tx, { ...signUp, listIds, formId: form.id, consent, source: 'form' });
    await countSubmission(tx, accountId, form.id);
    return true;
  });
  if (!isTaken) return { kind: 'refused', status: 422, sentences: [FULL] };
  return { kind: 'taken', isDouble: signUps.isDouble };
}

/**
 * At the contact limit, sign-ups of existing contacts are rejected too. Otherwise the response would reveal who is a
 * contact.
 */
async function isFull(tx: Tx, accountId: number): Promise<boolean> {
  const { contacts, limit } = await takeAudience(tx, accountId);
  return limit !== undefined && contacts >= limit;
}

async function readSignUp(
  { db }: SignUpParts,
  form: OpenFormRow,
  given: Entered,
): Promise<{
  readonly faults: readonly string[];
  readonly signUp: Pick<SignUp, 'email' | 'firstName' | 'lastName' | 'fields'> | undefined;
}> {
  const faults: string[] = [];
  const fail = (sentence: string): void => void faults.push(sentence);
  const person = signedUpOf(given, { isConsentNeeded: form.gdpr_required }, fail);
  const fields = given.more.size > 0 ? valuesOf(given, await accountFields(db, form.account_id), fail) : undefined;
  return { faults, signUp: person && { ...person, fields } };
}
