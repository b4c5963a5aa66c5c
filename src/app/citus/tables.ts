/**
 * Tables that every node has whole, in the order in which they become so: few rows, seldom written, and what is unique in
 * them is unique over all accounts, or is asked for together with them.
 */
export const ON_EVERY_NODE: readonly string[] = [
  'account',
  'plan',
  'person',
  'mail_class_pause',
  'membership',
  'form_code',
  'landing_page_address',
];

/** Tables by account that stay on the coordinator all the same, and why. */
export const ON_COORDINATOR: Readonly<Record<string, string>> = {
  invitation: 'refers to people and numbers its rows itself',
};
