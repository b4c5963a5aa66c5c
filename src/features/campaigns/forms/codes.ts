import { randomInt } from 'node:crypto';
import type { Tx } from '../../../base/db.ts';
import { codeOfAccount, keepCode } from './queries.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CHARACTERS = `${LETTERS}0123456789`;
const CODE_CHARACTERS = 6;
/** One in two thousand million is taken by each form that there is. */
const ATTEMPTS = 20;

/** What can be a code: short enough for an address that people write down. */
export const CODE = /^[a-z0-9]{6}$/;

/** The account's own code, made when it is asked for first. Whoever makes codes holds the audience of the account. */
export async function accountCode(tx: Tx, accountId: number): Promise<string> {
  const [known] = await codeOfAccount(tx, accountId);
  return known?.code ?? newCode(tx, accountId, null);
}

/** A code for a form, which nothing else has had. */
export async function newCode(tx: Tx, accountId: number, formId: number | null): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [kept] = await keepCode(tx, randomCode(), accountId, formId);
    if (kept) return kept.code;
  }
  throw new Error(`No unused form code found in ${ATTEMPTS} attempts`);
}

function randomCode(): string {
  // It is the name of an element on pages of others, and those begin with a letter.
  const rest = Array.from({ length: CODE_CHARACTERS - 1 }, () => oneOf(CHARACTERS));
  return oneOf(LETTERS) + rest.join('');
}

function oneOf(characters: string): string {
  return characters.charAt(randomInt(characters.length));
}
