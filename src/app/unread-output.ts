/**
 * Lets the process go on when what it prints cannot be written: the reader of its pipe is gone (EPIPE), its terminal is
 * (EIO), or the disk of its log file is full. Node would end the process otherwise, and mail would wait for want of a log.
 */
export function outliveUnreadOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
