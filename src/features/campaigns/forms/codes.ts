import { randomInt } from 'node:crypto';
import type { Tx } from '../../../base/db.ts';
import { codeOfAccount, keepCode } from './queries.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CHARACTERS = `${LETTERS}0123456789`;
const CODE_CHARACTERS = 6;
/** Maximum number of attempts to generate an unused code. */
const ATTEMPTS = 20;

/** Matches a form code. Codes are short enough for a URL that people write down. */
export const CODE = /^[a-z0-9]{6}$/;

/** Returns the account's own code, which is created on first use. The caller must hold the account's audience lock. */
export async function accountCode(tx: Tx, accountId: number): Promise<string> {
  const [known] = await codeOfAccount(tx, accountId);
  return known?.code ?? newCode(tx, accountId, null);
}

/** Creates a code for a form, or for the account if `formId` is null. Codes are never reused. */
export async function newCode(tx: Tx, accountId: number, formId: number | null): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [kept] = await keepCode(tx, randomCode(), accountId, formId);
    if (kept) return kept.code;
  }
  throw new Error(`No unused form code found in ${ATTEMPTS} attempts`);
}

function randomCode(): string {
  // The code is also an element ID on other sites, so it starts with a letter.
  const rest = Array.from({ length: CODE_CHARACTERS - 1 }, () => oneOf(CHARACTERS));
  return oneOf(LETTERS) + rest.join('');
}

function oneOf(characters: string): string {
  return characters.charAt(randomInt(characters.length));
}
