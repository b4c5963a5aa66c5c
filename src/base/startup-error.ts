/** Why the program cannot start, for a person: what is wrong, and in `remedy` what to do. Shown without a stack. */
export class StartupError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
    this.remedy = remedy;
  }
}
