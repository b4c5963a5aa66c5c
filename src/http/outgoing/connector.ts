import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Resolver } from '../../base/dns.ts';
import { findAddresses, isUsableAddress } from './addresses.ts';
import { connectFault, OutgoingError, tlsFault } from './faults.ts';
import type { ConnectFault } from './types.ts';

/** Options of `createGuardedConnector`. */
export interface ConnectorOptions {
  readonly resolver: Resolver;
  readonly allowLoopback: boolean;
  /** Certificates (PEM) to trust instead of Node's built-in certificates. */
  readonly trustedCertificates?: readonly string[] | undefined;
  /** Time limit, in milliseconds, for DNS, connect and TLS together. */
  readonly connectTimeoutMs: number;
}

/** Time limit per address, in milliseconds. If one address does not respond, there is time left for the next. */
export const ADDRESS_TIMEOUT_MS = 4_000;
/** Minimum TLS version. TLS 1.0 and 1.1 are no longer secure (RFC 8996). */
const MIN_VERSION = 'TLSv1.2';

/** Default ports with and without TLS. */
const DEFAULT_PORTS = { true: 443, false: 80 };

interface Host {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/**
 * Creates a connector for undici that connects only to allowed addresses. It connects to exactly the address that it
 * has checked, so that a second DNS response cannot lead to a private network.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  return ({ hostname, port, protocol }, callback) => {
    const isSecure = protocol === 'https:';
    const host = hostname.toLowerCase().replace(/\.$/, '');
    void connectFor({ host, port: port === '' ? DEFAULT_PORTS[`${isSecure}`] : Number(port), isSecure });

    async function connectFor(target: Host): Promise<void> {
      const opened = await open(target, options).catch((error: Error) => connectFault(error, host));
      if ('fault' in opened) callback(new OutgoingError(opened), null);
      else callback(null, opened);
    }
  };
}

async function open(target: Host, options: ConnectorOptions): Promise<Socket | TLSSocket | ConnectFault> {
  const signal = AbortSignal.timeout(options.connectTimeoutMs);
  const late: ConnectFault = { fault: 'connect', reason: `${target.host} did not accept the connection in time` };
  const addresses = await Promise.race([
    findAddresses(target.host, options.resolver, options),
    afterAbort(signal, { fault: 'dns', reason: `DNS did not respond for ${target.host} in time` } as const),
  ]);
  if ('fault' in addresses) return addresses;
  let last = late;
  for (const address of addresses) {
    if (signal.aborted) return late;
    const dialled = await dial(address, target.port, signal);
    if ('fault' in dialled) {
      last = dialled;
      continue;
    }
    if (!isUsableAddress(dialled.remoteAddress ?? '', options)) {
      dialled.destroy();
      return { fault: 'address', reason: `The connection to ${target.host} reached an address that is not allowed` };
    }
    return target.isSecure ? secure(dialled, target.host, options, signal) : dialled;
  }
  return last;
}

function afterAbort<T>(signal: AbortSignal, value: T): Promise<T> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(value), { once: true }));
}

/** Connects to an IP address, so that no name is resolved again. */
function dial(address: string, port: number, signal: AbortSignal): Promise<Socket | ConnectFault> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });
    const giveUp = (): void => fail(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' }));
    const timer = setTimeout(giveUp, ADDRESS_TIMEOUT_MS);
    const settle = (result: Socket | ConnectFault): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      resolve(result);
    };
    const fail = (error: Error): void => {
      socket.destroy();
      settle(connectFault(error, address));
    };
    signal.addEventListener('abort', giveUp, { once: true });
    // Keep this listener, because an error that occurs before undici adds its own listener must not end the process.
    socket.on('error', fail);
    socket.once('connect', () => settle(socket));
  });
}

function secure(
  socket: Socket,
  host: string,
  options: ConnectorOptions,
  signal: AbortSignal,
): Promise<TLSSocket | ConnectFault> {
  return new Promise((resolve) => {
    const secured = connectTls({
      socket,
      host,
      // SNI must not contain IP addresses (RFC 6066 section 3).
      ...(isIP(host) === 0 && { servername: host }),
      ALPNProtocols: ['http/1.1'],
      minVersion: MIN_VERSION,
      ...(options.trustedCertificates && { ca: [...options.trustedCertificates] }),
    });
    const giveUp = (): void => fail(new Error('the handshake took too long'));
    const settle = (result: TLSSocket | ConnectFault): void => {
      signal.removeEventListener('abort', giveUp);
      resolve(result);
    };
    const fail = (error: Error): void => {
      secured.destroy();
      socket.destroy();
      settle(tlsFault(error, host));
    };
    signal.addEventListener('abort', giveUp, { once: true });
    secured.on('error', fail);
    secured.once('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    secured.once('secureConnect', () => settle(secured));
  });
}
