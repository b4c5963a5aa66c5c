/** Returns the text of a form field. Returns an empty string if the field does not exist or contains a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
