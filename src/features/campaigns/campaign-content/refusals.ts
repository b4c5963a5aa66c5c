import type { FieldErrors } from '../../../base/refusal.ts';
import type { ContentFacts, ContentFault } from '../../../mail/campaign/prepare.ts';

/** Returns the errors by request field. Fields of a variant have the prefix of the variant. */
export function fieldErrors(faults: readonly ContentFault[], variant: number): FieldErrors {
  const errors: Record<string, string[]> = {};
  const before = variant === 0 ? '' : `variants.${variant - 1}.`;
  for (const fault of faults) {
    // Postrider creates the headers, so an error in a header comes from a name in the content.
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

/**
 * Returns an error if the account has no postal address. A confirmation email does not need a postal address, because
 * the contact requested the email.
 */
export function addressErrors({ account, kind }: Pick<ContentFacts, 'account' | 'kind'>): FieldErrors {
  return kind === 'confirmation' || account.address.trim() !== '' ? {} : NO_ADDRESS;
}

const NO_ADDRESS: FieldErrors = {
  postal_address: ['is required in bulk email. Set `postal_address` with `PATCH /campaign-settings`.'],
};
