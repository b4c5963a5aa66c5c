const KEPT = 'postrider-file-to-save';

/** Downloads a file from the server under the name that the server provides. */
export function saveFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Stores a file to be downloaded by the next page, because leaving this page may interrupt the download. */
export function keepFile(address: string): void {
  sessionStorage.setItem(KEPT, address);
}

/** Downloads the stored file, if any. */
export function saveKept(): void {
  const address = sessionStorage.getItem(KEPT);
  if (address === null) return;
  sessionStorage.removeItem(KEPT);
  saveFile(address);
}
