import type { FieldErrors } from '../../../base/refusal.ts';
import type { ContentFault } from '../../../mail/campaign/prepare.ts';

/**
 * Returns the errors in the content of an email by request field. `before` is the path of the object that contains the
 * fields.
 */
export function contentErrors(faults: readonly ContentFault[], before = ''): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const fault of faults) {
    // Postrider creates the headers, so an invalid header is caused by a name that the request contains, such as a
    // sender name.
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
