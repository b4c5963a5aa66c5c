const KEPT = 'postrider-file-to-save';

/** Downloads a file from the server. The server determines the name of the file. */
export function saveFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/**
 * Stores the URL of a file that the next page must download. A download that starts now could be interrupted when the
 * browser leaves this page.
 */
export function keepFile(address: string): void {
  sessionStorage.setItem(KEPT, address);
}

/** Downloads the file whose URL the previous page stored, if any. */
export function saveStoredFile(): void {
  const address = sessionStorage.getItem(KEPT);
  if (address === null) return;
  sessionStorage.removeItem(KEPT);
  saveFile(address);
}
