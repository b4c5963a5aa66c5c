import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig, settings } from '../../src/base/config.ts';
import { scratchFolder } from '../support/scratch.ts';

const KNOWN = new Set<string>(Object.values(settings).map(({ env }) => env));
const LONG = 'x'.repeat(48);

/** Returns the page's code block that contains this text. */
function block(page: string, words: string): string {
  const blocks = readFileSync(`docs/${page}.md`, 'utf8').matchAll(/^ *```\w*\n([\s\S]*?)^ *```/gm);
  const texts = [...blocks].map(([, text = '']) => text);
  return texts.find((text) => text.includes(words)) ?? '';
}

it('the settings of docs/operations.md are valid, and each line is a comment or one setting, as systemd requires', () => {
  const lines = block('operations', 'POSTRIDER_HOSTNAME=').trim().split(/\n */);
  const pairs = lines.filter((line) => !line.startsWith('# ')).map((line) => /^(\w+)=(<.*>|\S+)$/.exec(line) ?? [line]);
  expect(pairs.filter(([, name = '']) => !KNOWN.has(name))).toEqual([]);
  const given = pairs.map(([, name = '', value = '']) => [name, value.replace(/^<.*>$/, LONG)]);
  expect(loadConfig(Object.fromEntries(given))).toMatchObject({ delivery: 'direct', hostname: 'mail.example.com' });
});

it('the command of docs/deploy.md creates every secret that compose.yaml requires, each long enough', () => {
  const folder = scratchFolder('postrider-compose-');
  mkdirSync(join(folder, 'deploy'));
  const [command = ''] = block('deploy', 'deploy/.env').split('\ndocker');
  execFileSync('sh', ['-c', command], { cwd: folder });
  const lines = readFileSync(join(folder, 'deploy/.env'), 'utf8').trim().split('\n');
  const made = lines.map((line) => line.split('=') as [string, string]);
  const asked = readFileSync('deploy/compose.yaml', 'utf8').matchAll(/\$\{(\w+):\?/g);
  expect(made.map(([name]) => name).toSorted()).toEqual(
    [...new Set([...asked].map(([, name = '']) => name))].toSorted(),
  );
  loadConfig(Object.fromEntries(made.filter(([name]) => KNOWN.has(name))));
});

it('docs/deploy.md names existing manifests and gives the secret the required values', () => {
  const commands = block('deploy', 'kubectl');
  const files = [...commands.matchAll(/-f (\S+)/g)].map(([, file = '']) => file);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const secret = parse(readFileSync('deploy/kubernetes/secret.example.yaml', 'utf8')) as { stringData: object };
  const literals = [...commands.matchAll(/--from-literal=(\w+)=/g)].map(([, name = '']) => name);
  expect(literals.toSorted()).toEqual(Object.keys(secret.stringData).toSorted());
});

it('docs/deploy.md installs existing systemd files', () => {
  const [, unit = ''] = /(deploy\/systemd\/\S+)/.exec(block('deploy', 'systemctl')) ?? [];
  expect(existsSync(unit)).toBe(true);
});
