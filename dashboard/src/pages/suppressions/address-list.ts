/**
 * Returns the email addresses in pasted text without duplicates. The text can be a column, a list, or a CSV file, and
 * can contain names. Pure.
 */
export function addressesIn(text: string): string[] {
  const words = text.split(/[\s,;|"'<>()]+/).filter((word) => word !== '');
  const addresses = words.filter((word) => word.includes('@')).map((word) => word.replace(/^mailto:/i, ''));
  return [...new Set(addresses)];
}
