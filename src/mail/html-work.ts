import type * as jobs from './html-jobs.ts';

/** Type of the functions in `html-jobs.ts`, keyed by name. */
export type HtmlJobs = typeof jobs;

/**
 * Runs functions of `html-jobs.ts`. Rejects with validation_error if the work exceeds its limit of time or memory, and
 * with rate_limit_exceeded or service_unavailable if too much work is waiting.
 */
export interface HtmlWork {
  run<Name extends keyof HtmlJobs>(
    accountId: number,
    name: Name,
    ...args: Parameters<HtmlJobs[Name]>
  ): Promise<ReturnType<HtmlJobs[Name]>>;
  /**
   * Runs the same functions for emails that are being sent. If the pool is busy, these calls wait instead of being
   * rejected.
   */
  readonly patient: Pick<HtmlWork, 'run'>;
}
