/** What was filled into a field of a form; empty where there is no such field, or it holds a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
