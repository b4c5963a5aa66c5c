const KEPT = 'postrider-file-to-save';

/** Downloads a file from the server. The server determines the name of the file. */
export function saveFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Stores which file the next page must download. Leaving this page could interrupt a download that starts now. */
export function keepFile(address: string): void {
  sessionStorage.setItem(KEPT, address);
}

/** Downloads the file that the previous page has stored, if any. */
export function saveKept(): void {
  const address = sessionStorage.getItem(KEPT);
  if (address === null) return;
  sessionStorage.removeItem(KEPT);
  saveFile(address);
}
