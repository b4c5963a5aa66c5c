/**
 * Why the program cannot start. The message says what is wrong, and `remedy` what to do. Printed without a stack trace.
 */
export class StartupError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
    this.remedy = remedy;
  }
}
