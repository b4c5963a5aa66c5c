/**
 * Number of messages per day that a source may send for a sender domain to one provider. There is no limit after the
 * last day.
 */
export const RAMP: readonly number[] = [
  50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 12_500, 15_000, 20_000, 25_000, 30_000, 40_000, 50_000, 60_000,
  75_000, 95_000, 120_000, 150_000, 185_000, 230_000, 290_000, 360_000, 450_000, 560_000, 700_000, 850_000, 1_000_000,
];
