import { StartupError } from '../base/startup-error.ts';

/** Converts a common error of `listen` to a StartupError with a remedy. Returns other errors unchanged. */
export function explainListenFailure(error: unknown, host: string, port: number, setting: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} on ${host} is in use by another program.`,
      `Stop that program, or choose another port: ${setting}=${port + 1} (0 picks a free port).`,
    );
  }
  if (code === 'EACCES') {
    return new StartupError(`This user cannot listen on port ${port}.`, `Choose a port above 1023: ${setting}=8025.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartupError(
      `This machine has no address ${host}.`,
      'Set HOST to 127.0.0.1, 0.0.0.0, or an address of this machine.',
    );
  }
  return error;
}
