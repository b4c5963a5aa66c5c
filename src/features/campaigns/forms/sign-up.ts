import { setTimeout } from 'node:timers/promises';
import type { Database, Tx } from '../../../base/db.ts';
import { accountFields } from '../../audience/contact-fields/index.ts';
import { lockAudience } from '../../audience/contacts/index.ts';
import { ownedLists } from '../../audience/lists/index.ts';
import type { Confirmations, SignUp } from '../confirmations/index.ts';
import { attemptsExceeded } from './attempts.ts';
import { STEP_MS } from './limits.ts';
import { signedUpOf, valuesOf, type Entered } from './posted.ts';
import { countSubmission, openForm, type OpenFormRow } from './public-queries.ts';
import { CODE } from './codes.ts';
import { consentOf } from './words.ts';
import type { Texts } from '../../../mail/languages/texts.ts';

/** Dependencies for accepting sign-ups. */
export interface SignUpParts {
  readonly db: Database;
  readonly confirmations: Confirmations;
}

/** Result of a form submission. */
export type Outcome =
  | { readonly kind: 'taken'; /** Whether the sign-up must be confirmed by email. */ readonly isDouble: boolean }
  /** The honeypot was filled in, so the sign-up was not accepted and must be submitted again with an empty honeypot. */
  | { readonly kind: 'suspected' }
  | {
      readonly kind: 'refused';
      readonly status: 422 | 429;
      readonly sentences: readonly string[];
      readonly retryAfterSeconds?: number;
    };

/** A form submission and its context. */
export interface SigningUp {
  readonly given: Entered;
  readonly clientAddress: string;
  /** Localized strings of the page. */
  readonly texts: Texts;
  /** BCP 47 tag of the person's language. Undefined if unknown. */
  readonly language: string | undefined;
}

/** Returns the form with the given code, or undefined if no form with that code accepts sign-ups. */
export async function findOpenForm({ db }: SignUpParts, code: string): Promise<OpenFormRow | undefined> {
  return CODE.test(code) ? (await openForm(db, code))[0] : undefined;
}

/**
 * Returns the error messages for a submission, as shown to the visitor. Returns an empty array if the submission is
 * valid.
 */
export async function faultsOf(
  parts: SignUpParts,
  form: OpenFormRow,
  signing: Pick<SigningUp, 'given' | 'texts'>,
): Promise<readonly string[]> {
  return (await readSignUp(parts, form, signing)).faults;
}

/**
 * Signs a person up through a form. The response time is rounded up, so that it does not reveal whether the address is
 * known.
 */
export async function signUpThroughForm(parts: SignUpParts, form: OpenFormRow, signing: SigningUp): Promise<Outcome> {
  const startedAtMs = performance.now();
  const outcome = await take(parts, form, signing);
  const elapsedMs = performance.now() - startedAtMs;
  await setTimeout(Math.ceil(elapsedMs / STEP_MS) * STEP_MS - elapsedMs);
  return outcome;
}

async function take(parts: SignUpParts, form: OpenFormRow, signing: SigningUp): Promise<Outcome> {
  const { confirmations, db } = parts;
  const { clientAddress, given, language, texts } = signing;
  const { faults, signUp } = await readSignUp(parts, form, signing);
  if (!signUp || faults.length > 0) return { kind: 'refused', status: 422, sentences: faults };
  if (given.trap !== '') return { kind: 'suspected' };
  const accountId = form.account_id;
  const signUps = await confirmations.prepare(accountId, form.double_opt_in);
  const retryAfterSeconds = await attemptsExceeded(db, { accountId, email: signUp.email, clientAddress });
  if (retryAfterSeconds !== undefined) {
    return { kind: 'refused', status: 429, sentences: [texts.text('form.error.often')], retryAfterSeconds };
  }
  const consent = given.hasConsented ? { text: consentOf(form, texts), ip: clientAddress || undefined } : undefined;
  const isTaken = await db.transaction(async (tx) => {
    if (await isFull(tx, accountId)) return false;
    const own = await ownedLists(tx, accountId, form.list_ids);
    const listIds = form.list_ids.filter((id) => own.has(id));
    await signUps.signUp(tx, { ...signUp, listIds, language, formId: form.id, consent, source: 'form' });
    await countSubmission(tx, accountId, form.id);
    return true;
  });
  if (!isTaken) return { kind: 'refused', status: 422, sentences: [texts.text('form.error.full')] };
  return { kind: 'taken', isDouble: signUps.isDouble };
}

/**
 * Returns whether the account has reached its contact limit. At the limit, sign-ups of existing contacts are rejected
 * too. Otherwise, the response would reveal who is a contact.
 */
async function isFull(tx: Tx, accountId: number): Promise<boolean> {
  const { contacts, limit } = await lockAudience(tx, accountId);
  return limit !== undefined && contacts >= limit;
}

async function readSignUp(
  { db }: SignUpParts,
  form: OpenFormRow,
  { given, texts }: Pick<SigningUp, 'given' | 'texts'>,
): Promise<{
  readonly faults: readonly string[];
  readonly signUp: Pick<SignUp, 'email' | 'firstName' | 'lastName' | 'fields'> | undefined;
}> {
  const faults: string[] = [];
  const fail = (...fault: Parameters<Texts['text']>): void => void faults.push(texts.text(...fault));
  const person = signedUpOf(given, { isConsentNeeded: form.gdpr_required }, fail);
  const fields = given.more.size > 0 ? valuesOf(given, await accountFields(db, form.account_id), fail) : undefined;
  return { faults, signUp: person && { ...person, fields } };
}
