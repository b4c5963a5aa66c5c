const KEPT = 'postrider-file-to-save';

/** Has the browser save a file of the server under the name that the server gives it. */
export function saveFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Keeps a file to be saved by the page that is loaded next: what leaves this one may break its download off. */
export function keepFile(address: string): void {
  sessionStorage.setItem(KEPT, address);
}

/** Saves the file that was kept, if there is one. */
export function saveKept(): void {
  const address = sessionStorage.getItem(KEPT);
  if (address === null) return;
  sessionStorage.removeItem(KEPT);
  saveFile(address);
}
