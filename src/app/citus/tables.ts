/**
 * Tables copied to every node, in the order of copying. They have few rows, are rarely written, and have values that
 * are unique over all accounts or are queried together with such tables.
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

/** Tables with an account that stay on the coordinator, and why. */
export const ON_COORDINATOR: Readonly<Record<string, string>> = {
  invitation: 'refers to people and numbers its rows itself',
};
