import { choice, flag, number, optional, optionalNumber, text } from './config-kinds.ts';
import { parseUrl } from './config-values.ts';
import type { LogFormat } from './log.ts';

const MIN_TOKEN_CHARACTERS = 16;

function parseToken(given: string): string {
  if (given.length >= MIN_TOKEN_CHARACTERS && /^[\x21-\x7e]+$/.test(given)) return given;
  throw new Error(`must be at least ${MIN_TOKEN_CHARACTERS} printable characters of ASCII without spaces`);
}

function parseSampler(given: string): string {
  if (SAMPLERS.some((known) => known === given)) return given;
  throw new Error(`must be one of ${SAMPLERS.join(', ')}, not "${given}"`);
}

function parseProtocol(given: string): string {
  if (given === 'http/json') return given;
  throw new Error(`must be http/json, which every collector takes at the port of http/protobuf, not "${given}"`);
}

/** Names of samplers (OpenTelemetry, environment variables) that are known. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** What whoever watches the installation is told: metrics, traces and logs. */
export const monitoringSettings = {
  metricsPort: optionalNumber(
    'POSTRIDER_METRICS_PORT',
    [0, 65_535],
    'Port of a listener of its own with `/metrics`, `/livez` and `/readyz`, in every process that is started (`start`, `api`, `worker`, `inbound`); none when absent. 0 takes any free one.',
  ),
  metricsHost: text(
    'POSTRIDER_METRICS_HOST',
    '127.0.0.1',
    'Address of that listener; one that is not of this machine alone needs `POSTRIDER_METRICS_TOKEN`.',
  ),
  metricsToken: optional(
    'POSTRIDER_METRICS_TOKEN',
    'Token for `/metrics` (`Authorization: Bearer`), at least 16 characters; with it the HTTP listener answers `/metrics` too, which it does not without.',
    parseToken,
    true,
  ),
  logFormat: choice<LogFormat>(
    'POSTRIDER_LOG_FORMAT',
    ['auto', 'json', 'text'],
    'auto',
    'Whether the log has a JSON object a line or plain lines; `auto` writes plain lines to a terminal only.',
  ),
  traceEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Base address of a collector of OpenTelemetry that takes traces as OTLP over HTTP, for example `http://127.0.0.1:4318`; without it nothing is traced.',
    parseUrl,
  ),
  traceUrl: optional(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'The whole address to which traces are sent; default: `/v1/traces` behind the base address.',
    parseUrl,
  ),
  traceProtocol: optional('OTEL_EXPORTER_OTLP_PROTOCOL', 'How traces are written: `http/json` alone.', parseProtocol),
  traceHeaders: optional(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers for the collector, `name=value` separated by commas.',
    undefined,
    true,
  ),
  traceTimeoutMs: number(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    10_000,
    [100, 60_000],
    'How long the collector may take to answer, in ms.',
  ),
  traceService: text('OTEL_SERVICE_NAME', 'postrider', 'The name of this installation in traces.'),
  traceResource: optional(
    'OTEL_RESOURCE_ATTRIBUTES',
    'More that is said of this installation in traces, `name=value` separated by commas.',
  ),
  traceSampler: text(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    `Which requests and mails are traced. One of ${SAMPLERS.map((name) => `\`${name}\``).join(', ')}.`,
    parseSampler,
  ),
  traceShare: number('OTEL_TRACES_SAMPLER_ARG', 1, [0, 1, 'fraction'], 'The share of them with a sampler of a ratio.'),
  traceOff: flag('OTEL_SDK_DISABLED', 'Trace nothing, whatever else is set.'),
} as const;

const THIS_MACHINE = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;

/** What is wrong with the settings of metrics together: a page that others could read without a token. */
export function faultOfMonitoring(config: {
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly metricsToken: string | undefined;
}): string[] {
  const { metricsHost: host, metricsPort: port, metricsToken: token } = config;
  if (port === undefined || token !== undefined || THIS_MACHINE.test(host)) return [];
  return [
    `POSTRIDER_METRICS_TOKEN is needed with POSTRIDER_METRICS_HOST=${host}: without it the metrics are for this machine alone`,
  ];
}
