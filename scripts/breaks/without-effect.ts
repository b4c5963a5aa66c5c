/** Reasons why mutations have no observable effect, each with the keys of the mutations. */
type Reasons = readonly (readonly [reason: string, ...keys: string[]])[];

const UNREACHABLE = 'the type asks for another value, which is always there';
const EPOCH = 'no clock stands in the first milliseconds of 1970';
const TWO_WAYS = 'decides only which of two ways is taken, and both give the same';

/** Mutations that have no observable effect, by module, each with the reason. */
const REASONS: Readonly<Record<string, Reasons>> = {
  'src/base/dns-message.ts': [
    [
      'one id of 65,536 is never drawn, or cannot be sent and is: once in as many queries',
      'MAX_ID | MAX_ID = 0xffff | 0xffff -> 65536',
      'makeQuery.id | MAX_ID + 1 | + -> -',
      'makeQuery.id | MAX_ID + 1 | 1 -> 2',
    ],
    ['one byte of padding more than is needed', 'PADDING | Buffer.alloc(0xffff) | 0xffff -> 65536'],
    [
      `the decoder always gives the value; ${UNREACHABLE}`,
      'readMessage.code | packet.flags ?? 0 | 0 -> 1',
      'recordOf | answer.data.preference ?? 0 | 0 -> 1',
      'negativeTtl | soa.data.minimum ?? 0 | 0 -> 1',
      "joined.parts | typeof data === 'string' || Buffer.isBuffer(data) | || -> &&",
    ],
    ['both are raised to MIN_KEEP_SECONDS', "ttlOf | ('ttl' in answer && answer.ttl) || 0 | 0 -> 1"],
  ],
  'src/base/hmac.ts': [
    [
      TWO_WAYS,
      'MAX_CHARACTER_BYTES | MAX_CHARACTER_BYTES = 3 | 3 -> 4',
      'MAX_PIECE_BYTES | 8 * 1024 | 8 -> 9',
      'MAX_PIECE_BYTES | 8 * 1024 | 1024 -> 1025',
      'createMac.mac | prefix.length * MAX_CHARACTER_BYTES + body.length > MAX_PIECE_BYTES | > -> >=',
    ],
  ],
  'src/base/ids.ts': [
    [
      'random bytes are taken from another place of the pool',
      'POOL_SIZE | POOL_SIZE = 4096 | 4096 -> 4097',
      'createUuidGenerator | offset + ID_RANDOM_BYTES > POOL_SIZE | > -> >=',
      'createUuidGenerator | offset = 0 | 0 -> 1',
      'createUuidGenerator.variant | random[0] | 0 -> 1',
    ],
    [EPOCH, 'createUuidGenerator.lastMs | lastMs = 0 | 0 -> 1'],
    ['written before it is read', 'createUuidGenerator.counter | counter = 0 | 0 -> 1'],
    [
      'a digit is the same in both bases',
      "createUuidGenerator.variant | Number.parseInt(random[0] ?? '0', 16) | 16 -> 17",
      "createUuidGenerator.variant | ((Number.parseInt(random[0] ?? '0', 16) & 0x3) | 0x8).toString(16) | 16 -> 17",
    ],
    ['a number ends before a hyphen', 'timeOfUuid | uuid.slice(9, 13) | 13 -> 14'],
    [
      'a UUID takes the place of an equal one',
      'rangeOfUuids | uuid < least | < -> <=',
      'rangeOfUuids | uuid > greatest | > -> >=',
    ],
  ],
  'src/base/ip-address.ts': [
    ['"::" stands once in an address', "networkOf | plain.split('::', 2) | 2 -> 3"],
    [
      'a ninth group is cut off with the second half',
      'networkOf.zeros | tail === undefined ? 0 : GROUPS - first.length - last.length | 0 -> 1',
    ],
  ],
  'src/features/sending/delivery/outcomes/retry.ts': [
    [
      UNREACHABLE,
      'scheduledAgeMs | delaysMs[Math.min(no, delaysMs.length - 1)] ?? 0 | 0 -> 1',
      'nextDelayMs.base | delaysMs[0] | 0 -> 1',
    ],
  ],
  'src/features/sending/delivery/queue/fair-queue.ts': [
    [
      'says when memory is given back, of which nobody sees anything',
      'COMPACT_FROM | COMPACT_FROM = 256 | 256 -> 257',
      'createFifo | head > COMPACT_FROM | > -> >=',
    ],
    ['counted down instead of up, it is divisible by ten as often', 'createFairQueue | picked + 1 | + -> -'],
    [
      'a look at none more gives none',
      'createFairQueue | items.length < count | < -> <=',
      'createTurns | items.length >= count | items.length >= count -> false',
      'createTurns | items.length >= count | >= -> >',
    ],
    ['an empty queue is never asked: its account was taken out', 'createFifo | head < items.length | < -> <='],
  ],
  'src/features/sending/delivery/queue/provider-holds.ts': [
    [`${TWO_WAYS}: a look at nothing finds nothing held`, 'createProviderHolds.look | !chunks | !chunks -> false'],
  ],
  'src/features/sending/delivery/sites/site-control.ts': [
    [
      EPOCH,
      'createSiteControl.pausedUntilMs | pausedUntilMs = 0 | 0 -> 1',
      'createSiteControl.trickleUntilMs | trickleUntilMs = 0 | 0 -> 1',
      'createPace.lineEndsAtMs | lineEndsAtMs = 0 | 0 -> 1',
    ],
    [
      'pauses of a millisecond are raised to what the site asks for, or to the least rest',
      'createSiteControl.pauseMs | pauseMs = 0 | 0 -> 1',
      'createSiteControl.unreachableMs | unreachableMs = 0 | 0 -> 1',
      'createSiteControl.pause.goesOn | pauseMs > 0 | > -> >=',
      'createSiteControl.pause.goesOn | pauseMs > 0 | 0 -> 1',
      'createSiteControl | [0, 0, 0] | 0 -> 1',
      'createSiteControl | [0, 0, 0] | 0 -> 1 | no. 3',
    ],
    [
      'the window is one connection then, of which a single failure is enough',
      'createSiteControl | failedInRow = 0 | 0 -> 1',
    ],
  ],
  'src/features/transactional/webhooks/claim-policy.ts': [
    ['said by `begin` before it is read', 'createClaimPolicy.allowed | allowed = 0 | 0 -> 1'],
    ['a group has a first row', 'createClaimPolicy | group[0]?.due_ms ?? 0 | 0 -> 1'],
    [
      'written by the first mail before it is read',
      'createPace.filledAtMs | filledAtMs = 0 | 0 -> 1',
      'createPace.saved | saved = 0 | 0 -> 1',
    ],
  ],
  'src/features/transactional/webhooks/schedule.ts': [
    [
      `${TWO_WAYS}: what was not answered has no status`,
      "verdictOf | answer.kind !== 'answered' | answer.kind !== 'answered' -> false",
    ],
    [
      'each wait of the schedule is longer, and the longer of the two is taken',
      'askedPauseMs | return 0; | 0 -> 1',
      'askedPauseMs | Math.max(asked, 0) | 0 -> 1',
      'askedPauseMs | Number.isFinite(asked) ? Math.min(Math.max(asked, 0), MAX_RETRY_AFTER_MS) : 0 | 0 -> 1',
    ],
  ],
  'src/features/transactional/webhooks/verify.ts': [
    ['one signature is not several', 'verdict.count | claim?.signatures.length ?? 0 | 0 -> 1'],
    [
      'what is within the tolerance was let through before, and that is five minutes',
      'faultOfTime.direction | age > 0 | > -> >=',
      'faultOfTime.direction | age > 0 | 0 -> 1',
    ],
  ],
  'src/mail/address.ts': [
    [
      'the domain was emptied before, as no IP address: domainToASCII takes a last label of digits for one',
      'parseDomain.isNumeric | labels.at(-1) | - -> ',
      'parseDomain.isNumeric | -1 | 1 -> 2',
    ],
    ['behind the end of a text there is nothing to read', 'unquote | at < text.length | < -> <='],
  ],
  'src/mail/dkim.ts': [
    ['the same text is made again', 'createSigner.textOf | known | known -> false'],
    [
      `${TWO_WAYS}: what is written anew though it is right already comes out as it is`,
      'relaxedValue | length === 0 | length === 0 -> false',
      'relaxedValue | at < length | < -> <=',
      'relaxedValue | at += 1 | += -> -=',
      'relaxedValue | wasBlank = false | false -> true',
    ],
    ['before the first word no blank is written', 'rewritten.isBlank | isBlank = false | false -> true'],
  ],
  'src/mail/dsn.ts': [
    [
      'a text without such a field tells of nobody either when it is read as a whole',
      'readInlineDsn | at === undefined | at === undefined -> false',
    ],
    ['only the order of the three numbers counts', 'specificity | return 2; | 2 -> 3'],
  ],
  'src/smtp/dane.ts': [
    [
      `${TWO_WAYS}: where there is no anchor none is found, and a chain has a first certificate`,
      'leadsToAnchor | !leaf || anchors.length === 0 | || -> &&',
    ],
    [
      'an authority whose key cannot be read has issued nothing by `checkIssued` already, before its key is asked for',
      'isSignedBy | return false; | false -> true',
    ],
    [
      'a certificate that Node could read has its key',
      'matches | !selected | !selected -> false',
      'matches | return false; | false -> true',
    ],
  ],
  'src/smtp/reply.ts': [
    [TWO_WAYS, 'readable | !NOT_PRINTABLE_ASCII.test(latin1) | !NOT_PRINTABLE_ASCII.test(latin1) -> false'],
  ],
};

/** Reasons why mutations have no effect, keyed by module and mutation key. */
export const WITHOUT_EFFECT: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries(REASONS).map(([module, reasons]) => [
    module,
    Object.fromEntries(reasons.flatMap(([reason, ...keys]) => keys.map((key) => [key, reason]))),
  ]),
);
