/** Pure modules that are mutated by default. */
export const MODULES: readonly string[] = [
  'src/base/batcher.ts',
  'src/base/dns-message.ts',
  'src/base/hmac.ts',
  'src/base/ids.ts',
  'src/base/ip-address.ts',
  'src/base/iso-time.ts',
  'src/base/journal-lines.ts',
  'src/base/private-addresses.ts',
  'src/features/outcomes/tracking/judge.ts',
  'src/features/outcomes/transactional-tags/pause-rule.ts',
  'src/features/sending/delivery/outcomes/classify.ts',
  'src/features/sending/delivery/outcomes/decision.ts',
  'src/features/sending/delivery/outcomes/retry.ts',
  'src/features/sending/delivery/queue/fair-queue.ts',
  'src/features/sending/delivery/queue/provider-holds.ts',
  'src/features/sending/delivery/sites/site-control.ts',
  'src/features/sending/warm-up/hand.ts',
  'src/features/transactional/webhooks/claim-policy.ts',
  'src/features/transactional/webhooks/schedule.ts',
  'src/features/transactional/webhooks/verify.ts',
  'src/mail/address.ts',
  'src/mail/dkim.ts',
  'src/mail/dsn.ts',
  'src/mail/enhanced-status.ts',
  'src/mail/return-path.ts',
  'src/mail/track.ts',
  'src/smtp/dane.ts',
  'src/smtp/dot-stuffing.ts',
  'src/smtp/mta-sts-policy.ts',
  'src/smtp/reply.ts',
];

/** Test files of modules in addition to `<module>.test.ts`. */
const MORE_TESTS: Readonly<Record<string, readonly string[]>> = {
  'src/features/sending/delivery/outcomes/classify.ts': [
    'src/features/sending/delivery/outcomes/contrary-words.test.ts',
    'src/features/sending/delivery/outcomes/outcome-class.test.ts',
  ],
};

/** Returns the test files for a module. */
export function testsOf(module: string): string[] {
  return [module.replace(/\.ts$/, '.test.ts'), ...(MORE_TESTS[module] ?? [])];
}
