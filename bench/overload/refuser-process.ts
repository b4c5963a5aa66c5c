import { createServer as createHttp } from 'node:http';
import { createServer as createTcp } from 'node:net';
import { createLog } from '../../src/base/log.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { route } from '../../src/http/route.ts';
import { REFUSED_PATH, type Refuser } from './refuser.ts';

// Refuses everything that it is asked, in the way that its argument names, and tells its parent on which port.

const BODY = 'x'.repeat(310);
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1', 'content-length': '310' };
const CONSTANT = `HTTP/1.1 503 Service Unavailable\r\n${Object.entries(HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')}\r\n${BODY}`;

const STARTS: Readonly<Record<Refuser, () => Promise<number>>> = {
  tcp: () =>
    listening(
      createTcp({ noDelay: true }, (socket) => {
        socket.on('error', () => {});
        // The callers here write a request in one piece.
        socket.on('data', () => socket.write(CONSTANT, 'latin1'));
      }),
    ),
  http: () => listening(createHttp((_request, response) => response.writeHead(503, HEADERS).end(BODY))),
  listener,
  // Its process loads a stand-in for the shortcut first.
  'plain listener': listener,
};

// Given by `openRefuser` alone.
const kind = process.argv[2] as Refuser;
process.send?.(await STARTS[kind]());

async function listening(server: ReturnType<typeof createTcp>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

async function listener(): Promise<number> {
  const handle = (): Promise<never> => Promise.reject(new Error('There is no place for it'));
  const server = createHttpServer({
    routes: [route({ method: 'POST', path: REFUSED_PATH, summary: '', scope: undefined, handle })],
    authenticate: () => Promise.resolve(undefined),
    log: createLog('error'),
    baseUrl: () => 'http://localhost:3000',
    ready: () => Promise.resolve(true),
    limits: { maxRequests: 0, fewestPlaces: 0 },
  });
  return (await server.listen('127.0.0.1', 0)).port;
}
