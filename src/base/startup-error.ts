/**
 * Error that prevents the program from starting. The message describes the problem, and `remedy` the fix. Printed
 * without a stack trace.
 */
export class StartupError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
    this.remedy = remedy;
  }
}
