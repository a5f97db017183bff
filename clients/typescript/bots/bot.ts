// A bot: takes a seat in each game that you name, and plays in all its games, wherever and whenever it is its turn.
//
//     EMBERLOG_URL=http://127.0.0.1:8000 EMBERLOG_TOKEN=... node bot.js GAME...
//
// Without a token it registers as a new player. It may be ended and started at any time: what waits for it comes first.

import { Client, CommandProblem, type Game, type LegalCommand } from "emberlog-client";

/** The bot's whole wit: replace it. `legal` is everything that it may play. */
const choose = ({ legal }: Game): LegalCommand | undefined => legal[Math.floor(Math.random() * legal.length)];

const client = new Client(process.env["EMBERLOG_URL"], { token: process.env["EMBERLOG_TOKEN"] });
if (client.token === undefined) await client.register(`Chancer ${Math.floor(Math.random() * 10_000)}`);
for (const game of process.argv.slice(2)) await client.takeSeat(game);

for await (const { game } of client.myTurns()) {
  try {
    const answer = await client.decide(game, choose);
    console.log(game.id, game.version, answer ? "played" : "too late");
  } catch (problem) {
    if (!(problem instanceof CommandProblem)) throw problem;
    console.log(game.id, problem.message); // the service's no: the reason is worth reading
  }
}
