import { settings } from '../src/base/config.ts';

/** Renders docs/configuration.md: all settings of the application, from src/base/config.ts. */
export function renderConfigurationPage(): string {
  const rows = Object.values(settings).map((setting) => {
    const isSecret = 'secret' in setting && setting.secret;
    const shown = setting.shownDefault === '' ? '' : `\`${setting.shownDefault}\``;
    return `| \`${setting.env}\` | ${shown} | ${cell(setting.doc)}${isSecret ? ' **Secret.**' : ''} |`;
  });
  return [
    '# Configuration',
    '',
    'Configure Postrider with environment variables. Postrider reads these variables once, at startup, and treats an empty variable as unset.',
    'If a value is invalid, Postrider does not start, and the error names the variable. Values marked **Secret** are never logged.',
    'Store these values with your other secrets. Boolean settings accept `on`, `1`, `true`, and `yes`, or `off`, `0`, `false`, and `no`, in any letter case.',
    '',
    'Generated from `src/base/config.ts` by `npm run generate`. Do not edit this page.',
    '',
    '| Variable | Default | Description |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** Escapes vertical bars and replaces line breaks, both of which would end the table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
