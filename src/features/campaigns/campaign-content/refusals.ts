import type { FieldErrors } from '../../../base/refusal.ts';
import { contentErrors } from '../../transactional/mail-content/index.ts';
import type { ContentFacts, ContentFault } from '../../../mail/campaign/prepare.ts';

/** Returns the errors by request field. Fields of a variant are prefixed with its path, such as `variants.0.`. */
export function fieldErrors(faults: readonly ContentFault[], variant: number): FieldErrors {
  return contentErrors(faults, variant === 0 ? '' : `variants.${variant - 1}.`);
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
