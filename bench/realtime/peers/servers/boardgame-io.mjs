import './loopback.mjs';
import { Server } from 'boardgame.io/dist/cjs/server.js';

const game = {
  name: 'numbers',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ last: 0 }),
  moves: { play: ({ G }, move) => (move === G.last + 1 ? { last: move } : 'INVALID_MOVE') },
  turn: { minMoves: 1, maxMoves: 1 },
};
const { appServer } = await Server({ games: [game], origins: ['*'] }).run(
  { port: 0, lobbyConfig: { apiPort: 0 } },
  () => {},
);
console.log(`port ${appServer.address().port}`);
