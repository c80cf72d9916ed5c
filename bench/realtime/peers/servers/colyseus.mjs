import './loopback.mjs';
import { createServer } from 'node:http';
import { Room, Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';

/** Relays messages, the fastest mode of colyseus: its synchronised state waits for a timer. */
class Numbers extends Room {
  maxClients = 2;
  seats = new Map();
  last = 0;

  onCreate() {
    this.onMessage('move', ({ sessionId }, move) => {
      if (move !== this.last + 1 || (this.last & 1) !== this.seats.get(sessionId)) return;
      this.last = move;
      this.broadcast('move', move);
    });
  }

  onJoin({ sessionId }) {
    this.seats.set(sessionId, this.seats.size);
  }
}

const server = createServer();
const game = new Server({ transport: new WebSocketTransport({ server, pingInterval: 0 }), greet: false });
game.define('numbers', Numbers);
await game.listen(0);
console.log(`port ${server.address().port}`);
