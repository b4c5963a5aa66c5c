import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSecret } from '../src/features/transactional/webhooks/secrets.ts';
import { signatureHeaders } from '../src/features/transactional/webhooks/signature.ts';
import type { WebhookFormat } from '../src/features/transactional/webhooks/types.ts';

const SNIPPETS = resolve('docs/snippets');
const RUN_TIMEOUT_MS = 240_000;

const ID = 'whd_0192f0c1a2b37c4d8e5f60718293a4b5';
const SIGNED_AT = 1_795_248_900;
const BODY = Buffer.from('{"event":"delivered","data":{"message":{"subject":"Grüße 🐘"}}}');
const [CURRENT, PREVIOUS, FOREIGN] = [newSecret(), newSecret(), newSecret()];

/** Input for a verifier, which reads it as JSON from its standard input. */
interface Case {
  readonly name: string;
  readonly format: WebhookFormat;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret: string;
  readonly now: number;
  readonly accepted: boolean;
}

/** How to run a language's snippet on all cases. The program prints a JSON list of the results. */
interface Language {
  readonly name: string;
  readonly command: string;
  readonly probe: readonly string[];
  readonly snippet: string;
  readonly driver: string;
  /** Writes the files and returns the arguments that run them. */
  readonly prepare: (folder: string, driver: string) => string[];
}

const inOneFile = (name: string, before: readonly string[] = []): Language['prepare'] => {
  return (folder, driver) => {
    writeFileSync(join(folder, name), driver);
    return [...before, join(folder, name)];
  };
};

const LANGUAGES: Language[] = [
  {
    name: 'Node',
    command: process.execPath,
    probe: ['--version'],
    snippet: 'webhook-verify.mjs',
    driver: `import { readFileSync } from 'node:fs';
import { verifyNative, verifyCompatible } from './webhook-verify.mjs';
console.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(({ format, headers, body, secret, now }) =>
  (format === 'native' ? verifyNative : verifyCompatible)(headers, Buffer.from(body, 'base64'), secret, now))));`,
    prepare: inOneFile('driver.mjs'),
  },
  {
    name: 'Python',
    command: 'python3',
    probe: ['--version'],
    snippet: 'webhook-verify.py',
    driver: `import base64, importlib.util, json, os, sys
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "webhook-verify.py")
spec = importlib.util.spec_from_file_location("webhook_verify", path)
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
print(json.dumps([
    (verify.verify_native if case["format"] == "native" else verify.verify_compatible)(
        case["headers"], base64.b64decode(case["body"]), case["secret"], case["now"])
    for case in json.load(sys.stdin)]))`,
    prepare: inOneFile('driver.py', ['-B']),
  },
  {
    name: 'PHP',
    command: 'php',
    probe: ['--version'],
    snippet: 'webhook-verify.php',
    driver: `<?php
error_reporting(E_ALL);
set_error_handler(function ($level, $message) { throw new ErrorException($message); });
require __DIR__ . '/webhook-verify.php';
echo json_encode(array_map(
    fn ($case) => ($case['format'] === 'native' ? 'verify_native' : 'verify_compatible')(
        $case['headers'], base64_decode($case['body']), $case['secret'], $case['now']),
    json_decode(stream_get_contents(STDIN), true)));`,
    prepare: inOneFile('driver.php'),
  },
  {
    name: 'Go',
    command: 'go',
    probe: ['version'],
    snippet: 'webhook-verify.go',
    driver: `package main

import (
	"encoding/json"
	"os"
	"strings"
	"time"

	"example.com/snippet/webhook"
)

func main() {
	var cases []struct {
		Format  string
		Headers map[string]string
		Body    []byte
		Secret  string
		Now     int64
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	said := []bool{}
	for _, given := range cases {
		header := func(name string) string { return given.Headers[strings.ToLower(name)] }
		verify := webhook.VerifyCompatible
		if given.Format == "native" {
			verify = webhook.VerifyNative
		}
		said = append(said, verify(header, given.Body, given.Secret, time.Unix(given.Now, 0)))
	}
	json.NewEncoder(os.Stdout).Encode(said)
}
`,
    prepare(folder, driver) {
      mkdirSync(join(folder, 'webhook'));
      copyFileSync(join(folder, 'webhook-verify.go'), join(folder, 'webhook', 'verify.go'));
      rmSync(join(folder, 'webhook-verify.go'));
      writeFileSync(join(folder, 'go.mod'), 'module example.com/snippet\n\ngo 1.20\n');
      writeFileSync(join(folder, 'main.go'), driver);
      return ['run', '.'];
    },
  },
  {
    name: 'Ruby',
    command: 'ruby',
    probe: ['--version'],
    snippet: 'webhook-verify.rb',
    driver: `require "json"
require_relative "webhook-verify"
puts JSON.generate(JSON.parse($stdin.read).map { |given|
  verify = given["format"] == "native" ? :verify_native : :verify_compatible
  PostriderWebhook.public_send(verify, given["headers"], given["body"].unpack1("m0"), given["secret"], given["now"])
})`,
    prepare: inOneFile('driver.rb'),
  },
];

const CASES = (['native', 'compatible'] as const).flatMap(casesOf);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-snippets-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(LANGUAGES)('documented verifier in $name', (language) => {
  if (isPresent(language)) {
    it('accepts signed requests and refuses everything else', { timeout: RUN_TIMEOUT_MS }, () => {
      const said = run(language, folder);
      const wrong = CASES.filter((each, index) => said[index] !== each.accepted);
      expect(wrong.map(({ accepted, name }) => `${name} must be ${accepted ? 'accepted' : 'refused'}`)).toEqual([]);
      expect(said).toHaveLength(CASES.length);
    });
  } else {
    process.stdout.write(`NOT RUN, because ${language.name} is missing: docs/snippets/${language.snippet}\n`);
  }

  it('is linked in docs/webhooks.md', () => {
    const page = readFileSync('docs/webhooks.md', 'utf8');
    expect(page).toContain(`](snippets/${language.snippet})`);
  });
});

it('the verifier printed in docs/webhooks.md accepts signed requests and refuses everything else', async () => {
  const [, printed = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? [];
  const file = join(folder, 'printed.mjs');
  writeFileSync(file, printed);
  const { verifyNative } = await import(file);
  const native = CASES.filter(({ format }) => format === 'native');
  const wrong = native.filter(
    ({ accepted, body, headers, now, secret }) =>
      verifyNative(headers, Buffer.from(body, 'base64'), secret, now) !== accepted,
  );
  expect(native.length).toBeGreaterThan(20);
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

function isPresent({ command, probe }: Language): boolean {
  return spawnSync(command, probe, { stdio: 'ignore' }).status === 0;
}

function run(language: Language, base: string): boolean[] {
  const own = join(base, language.name);
  mkdirSync(own);
  copyFileSync(join(SNIPPETS, language.snippet), join(own, language.snippet));
  const result = spawnSync(language.command, language.prepare(own, language.driver), {
    cwd: own,
    input: JSON.stringify(CASES),
    encoding: 'utf8',
    timeout: RUN_TIMEOUT_MS,
    // The verifier uses only the standard library, so nothing may be downloaded.
    env: { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '', GOWORK: 'off' },
  });
  expect(result.status, result.stderr).toBe(0);
  return JSON.parse(result.stdout);
}

function casesOf(format: WebhookFormat): Case[] {
  const sign = (secrets: string[], hasSingleSignature = false, body = BODY) =>
    lowerCased(
      signatureHeaders(format, ID, SIGNED_AT, body, {
        secrets,
        hasSingleSignature,
        hasBothSignatures: !hasSingleSignature,
      }),
    );
  const right = { format, headers: sign([CURRENT], true), body: BODY, secret: CURRENT, now: SIGNED_AT, accepted: true };
  const rotated = { ...right, headers: sign([CURRENT, PREVIOUS]) };
  const single = { ...right, headers: sign([CURRENT, PREVIOUS], true), secret: PREVIOUS };
  const bytes = Buffer.from([0, 0xff, 0x80, 10, 13]);
  const padded = `whsec_${Buffer.alloc(32, 0xfb).toString('base64')}`;
  const header = format === 'native' ? 'x-service-signature' : 'svix-signature';
  const time = format === 'native' ? 'x-service-signature' : 'svix-timestamp';
  const signature = right.headers[header] ?? '';
  const retimed = (text: string) => ({
    ...right.headers,
    [time]: (right.headers[time] ?? '').replace(`${SIGNED_AT}`, text),
  });
  const resigned = (text: string) => ({ ...right.headers, [header]: text });
  const refused: [string, Partial<typeof right>][] = [
    ['another secret', { secret: FOREIGN }],
    ['no secret', { secret: 'whsec_' }],
    ['another body', { body: Buffer.from(BODY.toString().replace('delivered', 'bounced')) }],
    ['an empty body', { body: Buffer.alloc(0) }],
    ['a line break more', { body: Buffer.concat([BODY, Buffer.from('\n')]) }],
    ['301 seconds of age', { now: SIGNED_AT + 301 }],
    ['301 seconds from the future', { now: SIGNED_AT - 301 }],
    ['a new secret that is not activated, with a single signature', { ...single, secret: CURRENT }],
    ['no headers', { headers: {} }],
    ['an empty signature', { headers: resigned('') }],
    ['a signature without its end', { headers: resigned(signature.slice(0, -2)) }],
    ['a signature of another version', { headers: resigned(signature.replaceAll('v1', 'v2')) }],
    ['separators alone', { headers: resigned(', =,= v1, v1=,v1') }],
    ['another time', { headers: retimed(String(SIGNED_AT + 1)) }],
    ['a time that is no number', { headers: retimed('soon') }],
    ['no time', { headers: retimed('') }],
    ['a negative time', { headers: retimed(`-${SIGNED_AT}`) }],
    ['a time with a line break', { headers: retimed(`${SIGNED_AT}\n`) }],
    ['a time of thirty digits', { headers: retimed('9'.repeat(30)) }],
  ];
  const accepted: [string, Partial<typeof right>][] = [
    ['what is right', { headers: sign([CURRENT]) }],
    ['bytes that are no text', { headers: sign([CURRENT], false, bytes), body: bytes }],
    ['the new secret during a rotation', { ...rotated }],
    ['the secret before during a rotation', { ...rotated, secret: PREVIOUS }],
    ['a single signature', { ...single }],
    ['a secret with padding', { headers: sign([padded]), secret: padded }],
    ['300 seconds of age', { now: SIGNED_AT + 300 }],
    ['300 seconds from the future', { now: SIGNED_AT - 300 }],
  ];
  if (format === 'compatible') {
    accepted.push(['signatures of other versions beside it', { headers: resigned(`v1a,abc ${signature} v2,x`) }]);
    refused.push(['another id', { headers: { ...right.headers, 'svix-id': 'whd_1' } }]);
  }
  const caseOf =
    (isAccepted: boolean) =>
    ([name, changes]: [string, Partial<typeof right>]): Case => {
      const { body, ...rest } = { ...right, ...changes, accepted: isAccepted };
      return { name: `${format}: ${name}`, ...rest, body: body.toString('base64') };
    };
  return [...accepted.map(caseOf(true)), ...refused.map(caseOf(false))];
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
