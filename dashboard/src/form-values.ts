/** Returns the trimmed text of a field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Invalid for all counts. The API rejects it like any number below one and reports the error for the field. */
const NO_NUMBER = -1;

/** Returns the number in a field, or null if it is empty. Invalid input becomes a number that the API rejects. */
export function numberOf(form: FormData, name: string): number | null {
  const text = textOf(form, name);
  if (text === '') return null;
  const value = Number(text.replaceAll(',', ''));
  return Number.isNaN(value) ? NO_NUMBER : value;
}
