/** Characters of a name, before the number that tells it from others. */
const MAX_NAME_CHARACTERS = 100;

/** What every contact has: a field of the account's own is told from these by a number, too. */
const OF_EVERY_CONTACT = [
  'id',
  'email',
  'first_name',
  'last_name',
  'name',
  'ip_address',
  'lists',
  'tags',
  'contact_fields',
  'created_at',
  'updated_at',
];

/**
 * The name that a field has in the API and in templates, made of its label: ASCII letters, digits and underscores, beginning
 * with a letter. `Größe (cm)` is `grosse_cm`. Taken ones get a number: `city_2`. Pure.
 */
export function fieldNameOf(label: string, taken: Iterable<string>): string {
  const used = new Set([...OF_EVERY_CONTACT, ...taken]);
  const base = slugOf(label);
  let name = base;
  for (let number = 2; used.has(name); number += 1) name = `${base}_${number}`;
  return name;
}

/** Letters that Unicode does not take apart. */
const WITHOUT_PARTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
};

function slugOf(label: string): string {
  const slug = label
    .toLowerCase()
    .replaceAll(/[ßæœøđðłıþ]/g, (letter) => WITHOUT_PARTS[letter] ?? '')
    // Letters without their accents.
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_NAME_CHARACTERS)
    .replaceAll(/^_+|_+$/g, '');
  if (slug === '') return 'field';
  return /^\d/.test(slug) ? `field_${slug}` : slug;
}
