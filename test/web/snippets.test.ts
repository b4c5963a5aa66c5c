import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { snippetOf, type FirstMail, type Language } from '../../dashboard/src/pages/welcome/snippets.ts';
import { curl } from '../support/curl.ts';
import { describeWith } from '../support/loud-skip.ts';

const run = promisify(execFile);

/** The request that a snippet sends. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: unknown;
}

/** Valid email addresses, some with characters that are special in shells and programming languages. */
const ADDRESSES = ['ada@example.com', `o'neil@example.com`, '$HOME`id`#{x}\\@example.com', `"a\\"b"@example.com`];

let server: Server;
let seen: Sent[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void keep(request).then(() => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

async function keep(request: IncomingMessage): Promise<void> {
  const { headers, method = '', url: path = '' } = request;
  const body: unknown = JSON.parse(await text(request));
  const { authorization, 'content-type': contentType } = headers;
  seen.push({ method, path, authorization, contentType, body });
}

function mailTo(to: string): FirstMail {
  // The server listens on TCP, so its address is an object.
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, key: 'pr_secret', from: 'onboarding@sandbox.localhost', to };
}

/** Returns the request that curl sends for this email. */
async function sentByCurl(mail: FirstMail): Promise<Sent | undefined> {
  seen = [];
  await run('sh', ['-c', snippetOf('curl', mail)]);
  return seen[0];
}

/** Matches string literals in single quotes, double quotes, or back quotes. */
const QUOTED = String.raw`'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|` + '`([^`]*)`';

/** Returns the values of the string literals in a snippet, in order. */
function textsOf(code: string): string[] {
  return [...code.matchAll(new RegExp(QUOTED, 'g'))].map(([, single, double, back]) => {
    // PHP and Ruby support only these two escapes in single quotes.
    if (single !== undefined) return single.replaceAll(/\\([\\'])/g, '$1');
    return back ?? (JSON.parse(`"${double}"`) as string);
  });
}

function after(texts: readonly string[], name: string): string | undefined {
  const at = texts.indexOf(name);
  return at === -1 ? undefined : texts[at + 1];
}

/**
 * Functions that reconstruct the request from a snippet, based on the order of its string literals. Each language
 * writes the same data differently.
 */
const READERS: Readonly<Partial<Record<Language, (code: string) => Sent>>> = {
  PHP(code) {
    expect(code.startsWith('<?php\n')).toBe(true);
    const texts = textsOf(code.replace("'to' => [", "'to' => ").replaceAll(' => ', ' '));
    const headers = new Map(
      (after(texts, 'header') ?? '').split('\r\n').map((line) => line.split(': ') as [string, string]),
    );
    const url = texts.find((each) => each.startsWith('http:')) ?? '';
    return {
      method: after(texts, 'method') ?? '',
      path: new URL(url).pathname,
      authorization: headers.get('Authorization'),
      contentType: headers.get('Content-Type'),
      body: bodyOf(texts),
    };
  },
  Ruby(code) {
    const texts = textsOf(code.replaceAll(/\b(from|to|subject|text): /g, "'$1' "));
    expect(code).toContain('.to_json');
    return {
      method: /Net::HTTP\.(\w+)\(/.exec(code)?.[1]?.toUpperCase() ?? '',
      path: new URL(texts.find((each) => each.startsWith('http:')) ?? '').pathname,
      authorization: after(texts, 'Authorization'),
      contentType: after(texts, 'Content-Type'),
      body: bodyOf(texts),
    };
  },
  Go(code) {
    const texts = textsOf(code);
    return {
      method: texts[texts.findIndex((each) => each.startsWith('http:')) - 1] ?? '',
      path: new URL(texts.find((each) => each.startsWith('http:')) ?? '').pathname,
      authorization: after(texts, 'Authorization'),
      contentType: after(texts, 'Content-Type'),
      body: JSON.parse(texts.find((each) => each.startsWith('{')) ?? ''),
    };
  },
};

function bodyOf(texts: readonly string[]): unknown {
  const [from, to, subject, words] = ['from', 'to', 'subject', 'text'].map((name) => after(texts, name));
  return { from, to: [to], subject, text: words };
}

describeWith(curl())('code for any address', () => {
  const cases = ADDRESSES.flatMap((to) => (['PHP', 'Ruby', 'Go'] as const).map((language) => ({ language, to })));
  it.each(cases)('in $language sends to $to what curl sends', async ({ language, to }) => {
    const mail = mailTo(to);
    expect(READERS[language]?.(snippetOf(language, mail))).toEqual(await sentByCurl(mail));
  });
});

/** Programs that check the syntax of code without running it. */
const CHECKERS = [
  ['Go', 'gofmt', ['-e']],
  ['Ruby', 'ruby', ['-c']],
  ['PHP', process.env['POSTRIDER_TEST_PHP'] ?? 'php', ['-l']],
] as const;

/**
 * Installed syntax checkers. Curl is tested above. For each missing checker, a message is printed, and the code in its
 * language is not checked for syntax errors.
 */
const present = CHECKERS.filter(([language, program]) => {
  const { error } = spawnSync(program, ['--help']);
  if (error) process.stdout.write(`No ${program}: what we show in ${language} is not read by ${language} itself.\n`);
  return !error;
});

describeWith(present[0])('code checked by its own language', () => {
  it('has a valid syntax with any content', () => {
    for (const [language, program, given] of present) {
      for (const to of ADDRESSES) {
        const input = snippetOf(language, mailTo(to));
        const { status, stderr } = spawnSync(program, [...given], { input, encoding: 'utf8' });
        expect({ language, to, status, stderr }).toMatchObject({ status: 0 });
      }
    }
  });
});
