/** What a column of a file may be, beside fields of the account's own. */
export const PLAIN_TARGETS = [
  'ignore',
  'email',
  'name',
  'first_name',
  'last_name',
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

/** Several columns may be these: what they say adds up. */
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

/** What a column is. */
export type Target =
  | { readonly kind: PlainTarget }
  /** A field of the account's own, by its name. */
  | { readonly kind: 'field'; readonly name: string }
  /** A field that is made, by its label. */
  | { readonly kind: 'new_field'; readonly label: string };

/** A target as the API writes it: `email`, `field:city`, `new_field:Favourite city`; undefined for what is none. Pure. */
export function targetOf(given: string): Target | undefined {
  const text = given.trim();
  const plain = PLAIN_TARGETS.find((target) => target === text);
  if (plain) return { kind: plain };
  const [, kind, named = ''] = /^(field|new_field):(.+)$/s.exec(text) ?? [];
  const name = named.trim();
  if (kind === undefined || name === '') return undefined;
  return kind === 'field' ? { kind, name: name.toLowerCase() } : { kind: 'new_field', label: name };
}

/** True for a target that several columns may have. Pure. */
export function isRepeatable(target: string): boolean {
  return REPEATABLE.some((repeatable) => repeatable === target);
}

/** Targets that two columns have and only one may. Pure. */
export function repeatedTargets(targets: readonly string[]): string[] {
  const counted = targets.filter((target) => !isRepeatable(target));
  return [...new Set(counted.filter((target, index) => counted.indexOf(target) !== index))];
}
