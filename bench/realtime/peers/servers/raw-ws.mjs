// The baseline: a relay on ws that knows only whose number comes next.
import { WebSocketServer } from 'ws';

const matches = new Map();
const options = { port: 0, host: '127.0.0.1', perMessageDeflate: false, clientTracking: false, backlog: 4096 };
const server = new WebSocketServer(options, () => console.log(`port ${server.address().port}`));

server.on('connection', (socket, { url }) => {
  const [, id, seatText] = url.split('/');
  const seat = Number(seatText);
  const match = matches.get(id) ?? { last: 0, sockets: [] };
  matches.set(id, match);
  match.sockets[seat] = socket;
  socket.on('message', (data) => {
    const { type, move } = JSON.parse(data);
    if (type !== 'move' || move !== match.last + 1 || (match.last & 1) !== seat) return;
    match.last = move;
    const text = JSON.stringify({ type, move });
    for (const one of match.sockets) one?.send(text);
  });
});
