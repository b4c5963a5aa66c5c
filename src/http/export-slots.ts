import { Refusal } from '../base/refusal.ts';

/** Maximum number of concurrent exports of one kind per caller, in one process. */
export const MAX_EXPORTS = 2;

/** Limits the exports that a caller runs at the same time. Callers are identified by their rate bucket. */
export interface ExportSlots {
  /** Throws rate_limit_exceeded if the caller has the maximum number of exports in progress. */
  readonly require: (bucket: number) => void;
  /** Occupies a slot of the caller until `work` ends. */
  readonly hold: (bucket: number, work: () => Promise<void>) => Promise<void>;
}

export function createExportSlots(): ExportSlots {
  const running = new Map<number, number>();
  return {
    require(bucket) {
      if ((running.get(bucket) ?? 0) >= MAX_EXPORTS) throw tooMany();
    },
    async hold(bucket, work) {
      running.set(bucket, (running.get(bucket) ?? 0) + 1);
      try {
        await work();
      } finally {
        const left = (running.get(bucket) ?? 1) - 1;
        if (left > 0) running.set(bucket, left);
        else running.delete(bucket);
      }
    },
  };
}

function tooMany(): Refusal {
  return new Refusal('rate_limit_exceeded', {
    message: `You already have ${MAX_EXPORTS} exports in progress.`,
    fix: 'Wait until an export finishes, or cancel an export.',
    retryAfterSeconds: 5,
  });
}
