// A bot: takes a seat in each game that you name, and plays in all its games, wherever and whenever it is its turn.
//
//     EMBERLOG_URL=http://127.0.0.1:8000 EMBERLOG_TOKEN=... node bot.js GAME...
//
// With a token it may be ended and started at any time: it goes on in the games in which it sits.
// Without one it registers as a new player, whose token is lost when it ends: nobody can play on for that player.

import { Client, CommandProblem, Refused, type Game, type LegalCommand } from "emberlog-client";

/** The bot's whole strategy: replace it. `legal` is everything that it may play. */
const choose = ({ legal }: Game): LegalCommand | undefined => legal[Math.floor(Math.random() * legal.length)];

const client = new Client(process.env["EMBERLOG_URL"], { token: process.env["EMBERLOG_TOKEN"] });
if (client.token === undefined) await client.register(`Chancer ${Math.floor(Math.random() * 10_000)}`);
for (const game of process.argv.slice(2)) {
  try {
    await client.takeSeat(game);
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    console.log(game, refusal.message); // it sits there already, or no seat is free
  }
}

for await (const { game } of client.myTurns()) {
  try {
    const answer = await client.decide(game, choose);
    console.log(game.id, game.version, answer ? "played" : "too late");
  } catch (problem) {
    if (!(problem instanceof CommandProblem)) throw problem;
    console.log(game.id, problem.message); // an answer that says no: the reason is worth reading
  }
}
