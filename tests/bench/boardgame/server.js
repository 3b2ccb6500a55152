// The toy game on boardgame.io, in its best case: in memory, without log-ins and without undo. Four seats
// hold thirteen hidden cards each and play one in turn; when all are played, they are dealt anew.
const { Server } = require("boardgame.io/server");

const SEATS = 4;
const deal = (random) => {
  const pack = random.Shuffle([...Array(52).keys()]);
  return Array.from({ length: SEATS }, (_, seat) => pack.filter((_, place) => place % SEATS === seat));
};

const toy = {
  name: "toy",
  disableUndo: true,
  setup: ({ random }) => ({ hands: deal(random), played: null, count: 0 }),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, ctx, random }) => {
      G.played = G.hands[Number(ctx.currentPlayer)].pop();
      G.count += 1;
      if (G.count % 52 === 0) G.hands = deal(random);
    },
  },
};

Server({ games: [toy], origins: [] }).run(Number(process.env.PORT));
