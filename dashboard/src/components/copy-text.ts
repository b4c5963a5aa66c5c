/** Copies text. Where the browser forbids it (plain http on another machine) the old way is taken. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.style.position = 'fixed';
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
}
