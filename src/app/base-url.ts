import type { Config } from '../base/config.ts';

/** The base address of this installation when its HTTP role listens on `port`. */
export function baseUrlOf(config: Config, port: number): string {
  return config.baseUrl ?? `http://${shownHost(config.host)}:${port}`;
}

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
