/**
 * Error that prevents the application from starting. The message describes the problem, and `remedy` describes the fix.
 * Printed without a stack trace.
 */
export class StartupError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
    this.remedy = remedy;
  }
}
