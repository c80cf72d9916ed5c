import { type Bucket, type ClientType, type SocketCode, socketCodes } from '@anchor/wire';
import { RECORD_CODES } from 'bg-record';
import { Counter, type Registry } from 'prom-client';
import { countBy, timeBy, timeOf } from './instruments.ts';

const declines = ['too many of the address', 'banned', 'shutting down', 'unreachable'] as const;
const closes = [
  'superseded',
  'banned',
  'too many messages',
  'too slow',
  'shutting down',
  'no answer',
  'broken frame',
] as const;
const buckets: readonly Bucket[] = ['read', 'write', 'analysis'];

/** Metrics of WebSocket connections. */
export function countSockets(registry: Registry) {
  return {
    ...countMessages(registry),
    closed: countBy(
      registry,
      ['anchor_sockets_closed_total', 'Connections that the service closed.'],
      'reason',
      closes,
    ),
    declined: countBy(
      registry,
      ['anchor_sockets_declined_total', 'Connections that were refused.'],
      'reason',
      declines,
    ),
  };
}

function countMessages(registry: Registry) {
  const messages = countBy<ClientType>(
    registry,
    ['anchor_socket_messages_total', 'Client messages that were handled.'],
    'type',
  );
  const acceptance = timeOf(registry, [
    'anchor_event_accept_seconds',
    'Time from the arrival of a player’s event until it and the server’s events are stored and published.',
  ]);
  const refused = ['anchor_socket_refusals_total', 'Client messages that were answered with an error.'] as const;
  const rejected = ['anchor_events_rejected_total', 'Player events that were not accepted.'] as const;
  return {
    handled(type: ClientType, seconds: number, isRefused: boolean): void {
      messages(type);
      if (type === 'act' && !isRefused) acceptance(seconds);
    },
    refused: countBy<SocketCode>(registry, refused, 'code', Object.keys(socketCodes) as SocketCode[]),
    rejected: countBy<string>(registry, rejected, 'code', [
      ...RECORD_CODES,
      'not-stored',
      'too-many-voids',
      'replaced',
    ]),
  };
}

/** Metrics of HTTP requests. */
export function countRequests(registry: Registry) {
  const requests = new Counter({
    name: 'anchor_http_requests_total',
    help: 'HTTP requests by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const times = timeBy(
    registry,
    ['anchor_http_request_seconds', 'Time from the header of an HTTP request to the end of its response.'],
    'route',
  );
  return {
    served(route: string, status: string, seconds: number): void {
      requests.inc({ route, status });
      times(route, seconds);
    },
    limited: countBy<Bucket>(
      registry,
      ['anchor_http_limited_total', 'HTTP requests refused by the rate limit.'],
      'bucket',
      buckets,
    ),
  };
}
