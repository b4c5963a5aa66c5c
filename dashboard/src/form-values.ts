/** The text of a field, without the spaces around it. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** No count of anything: the API refuses it where it refuses a number below one, and says so at the field. */
const NO_NUMBER = -1;

/** The number in a field: null where it is empty; what is no number becomes one that the API refuses. */
export function numberOf(form: FormData, name: string): number | null {
  const text = textOf(form, name);
  if (text === '') return null;
  const value = Number(text.replaceAll(',', ''));
  return Number.isNaN(value) ? NO_NUMBER : value;
}
