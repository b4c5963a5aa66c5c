import type * as jobs from './html-jobs.ts';

/** The functions of `html-jobs.ts` by their names. */
export type HtmlJobs = typeof jobs;

/**
 * Runs work on the HTML of emails without holding up other requests. Rejects with validation_error where it takes too much time or
 * memory, and with rate_limit_exceeded or service_unavailable where too much of it waits.
 */
export interface HtmlWork {
  run<Name extends keyof HtmlJobs>(
    accountId: number,
    name: Name,
    ...args: Parameters<HtmlJobs[Name]>
  ): Promise<ReturnType<HtmlJobs[Name]>>;
  /** The same for emails that are being sent: it waits as long as there is other work. */
  readonly patient: Pick<HtmlWork, 'run'>;
}
