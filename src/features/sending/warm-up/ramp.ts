/**
 * Number of messages per day that a source may send for a sender domain to one provider. There is no limit after the
 * last day. The ramp starts like the published schedules of large senders (SendGrid's manual schedule: 50, then about
 * twice as many each day) and doubles up to 10,000. Then the limit grows by about a quarter a day, more slowly than in
 * SendGrid's automatic schedule (two fifths a day), and reaches a million after 30 days; Amazon SES takes 45 days.
 */
export const RAMP: readonly number[] = [
  50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 12_500, 15_000, 20_000, 25_000, 30_000, 40_000, 50_000, 60_000,
  75_000, 95_000, 120_000, 150_000, 185_000, 230_000, 290_000, 360_000, 450_000, 560_000, 700_000, 850_000, 1_000_000,
];
