/**
 * Copies text to the clipboard. Uses a hidden text area if the browser does not allow access to the clipboard, for
 * example with plain http on another machine.
 */
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
