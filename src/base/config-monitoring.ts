import { choice, flag, number, optional, optionalNumber, text } from './config-kinds.ts';
import { parseUrl } from './config-values.ts';
import type { LogFormat } from './log.ts';

const MIN_TOKEN_CHARACTERS = 16;

function parseToken(given: string): string {
  if (given.length >= MIN_TOKEN_CHARACTERS && /^[\x21-\x7e]+$/.test(given)) return given;
  throw new Error(`must have at least ${MIN_TOKEN_CHARACTERS} printable ASCII characters without spaces`);
}

function parseSampler(given: string): string {
  if (SAMPLERS.some((known) => known === given)) return given;
  throw new Error(`must be one of ${SAMPLERS.join(', ')}, not "${given}"`);
}

function parseProtocol(given: string): string {
  if (given === 'http/json') return given;
  throw new Error(`must be http/json, which collectors accept on the same port as http/protobuf, not "${given}"`);
}

/** Supported sampler names (OpenTelemetry environment variable specification). */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Settings of metrics, traces and logs. */
export const monitoringSettings = {
  metricsPort: optionalNumber(
    'POSTRIDER_METRICS_PORT',
    [0, 65_535],
    'Port of a separate listener for `/metrics`, `/livez`, and `/readyz` in every process (`start`, `api`, `worker`, `inbound`). If unset, Postrider does not start this listener. 0 picks a free port.',
  ),
  metricsHost: text(
    'POSTRIDER_METRICS_HOST',
    '127.0.0.1',
    'IP address of the metrics listener. A non-loopback address requires `POSTRIDER_METRICS_TOKEN`.',
  ),
  metricsToken: optional(
    'POSTRIDER_METRICS_TOKEN',
    'Token for `/metrics`, sent as `Authorization: Bearer <TOKEN>`. The token must have at least 16 characters. If set, the HTTP listener also serves `/metrics`.',
    parseToken,
    true,
  ),
  logFormat: choice<LogFormat>(
    'POSTRIDER_LOG_FORMAT',
    ['auto', 'json', 'text'],
    'auto',
    'Log format: one JSON object per line, or plain text. `auto` writes plain text to a terminal and JSON otherwise.',
  ),
  traceEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Base URL of an OpenTelemetry collector that accepts traces as OTLP over HTTP, for example `http://127.0.0.1:4318`. If unset, tracing is off.',
    parseUrl,
  ),
  traceUrl: optional(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'Full URL that traces are sent to. Default: the base URL followed by `/v1/traces`.',
    parseUrl,
  ),
  traceProtocol: optional(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'Protocol for sending traces. Only `http/json` is supported.',
    parseProtocol,
  ),
  traceHeaders: optional(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers for requests to the collector, as `name=value` pairs separated by commas.',
    undefined,
    true,
  ),
  traceTimeoutMs: number(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    10_000,
    [100, 60_000],
    'Timeout for requests to the collector, in milliseconds.',
  ),
  traceService: text('OTEL_SERVICE_NAME', 'postrider', 'Service name of this installation in traces.'),
  traceResource: optional(
    'OTEL_RESOURCE_ATTRIBUTES',
    'Additional resource attributes of this installation in traces, as `name=value` pairs separated by commas.',
  ),
  traceSampler: text(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    `Which requests and emails are traced. One of ${SAMPLERS.map((name) => `\`${name}\``).join(', ')}.`,
    parseSampler,
  ),
  traceShare: number(
    'OTEL_TRACES_SAMPLER_ARG',
    1,
    [0, 1, 'fraction'],
    'Fraction of traces that a ratio sampler records, from 0 to 1.',
  ),
  traceOff: flag('OTEL_SDK_DISABLED', 'Whether to turn tracing off, regardless of the other settings.'),
} as const;

const THIS_MACHINE = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;

/**
 * Returns an array with an error message if the metrics page would be reachable from other machines without a token.
 * Otherwise, returns an empty array.
 */
export function faultOfMonitoring(config: {
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly metricsToken: string | undefined;
}): string[] {
  const { metricsHost: host, metricsPort: port, metricsToken: token } = config;
  if (port === undefined || token !== undefined || THIS_MACHINE.test(host)) return [];
  return [
    `POSTRIDER_METRICS_TOKEN is required with POSTRIDER_METRICS_HOST=${host}: without a token, metrics are only served on loopback`,
  ];
}
