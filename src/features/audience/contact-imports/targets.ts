/** Targets that a column can have, except custom fields. */
export const PLAIN_TARGETS = [
  'ignore',
  'email',
  'name',
  'first_name',
  'last_name',
  'language',
  'timezone',
  'ip_address',
  'created_at',
  'confirmed_at',
  'status',
  'unsubscribed_at',
  'bounced_at',
  'invalid_at',
  'lists',
  'tags',
  'attributes',
] as const;
export type PlainTarget = (typeof PLAIN_TARGETS)[number];

/** Targets that several columns may have. The values of these columns are combined. */
const REPEATABLE: readonly PlainTarget[] = [
  'ignore',
  'lists',
  'tags',
  'attributes',
  'status',
  'confirmed_at',
  'unsubscribed_at',
  'bounced_at',
  'invalid_at',
];

export type Target =
  | { readonly kind: PlainTarget }
  /** An existing custom field, by name. */
  | { readonly kind: 'field'; readonly name: string }
  /** A custom field to create, by label. */
  | { readonly kind: 'new_field'; readonly label: string };

/**
 * Parses a target in the notation of the API, such as `email`, `field:city` or `new_field:Favorite city`. Returns
 * undefined for invalid targets. Pure.
 */
export function targetOf(given: string): Target | undefined {
  const text = given.trim();
  const plain = PLAIN_TARGETS.find((target) => target === text);
  if (plain) return { kind: plain };
  const [, kind, named = ''] = /^(field|new_field):(.+)$/s.exec(text) ?? [];
  const name = named.trim();
  if (kind === undefined || name === '') return undefined;
  return kind === 'field' ? { kind, name: name.toLowerCase() } : { kind: 'new_field', label: name };
}

/** Returns whether a target may be assigned to several columns. Pure. */
export function isRepeatable(target: string): boolean {
  return REPEATABLE.some((repeatable) => repeatable === target);
}

/** Returns the targets that are assigned to several columns although they allow only one. Pure. */
export function repeatedTargets(targets: readonly string[]): string[] {
  const counted = targets.filter((target) => !isRepeatable(target));
  return [...new Set(counted.filter((target, index) => counted.indexOf(target) !== index))];
}
