import { shellQuoted } from '../../shell-quoted.ts';

/** Values in the code examples that send the first email. */
export interface FirstMail {
  readonly baseUrl: string;
  /** The complete API key, or a placeholder until a key is created. */
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** Languages of the code in the order of their tabs. */
export const LANGUAGES = ['curl', 'Node', 'Python', 'PHP', 'Ruby', 'Go', 'MCP'] as const;
export type Language = (typeof LANGUAGES)[number];

const SUBJECT = 'Hello from Postrider';
const TEXT = 'It works.';

/** Returns complete code that sends the first email, in the given language. */
export function snippetOf(language: Language, mail: FirstMail): string {
  return SNIPPETS[language](mail, `${mail.baseUrl}/transactional/emails`);
}

/** Returns the JSON of the email, formatted over several lines. */
function jsonOf(from: string, to: string): string {
  return `{
    "from": ${JSON.stringify(from)},
    "to": [${JSON.stringify(to)}],
    "subject": "${SUBJECT}",
    "text": "${TEXT}"
  }`;
}

/**
 * Returns a string literal in single quotes for JavaScript, PHP, and Ruby. Escapes quotes and backslashes, because
 * addresses can contain them.
 */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;
}

/** Returns a string literal in double quotes for Python and Go. */
function doubleQuoted(text: string): string {
  return JSON.stringify(text);
}

const SNIPPETS: Readonly<Record<Language, (mail: FirstMail, url: string) => string>> = {
  curl: ({ from, key, to }, url) => `curl ${url} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d ${shellQuoted(jsonOf(from, to))}`,

  Node: ({ from, key, to }, url) => `const response = await fetch('${url}', {
  method: 'POST',
  headers: { authorization: 'Bearer ${key}', 'content-type': 'application/json' },
  body: JSON.stringify({
    from: ${quoted(from)},
    to: [${quoted(to)}],
    subject: '${SUBJECT}',
    text: '${TEXT}',
  }),
});
console.log(await response.json());`,

  Python: ({ from, key, to }, url) => `import json, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps({
        "from": ${doubleQuoted(from)},
        "to": [${doubleQuoted(to)}],
        "subject": "${SUBJECT}",
        "text": "${TEXT}",
    }).encode(),
    headers={"Authorization": "Bearer ${key}", "Content-Type": "application/json"},
)
print(urllib.request.urlopen(request).read().decode())`,

  PHP: ({ from, key, to }, url) => `<?php
$mail = ['from' => ${quoted(from)}, 'to' => [${quoted(to)}], 'subject' => '${SUBJECT}', 'text' => '${TEXT}'];
echo file_get_contents('${url}', false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => "Authorization: Bearer ${key}\\r\\nContent-Type: application/json",
    'content' => json_encode($mail),
]]));`,

  Ruby: ({ from, key, to }, url) => `require 'json'
require 'net/http'

puts Net::HTTP.post(
  URI('${url}'),
  { from: ${quoted(from)}, to: [${quoted(to)}], subject: '${SUBJECT}', text: '${TEXT}' }.to_json,
  'Authorization' => 'Bearer ${key}', 'Content-Type' => 'application/json'
).body`,

  Go: ({ from, key, to }, url) => `package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

func main() {
	mail := ${goText(JSON.stringify({ from, to: [to], subject: SUBJECT, text: TEXT }))}
	request, _ := http.NewRequest("POST", "${url}", strings.NewReader(mail))
	request.Header.Set("Authorization", "Bearer ${key}")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	body, _ := io.ReadAll(response.Body)
	fmt.Println(string(body))
}`,

  MCP: ({ baseUrl, from, key, to }) => `claude mcp add --transport http postrider ${baseUrl}/mcp \\
  --header 'Authorization: Bearer ${key}'

# Then ask it:
# Send an email from ${from} to ${to} that says "${TEXT}"`,
};

/** Returns a raw string literal for Go, or an interpreted string literal if the text contains backquotes. */
function goText(text: string): string {
  return text.includes('`') ? doubleQuoted(text) : `\`${text}\``;
}
