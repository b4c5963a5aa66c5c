/** Returns the value of a form field. Empty if there is no such field or it contains a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
