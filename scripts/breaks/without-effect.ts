/** Reasons why mutations have no observable effect, each with the keys of the mutations. */
type Reasons = readonly (readonly [reason: string, ...keys: string[]])[];

const UNREACHABLE = 'the fallback is required by the type, but the value always exists';
const EPOCH = 'no clock shows the first milliseconds of 1970';
const TWO_WAYS = 'both branches give the same result';

/** Mutations that have no observable effect, by module, each with the reason. */
const REASONS: Readonly<Record<string, Reasons>> = {
  'src/base/dns-message.ts': [
    [
      'affects only one of 65,536 query IDs',
      'MAX_ID | MAX_ID = 0xffff | 0xffff -> 65536',
      'makeQuery.id | MAX_ID + 1 | + -> -',
      'makeQuery.id | MAX_ID + 1 | 1 -> 2',
    ],
    ['the padding is one byte longer than necessary', 'PADDING | Buffer.alloc(0xffff) | 0xffff -> 65536'],
    [
      `the decoder always returns the value; ${UNREACHABLE}`,
      'readMessage.code | packet.flags ?? 0 | 0 -> 1',
      'recordOf | answer.data.preference ?? 0 | 0 -> 1',
      'negativeTtl | soa.data.minimum ?? 0 | 0 -> 1',
      "joined.parts | typeof data === 'string' || Buffer.isBuffer(data) | || -> &&",
    ],
    ['both values are raised to MIN_KEEP_SECONDS', "ttlOf | ('ttl' in answer && answer.ttl) || 0 | 0 -> 1"],
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
      'the random bytes come from another position in the pool',
      'POOL_SIZE | POOL_SIZE = 4096 | 4096 -> 4097',
      'createUuidGenerator | offset + ID_RANDOM_BYTES > POOL_SIZE | > -> >=',
      'createUuidGenerator | offset = 0 | 0 -> 1',
      'createUuidGenerator.variant | random[0] | 0 -> 1',
    ],
    [EPOCH, 'createUuidGenerator.lastMs | lastMs = 0 | 0 -> 1'],
    ['the value is overwritten before it is read', 'createUuidGenerator.counter | counter = 0 | 0 -> 1'],
    [
      'a single digit has the same value in both bases',
      "createUuidGenerator.variant | Number.parseInt(random[0] ?? '0', 16) | 16 -> 17",
      "createUuidGenerator.variant | ((Number.parseInt(random[0] ?? '0', 16) & 0x3) | 0x8).toString(16) | 16 -> 17",
    ],
    ['parsing stops at the hyphen', 'timeOfUuid | uuid.slice(9, 13) | 13 -> 14'],
    [
      'replaces a UUID with an equal one',
      'rangeOfUuids | uuid < least | < -> <=',
      'rangeOfUuids | uuid > greatest | > -> >=',
    ],
  ],
  'src/base/ip-address.ts': [
    ['an address contains "::" only once', "networkOf | plain.split('::', 2) | 2 -> 3"],
    [
      'a ninth group is cut off together with the second half',
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
      'affects only when memory is released',
      'COMPACT_FROM | COMPACT_FROM = 256 | 256 -> 257',
      'createFifo | head > COMPACT_FROM | > -> >=',
    ],
    ['a counter that decreases is divisible by ten equally often', 'createFairQueue | picked + 1 | + -> -'],
    [
      'reading no further items returns none',
      'createFairQueue | items.length < count | < -> <=',
      'createRoundRobin | items.length >= count | items.length >= count -> false',
      'createRoundRobin | items.length >= count | >= -> >',
    ],
    ['empty queues are never read, because their accounts are removed', 'createFifo | head < items.length | < -> <='],
  ],
  'src/features/sending/delivery/queue/provider-holds.ts': [
    [`${TWO_WAYS}: without chunks, nothing is held`, 'createProviderHolds.look | !chunks | !chunks -> false'],
  ],
  'src/features/sending/delivery/sites/site-control.ts': [
    [
      EPOCH,
      'createSiteControl.pausedUntilMs | pausedUntilMs = 0 | 0 -> 1',
      'createSiteControl.trickleUntilMs | trickleUntilMs = 0 | 0 -> 1',
      'createPace.lineEndsAtMs | lineEndsAtMs = 0 | 0 -> 1',
    ],
    [
      'a pause of one millisecond is raised to the requested or the minimum pause',
      'createSiteControl.pauseMs | pauseMs = 0 | 0 -> 1',
      'createSiteControl.unreachableMs | unreachableMs = 0 | 0 -> 1',
      'createSiteControl.pause.goesOn | pauseMs > 0 | > -> >=',
      'createSiteControl.pause.goesOn | pauseMs > 0 | 0 -> 1',
      'createSiteControl | [0, 0, 0] | 0 -> 1',
      'createSiteControl | [0, 0, 0] | 0 -> 1 | no. 3',
    ],
    [
      'the window is one connection, for which a single failure is sufficient',
      'createSiteControl | failedInRow = 0 | 0 -> 1',
    ],
  ],
  'src/features/transactional/webhooks/claim-policy.ts': [
    ['`begin` sets the value before it is read', 'createClaimPolicy.allowed | allowed = 0 | 0 -> 1'],
    ['a group always has a first row', 'createClaimPolicy | group[0]?.due_ms ?? 0 | 0 -> 1'],
    [
      'the first delivery sets the value before it is read',
      'createPace.filledAtMs | filledAtMs = 0 | 0 -> 1',
      'createPace.saved | saved = 0 | 0 -> 1',
    ],
  ],
  'src/features/transactional/webhooks/schedule.ts': [
    [
      `${TWO_WAYS}: without a response, there is no status`,
      "verdictOf | answer.kind !== 'answered' | answer.kind !== 'answered' -> false",
    ],
    [
      'every delay of the schedule is longer, and the longer of the two applies',
      'askedPauseMs | return 0; | 0 -> 1',
      'askedPauseMs | Math.max(asked, 0) | 0 -> 1',
      'askedPauseMs | Number.isFinite(asked) ? Math.min(Math.max(asked, 0), MAX_RETRY_AFTER_MS) : 0 | 0 -> 1',
    ],
  ],
  'src/features/transactional/webhooks/verify.ts': [
    ['neither zero nor one signature counts as several', 'verdict.count | claim?.signatures.length ?? 0 | 0 -> 1'],
    [
      'ages within the tolerance of five minutes were accepted earlier',
      'faultOfTime.direction | age > 0 | > -> >=',
      'faultOfTime.direction | age > 0 | 0 -> 1',
    ],
  ],
  'src/mail/address.ts': [
    [
      'domainToASCII has already rejected the domain, because it treats a numeric last label as an IP address',
      'domainIn.isNumeric | labels.at(-1) | - -> ',
      'domainIn.isNumeric | -1 | 1 -> 2',
    ],
    ['there is nothing to read after the end of the text', 'unquote | at < text.length | < -> <='],
  ],
  'src/mail/dkim.ts': [
    ['the same text is created again', 'createSigner.textOf | known | known -> false'],
    [
      `${TWO_WAYS}: rewriting a correct text does not change it`,
      'relaxedValue | length === 0 | length === 0 -> false',
      'relaxedValue | at < length | < -> <=',
      'relaxedValue | at += 1 | += -> -=',
      'relaxedValue | wasBlank = false | false -> true',
    ],
    ['no space is written before the first word', 'rewritten.isBlank | isBlank = false | false -> true'],
  ],
  'src/mail/dsn.ts': [
    [
      'parsing a whole text without such a field finds no recipients either',
      'readInlineDsn | at === undefined | at === undefined -> false',
    ],
    ['only the order of the three numbers matters', 'specificity | return 2; | 2 -> 3'],
  ],
  'src/smtp/dane.ts': [
    [
      `${TWO_WAYS}: without anchors, none is found, and a chain always has a first certificate`,
      'leadsToAnchor | !leaf || anchors.length === 0 | || -> &&',
    ],
    [
      '`checkIssued` has already rejected an authority whose key cannot be read',
      'isSignedBy | return false; | false -> true',
    ],
    [
      'every certificate that Node.js can parse has a key',
      'matches | !selected | !selected -> false',
      'matches | return false; | false -> true',
    ],
  ],
  'src/smtp/reply.ts': [
    [
      TWO_WAYS,
      'readable | !NOT_PRINTABLE_ASCII.test(latin1) | !NOT_PRINTABLE_ASCII.test(latin1) -> false',
      'createReplyParser.extend.taken | piece.length <= room | <= -> <',
      'createReplyParser.extend | taken.length <= MAX_LINE_BYTES | <= -> <',
    ],
  ],
};

/** Reasons why mutations have no effect, keyed by module and mutation key. */
export const WITHOUT_EFFECT: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries(REASONS).map(([module, reasons]) => [
    module,
    Object.fromEntries(reasons.flatMap(([reason, ...keys]) => keys.map((key) => [key, reason]))),
  ]),
);
