import type { FieldErrors } from '../../../base/refusal.ts';
import type { ContentFacts, ContentFault } from '../../../mail/campaign/prepare.ts';

/** Where the fields of a content stand in the request that gives them: its own, or those of a variant. */
export function fieldErrors(faults: readonly ContentFault[], variant: number): FieldErrors {
  const errors: Record<string, string[]> = {};
  const before = variant === 0 ? '' : `variants.${variant - 1}.`;
  for (const fault of faults) {
    // A header is ours; what is wrong with it comes from a name that the content gave it.
    const field = fault.where.startsWith('header ') ? 'html' : fault.where;
    (errors[`${before}${field}`] ??= []).push(sentenceOf(fault));
  }
  return errors;
}

function sentenceOf(fault: ContentFault): string {
  if (!('path' in fault))
    return `has an error in line ${fault.line}, column ${fault.column}: ${fault.message} ${fault.fix}`;
  return `has an error${fault.path === '' ? '' : ` at ${fault.path}`}: ${fault.message} ${fault.fix}`;
}

/** What is missing while the account has no postal address. A mail that asks to confirm does without: it was asked for. */
export function addressErrors({ account, kind }: Pick<ContentFacts, 'account' | 'kind'>): FieldErrors {
  return kind === 'confirmation' || account.address.trim() !== '' ? {} : NO_ADDRESS;
}

const NO_ADDRESS: FieldErrors = {
  postal_address: ['is required in bulk email. Set `postal_address` with `PATCH /campaign-settings`.'],
};
