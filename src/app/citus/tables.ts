/** Tables to copy to every node, in this order. They are small and rarely written. */
export const ON_EVERY_NODE: readonly string[] = [
  'account',
  'plan',
  'person',
  'mail_class_pause',
  'membership',
  'form_code',
  'landing_page_address',
];

/** Tables that contain account data but stay on the coordinator, each with the reason. */
export const ON_COORDINATOR: Readonly<Record<string, string>> = {
  invitation: 'refers to people and numbers its rows itself',
};
