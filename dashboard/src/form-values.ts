/** Returns the trimmed text of a form field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * A number that is never a valid count. The API rejects it, like any negative number, and reports the error for the
 * field.
 */
const NO_NUMBER = -1;

/**
 * Returns the number in a form field, or null if the field is empty. For invalid input, returns a number that the API
 * rejects.
 */
export function numberOf(form: FormData, name: string): number | null {
  const text = textOf(form, name);
  if (text === '') return null;
  const value = Number(text.replaceAll(',', ''));
  return Number.isNaN(value) ? NO_NUMBER : value;
}
